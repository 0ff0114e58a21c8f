import { leadingWait, looseIn, unlockedIn } from '../bounds/loose'
import { type Piece, withBounds } from '../bounds/pieces'
import type { Clause } from '../reader/reader'
import type { ReadMessage, Request, Requests } from '../request'
import { adds } from '../words/comparing'
import {
  chainNamed,
  isEcho,
  isOnceMore,
  isYes,
  pickedIn,
  pointed,
  withActionOf,
  withChain,
  withPicked,
} from './answers'
import { isBound, withBound, withLoose } from './bounds'
import { lessSure, mentionsIn, withMentions } from './certainty'
import {
  anew,
  inPlaceOf,
  isBareAmount,
  isForMore,
  isFragment,
  isMore,
  isUnsaid,
  isWhole,
  revised,
  tokenOf,
  withDoubtfulReceivers,
} from './changes'
import { asksFor, isChange, isNextTo, isTold, sureOfAction, takesBack } from './clauses'
import { isChangeOf, offersIn, withOffers } from './offers'
import { piecesOf } from './pieces'
import { afterRefusal, bounded, withRefused } from './refusals'
import { isThing, requestOf } from './request-of'
import { unreadRequest } from './unread'

/** Reads the requests in a person's messages, oldest first. `begun`: a request from before them, which they may change. */
export const requestsIn = (messages: readonly ReadMessage[], begun?: Request): Requests =>
  messages.reduce<Requests>(afterMessage, {
    latest: begun ? [begun] : [],
    agreed: false,
    unread: false,
    unheard: false,
  })

function afterMessage(before: Requests, said: ReadMessage, index: number): Requests {
  const { text, reading, agent } = said
  const last = before.latest.at(-1)
  const option = pickedIn(text, reading, agent, last?.sums.some(({ amount }) => amount !== null) ?? false)
  if (!option || !agent) return afterWords(before, said, index)
  if (!last) return { ...afterWords(before, said, index), unheard: false }
  const picked = { ...withPicked(last, option, text, agent), message: index }
  return { ...before, latest: [...before.latest.slice(0, -1), picked], unread: false, unheard: false }
}

function afterWords(before: Requests, { text, reading, agent }: ReadMessage, index: number): Requests {
  let latest = before.latest
  const asked: Request[] = []
  /** For each clause, where the request that it made stands in `asked`. */
  const madeAt: number[] = []
  const bounds: { of: number; add: (request: Request) => Request }[] = []
  for (const [at, clause] of reading.clauses.entries()) {
    const pieces = withBounds(piecesOf(text, clause, reading), text, clause, reading)
    const sooner = asked.at(-1)
    const isLed = reading.clauses.slice(at + 1).some(asksFor)
    if (isBound(clause, pieces) && (sooner || isLed || clause.kind === 'condition')) {
      bounds.push({ of: clause.of ?? at, add: (request) => withBound(request, clause, pieces, text, reading) })
    } else if (asksFor(clause)) {
      const said = { ...requestOf(text, clause, reading, pieces), message: index }
      const own = pointed(said, text, clause, reading, agent)
      const last = sooner ?? latest.at(-1)
      // "How much?" "750 USDC": an incomplete request, or one for who knows what, answers the question.
      const answers = (!isWhole(own) || own.sure.action < sureOfAction) && agent?.text.trimEnd().endsWith('?') === true
      const isPart = !sooner && last !== undefined && isFragment(own, last)
      const changes =
        answers || isChange(clause.action) || isPart || (sooner !== undefined && isBareAmount(own, sooner))
      if (last && !sooner && isMore(own, last)) {
        asked.push(...latest, { ...own, sums: own.sums.map((sum) => ({ ...sum, what: tokenOf(last) })) })
      } else if (last && changes) {
        if (sooner) asked.pop()
        const change = inPlaceOf(own, last, pieces)
        const whole = withActionOf(
          agent,
          revised(last, isUnsaid(change, last, text, reading) ? lessSure(change) : change),
        )
        const whom = isPart && !answers ? withDoubtfulReceivers(whole, own) : whole
        asked.push(isForMore(own, pieces) ? anew(whom) : whom)
      } else asked.push(answers ? lessSure(withActionOf(agent, own)) : own)
    } else if (sooner && clause.kind === 'report' && isNextTo(reading.clauses[at - 1], clause, text)) {
      // "Send it, once he has told me that it arrived."
      asked[asked.length - 1] = withLoose(sooner, leadingWait(text, clause, reading))
    } else if (takesBack(clause)) {
      latest = latest.flatMap((request) => afterRefusal(request, clause, text, reading))
      if (sooner) asked[asked.length - 1] = bounded(sooner, clause, pieces, text, reading)
      if (sooner || isLed) bounds.push({ of: at, add: (request) => withRefused(request, pieces) })
    }
    madeAt[at] = asked.length - 1
  }
  for (const { start, end, ...limit } of [...looseIn(text, reading), ...unlockedIn(text, reading)]) {
    const clause = reading.clauses.findIndex((each) => each.end > start)
    bounds.push({ of: clause < 0 ? reading.clauses.length - 1 : clause, add: (request) => withLoose(request, [limit]) })
  }
  for (const { of, add } of bounds) {
    const index = Math.max(madeAt[of] ?? 0, 0)
    const [one, last] = [asked[index], latest.at(-1)]
    if (one) asked[index] = add(one)
    else if (last) latest = [...latest.slice(0, -1), add(last)]
  }
  const left = mentionsIn(text, reading, reading.unexplained)
  // "Ethereum or Base?" "ethereum pls" names the network, and not its coin.
  const answer = agent?.text.trimEnd().endsWith('?') ? chainNamed(left, agent) : null
  const unexplained = left.filter((mention) => mention !== answer?.mention)
  const told = mentionsIn(text, reading, reading.clauses.filter(isTold))
  const isEveryEmpty = reading.clauses.every((clause) => isEmpty(clause, piecesOf(text, clause, reading)))
  // A yes asks for what was offered, and for nothing of its own.
  const isAssent = reading.english && left.length === 0 && isEveryEmpty && (isYes(text) || isEcho(text, agent))
  const own = (isAssent ? [] : asked)
    .filter((request) => unexplained.length > 0 || asksSomething(request))
    .map((request) => {
      // One that is only added to stays as it was, and as used up as it was.
      if (latest.includes(request)) return request
      const late = request.texts.length > 1 ? true : undefined
      return { ...withMentions(request, unexplained, late), ...(told.length > 0 && { told }), message: index }
    })
  const unread = !reading.english
  // A change of nothing that could be read may be anything: "stop, let me sleep on it".
  // "Do that" may be a yes, and "wow" is none.
  const refersToThing = reading.entities.some((entity) => entity.is === 'pronoun' && isThing(entity))
  const isSilent =
    !unread &&
    unexplained.length === 0 &&
    answer === null &&
    isEveryEmpty &&
    !(own.length > 0 && reading.clauses.some(isAgain))
  const agrees = isAssent || reading.clauses.some(({ kind }) => kind === 'agreement')
  // "Another one", "one more time": the same once more.
  const isAnother = isOnceMore(text) && own.length + latest.length > 0
  // The words say what an option of the agent's must be like.
  const isChoice = bounds.length > 0
  const unheard = isSilent && !agrees && !isAnother && !isChoice
  // An unexplained figure may change what was asked before, or ask for more of it: "another 100".
  const isMoreOf = (unexplained.length > 0 || (isSilent && isAnother)) && adds(text)
  const offers = agent && (agrees || unheard) ? offersIn(agent, index) : []
  const stands =
    own.length > 0
      ? own
      : latest
          .map((request) => withMentions(answer ? withChain(request, answer.chain) : request, unexplained, true))
          .map((request) => (isMoreOf ? { ...anew(request), message: index } : request))
  return {
    // Words that were not understood may be a yes: then the offer still tells what they may agree to.
    latest:
      agrees || (stands.length === 0 && refersToThing) || offers.some((offer) => isChangeOf(offer, stands.at(-1)))
        ? withOffers(stands, own, offers)
        : stands,
    agreed: own.length === 0 && (agrees ? offers.length > 0 : before.agreed),
    unread,
    unheard,
    ...(unread && !agrees && { named: unreadRequest(text, unexplained, reading) }),
  }
}

/** True for words that ask for the same once more. */
const isAgain = ({ action, sure }: Clause): boolean => action === 'repeat' && sure.action >= sureOfAction

const isEmpty = ({ kind, action }: Clause, pieces: readonly Piece[]): boolean =>
  kind === 'request' && isChange(action) && pieces.every(({ role }) => role === 'reference')

/** False for a change of nothing: "do it", "next week" without a request before. */
const asksSomething = ({ action, sums, receivers, chains }: Request): boolean =>
  !isChange(action) || sums.length + receivers.length + chains.length > 0
