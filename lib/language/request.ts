import { formatUnits, parseUnits } from 'viem'
import { conditionOf, leadingWait, looseIn, unlockedIn, waitsIn } from './bounds/loose'
import { type Piece, withBounds } from './bounds/pieces'
import { isDescribing } from './bounds/waits'
import type { Entity, Meaning, Span } from './entity'
import { type Action, isDone, type Role } from './labels'
import { type AgentText, offerIn } from './offer'
import type { Clause, Reading } from './reader/reader'
import { isWithin } from './spans'
import { adding, affirmatives, besideAdding, joining, negatives, thanks } from './words/sets'

/** A text, and its reading. */
export type ReadText = { text: string; reading: Reading }

/** One message of a person's. `agent` is the agent's message before it, read only if the words refer to it. */
export type ReadMessage = ReadText & { agent?: AgentText }

type Is<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/** An amount: a figure, its dollars, a percentage or a share of what there is. */
export type Amount = Is<'number' | 'dollars' | 'percent' | 'share'>

/** An amount of something that is to leave, to arrive or to stay. Amount and token may each be unstated. */
export type Sum = {
  part: 'give' | 'get' | 'keep' | 'unsaid'
  amount: Amount | null
  what: Is<'token' | 'nft' | 'collection'> | null
  /** The words that said so, and which of the request's `texts` they are in. */
  text: string
  said: number
  p: number
}

/** The stated receiver. */
export type Receiver = { meaning: Is<'address' | 'name' | 'contact' | 'pronoun'> | null; text: string; p: number }

export type RequestedChain = { end: 'on' | 'from' | 'to'; chain: Is<'chain'>; text: string; p: number }

/** A bound or a wish beside sums and chains, in the writer's words. */
export type Limit = { role: Role; meanings: readonly Meaning[]; text: string; p: number }

/** A name or figure of unknown role. `late`: from words after the request, which may change it. */
export type Mention = { meanings: readonly Meaning[]; text: string; late?: true }

/** A person's request, as the reader understands it. */
export type Request = {
  action: Action
  /** The words of the request. Several if later words changed it. */
  texts: readonly string[]
  /** Those of them that the agent wrote, in an offer that the person agreed to. Absent: none. */
  offered?: readonly string[]
  sums: readonly Sum[]
  /** Sums that later words replaced. */
  former: readonly Sum[]
  /** True if the sums are the agent's offer that the person agreed to; then `former` has the person's own. */
  adopted?: true
  receivers: readonly Receiver[]
  chains: readonly RequestedChain[]
  limits: readonly Limit[]
  /** Its words refer to something said or done before: "it", "what comes out", or nothing at all ("and lend"). */
  refers?: true
  /** Times, conditions and bounds in the words that the reading gives no role. */
  loose?: readonly Limit[]
  /** Entities in the words that the reading does not explain. */
  unexplained: readonly Mention[]
  /** Names and figures that the same message only tells, asks or supposes something of. */
  told?: readonly Mention[]
  /** Index of the message that made or last changed it. */
  message: number
  /** Index of the message that first asked for it, if that is an earlier one: what was done since uses it up. */
  began?: number
  /** Certainty of the clause as a whole: kind, action, edges and roles. */
  p: number
  /** Certainty that this is a request, and certainty of its action. */
  sure: { kind: number; action: number }
}

/** The current requests of a conversation. */
export type Requests = {
  /** Those of the last message that asked for anything, in order. */
  latest: readonly Request[]
  /** The person has only agreed to an agent's offer, without asking for it. */
  agreed: boolean
  /** The last message is in a language that the reader does not know. */
  unread: boolean
  /** The request by its entities alone, if it is in such a language. */
  named?: Request
  /** The reader finds nothing in the last message: neither a request nor a yes, a no or a question. */
  unheard: boolean
}

const sumRoles: readonly Role[] = ['give', 'get', 'amount', 'value', 'keep', 'nft', 'collection', 'about', 'reference']
const chainRoles: Partial<Record<Role, RequestedChain['end']>> = { chain: 'on', fromChain: 'from', toChain: 'to' }
const limitRoles: readonly Role[] = [
  ...(['protocol', 'slippage', 'rate', 'lockup', 'atMost', 'atLeast', 'limit', 'when', 'every', 'until'] as const),
  ...(['spender', 'contract', 'function', 'argument', 'excluded', 'count'] as const),
]
/** Actions that change a request rather than make one. */
const changing: readonly (Action | null)[] = ['revise', 'repeat', null]
/** Refusals of whatever was asked last. */
const takingBack: readonly Action[] = ['cancel', 'undo', 'revise', 'repeat']
const asksNothing: readonly (Action | null)[] = ['pause', 'resume', 'cancel', 'undo', 'alarm', 'scam']

/** Least certainty (0 to 1) that words are a request at all. */
export const sureOfKind = 0.65

/** Highest certainty of a reading that something in the words contradicts. */
const unsure = 0.4
const lessSure = (request: Request): Request => ({
  ...request,
  p: Math.min(request.p, unsure),
  sure: { ...request.sure, kind: Math.min(request.sure.kind, unsure) },
})

/** Below this the reader does not know what is to be done. */
const sureOfAction = 0.5

/** Most certainty of an action that is the agent's word. */
const lent = 0.7

/** Gives an answer the action that the agent asks about ("How much should I deposit?"), if its own is unknown. */
function withActionOf(agent: ReadMessage['agent'], request: Request): Request {
  if (!agent || (!changing.includes(request.action) && request.sure.action >= sureOfAction)) return request
  const asking = agent.read(agent.text).clauses.at(-1)
  if (!asking?.action || !isDone(asking.action) || asking.sure.action < sureOfAction) return request
  return { ...request, action: asking.action, sure: { ...request.sure, action: Math.min(asking.sure.action, lent) } }
}

/** True if a request tells on its own what is to be done. */
function isWhole({ action, sums, receivers, chains }: Request): boolean {
  switch (action) {
    case 'send':
    case 'sendNft':
      return receivers.length > 0 && sums.length > 0
    case 'swap':
      return sums.filter(({ what }) => what !== null).length > 1
    case 'bridge':
      return chains.length > 0 && sums.length > 0
    default:
      return sums.some(({ what }) => what !== null)
  }
}

/** True if a request says too little to stand alone, and nothing else than the one before: "send 0.5 ETH instead". */
const isFragment = (own: Request, last: Request): boolean =>
  !isWhole(own) && (own.action === last.action || own.sure.action < sureOfAction)

/** True for a request that only names another amount for the one before it: "bridge 0.1 WBTC? no wait, bridge half". */
const isBareAmount = ({ action, sums, receivers, chains }: Request, before: Request): boolean =>
  action === before.action &&
  before.sums.some(({ amount }) => amount !== null) &&
  sums.length > 0 &&
  sums.every(({ amount, what }) => amount !== null && what === null) &&
  receivers.length + chains.length === 0

/** True for a change that begins with a "no" and changes nothing: its words say something that was not understood. */
function isUnsaid(
  { sums, receivers, chains, limits }: Request,
  before: Request,
  text: string,
  reading: Reading,
): boolean {
  const words = reading.unexplained.flatMap(({ start, end }) => wordsOf(text.slice(start, end)))
  const isOld = ({ amount, what }: Sum) =>
    amount !== null && what === null && before.sums.some((sum) => sum.amount !== null && isSame(amount, sum.amount))
  return (
    words.some((word) => negatives.has(word)) &&
    sums.length > 0 &&
    receivers.length + chains.length + limits.length === 0 &&
    sums.every(isOld)
  )
}

/** Works out a multiple of what was asked before: "now twice that". */
function scaledBy(change: Request, before: Request, pieces: readonly Piece[]): Request {
  const factor = pieces.flatMap(({ role, meanings, text, p }) => {
    const times = role === 'amount' ? among(meanings, ['times']) : null
    return times ? [{ times, text, p }] : []
  })[0]
  const [former, ...others] = before.sums.filter(({ amount }) => amount?.is === 'number')
  const isOfThat = pieces.some(({ role }) => role === 'reference')
  if (!factor || !isOfThat || change.sums.length > 0 || former?.amount?.is !== 'number' || others.length > 0)
    return change
  const value = formatUnits(parseUnits(former.amount.value, 18) * parseUnits(factor.times.value, 18), 36)
  const sum: Sum = { ...former, amount: { is: 'number', value }, what: null, said: 0, text: factor.text, p: factor.p }
  return { ...change, sums: [sum] }
}

/** True for a further payment of what the one before is of: "and also 2 to 0x…". */
const isMore = (own: Request, last: Request): boolean =>
  own.action === 'send' &&
  last.action === 'send' &&
  own.receivers.length > 0 &&
  own.sums.length > 0 &&
  own.sums.every(({ what }) => what === null) &&
  tokenOf(last) !== null

/** A payment that names its sum anew and no receiver that could be read ("send 1 ETH to my friend") may be to anybody. */
const withDoubtfulReceivers = (request: Request, own: Request): Request =>
  own.receivers.length > 0 || own.sums.every(({ amount, what }) => amount === null || what === null)
    ? request
    : { ...request, receivers: request.receivers.map((each) => ({ ...each, p: Math.min(each.p, unsure) })) }

const tokenOf = ({ sums }: Request): Sum['what'] => sums.find(({ what }) => what !== null)?.what ?? null

/** Entities that no request leaves out by chance. */
const telling: ReadonlySet<Meaning['is']> = new Set([
  'token',
  'number',
  'dollars',
  'percent',
  'address',
  'name',
  'contact',
  'chain',
])

/** Returns what a message names or counts within these spans. */
const mentionsIn = (text: string, { entities }: Reading, spans: readonly Span[]): Mention[] =>
  entities
    .filter((entity) => telling.has(entity.is) && !entity.maybe && spans.some((span) => isWithin(entity, span)))
    .map((entity) => ({ meanings: [entity, ...(entity.or ?? [])], text: text.slice(entity.start, entity.end) }))

const withMentions = (request: Request, mentions: readonly Mention[], late?: true): Request => ({
  ...request,
  unexplained: [...request.unexplained, ...mentions.map((mention) => ({ ...mention, ...(late && { late }) }))],
  p: mentions.length === 0 ? request.p : Math.min(request.p, unsure),
})

/** Reads the requests in a person's messages, oldest first. `begun`: a request from before them, which they may change. */
export const requestsIn = (messages: readonly ReadMessage[], begun?: Request): Requests =>
  messages.reduce<Requests>(afterMessage, {
    latest: begun ? [begun] : [],
    agreed: false,
    unread: false,
    unheard: false,
  })

function afterMessage(before: Requests, { text, reading, agent }: ReadMessage, index: number): Requests {
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
        answers || changing.includes(clause.action) || isPart || (sooner !== undefined && isBareAmount(own, sooner))
      if (last && !sooner && isMore(own, last)) {
        asked.push(...latest, { ...own, sums: own.sums.map((sum) => ({ ...sum, what: tokenOf(last) })) })
      } else if (last && changes) {
        if (sooner) asked.pop()
        const change = scaledBy(inPlaceOf(own, last, pieces), last, pieces)
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
  const own = asked
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
    reading.clauses.every(
      (clause) => isEmpty(clause, piecesOf(text, clause, reading)) && !(own.length > 0 && isAgain(clause)),
    )
  const agrees =
    reading.clauses.some(({ kind }) => kind === 'agreement') || (isSilent && (isYes(text) || isEcho(text, agent)))
  // "Another one", "one more time": the same once more.
  const isAnother = isOnceMore(text) && own.length + latest.length > 0
  const unheard = isSilent && !agrees && !isAnother
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

/** Adds to the requests what the agent offered and the person agreed to, with the changes of their answer (`own`). */
function withOffers(
  stands: readonly Request[],
  own: readonly Request[],
  offers: readonly Request[],
): readonly Request[] {
  const [offer, ...others] = offers
  if (!offer) return stands
  const last = stands.at(-1)
  const isWithin = others.length === 0 && isChangeOf(offer, last)
  if (own.length === 0) return isWithin && last ? [...stands.slice(0, -1), agreedTo(last, offer)] : offers
  // "Yes, 500 is fine": the offer counts, with the changes of the answer.
  const change = own.at(-1)
  if (change && (isWithin || change.texts.length > 1))
    return [
      ...own.slice(0, -1),
      isWithin && last ? revised(agreedTo(last, offer), change) : revised(offer, lastChangeOf(change)),
    ]
  return [...offers, ...own]
}

/** Actions that people call by the same words. */
const kin: readonly (readonly Action[])[] = [
  ['supply', 'stake'],
  ['withdraw', 'unstake'],
  ['send', 'sendNft'],
]

/** True if an offer has the action of the request before it, and may change its terms. */
const isChangeOf = (offer: Request, last: Request | undefined): boolean =>
  last !== undefined &&
  (last.action === offer.action ||
    changing.includes(offer.action) ||
    changing.includes(last.action) ||
    last.sure.action < sureOfAction ||
    kin.some((actions) => actions.includes(last.action) && actions.includes(offer.action)))

/** Returns only what the last words of a request say. */
function lastChangeOf(request: Request): Request {
  const { texts, sums } = request
  if (texts.length < 2) return request
  const [last, none] = [texts.length - 1, { receivers: [], chains: [], limits: [], former: [], unexplained: [] }]
  const own = sums.flatMap((sum) => (sum.said === last ? [{ ...sum, said: 0 }] : []))
  return { ...request, ...none, texts: texts.slice(-1), sums: own }
}

/** True for words that ask for more, and not for something else in place of what was asked: "another 100", "once more". */
const isForMore = ({ action, texts }: Request, pieces: readonly Piece[]): boolean =>
  action === 'repeat' ||
  // A request of its own, and no change of "it".
  (!changing.includes(action) && pieces.length > 0 && !pieces.some(({ role }) => role === 'reference')) ||
  texts.some(adds)

const adds = (text: string): boolean => (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => adding.has(word))

/** True for a text that is nothing but a yes. */
const isYes = (text: string): boolean => {
  const words = wordsOf(text)
  return (
    words.some((word) => affirmatives.has(word)) && words.every((word) => affirmatives.has(word) || thanks.has(word))
  )
}

/** True for words that only ask for the same once more: "another one please", "do that one more time". */
const isOnceMore = (text: string): boolean =>
  adds(text) && wordsOf(text).every((word) => adding.has(word) || besideAdding.has(word))

/** True for an answer in the very words of the agent's question: "Continue?" "continue". */
function isEcho(text: string, agent: AgentText | undefined): boolean {
  const question = agent && /[^.!?]*\?\s*$/.exec(agent.text)?.[0]
  const [words, asked] = [wordsOf(text), wordsOf(question ?? '')]
  return words.length > 0 && !asked.includes('or') && words.every((word) => asked.includes(word))
}

/** True for a clause that asks for nothing. */
const isTold = ({ kind }: Clause): boolean => kind === 'report' || kind === 'question' || kind === 'hypothetical'

/** Returns the network that an answer names, of those that the agent asks about. */
function chainNamed(
  mentions: readonly Mention[],
  agent: AgentText,
): { mention: Mention; chain: RequestedChain } | null {
  const asked = agent.read(agent.text).entities.flatMap((each) => [each, ...(each.or ?? [])])
  for (const mention of mentions) {
    const chain = among(mention.meanings, ['chain'])
    const isAsked = chain !== null && asked.some((each) => each.is === 'chain' && each.chainId === chain.chainId)
    if (isAsked) return { mention, chain: { end: 'on', chain, text: mention.text, p: pointing } }
  }
  return null
}

/** A request with its network, if it says none. That of a bridge has two ends. */
const withChain = (request: Request, chain: RequestedChain): Request =>
  request.action === 'bridge' ? request : { ...request, chains: [chain] }

/** True for words that ask for the same once more. */
const isAgain = ({ action, sure }: Clause): boolean => action === 'repeat' && sure.action >= sureOfAction

/** The request, asked for at this message and not before. */
const anew = ({ began: _, ...request }: Request): Request => request

/** True for a refusal, and for a "cancel" or "undo". Only to ask whether something can be undone takes back nothing. */
const takesBack = ({ kind, action }: Clause): boolean =>
  kind === 'refusal' || (kind !== 'question' && (action === 'cancel' || action === 'undo'))

/** True if nothing but a comma stands between two clauses. */
const isNextTo = (before: Span | undefined, { start }: Span, text: string): boolean =>
  before !== undefined && /^\s*,?\s*$/.test(text.slice(before.end, start))

/** True for a clause that asks for something to be done. */
const asksFor = ({ kind, action }: Clause): boolean => kind === 'request' && !asksNothing.includes(action)

/**
 * True for a condition, and for words with nothing of their own but bounds: "if the slippage is over 1 % forget it",
 * "leave 3 ETH".
 */
const isBound = ({ kind }: Clause, pieces: readonly Piece[]): boolean =>
  kind === 'condition' ||
  (kind === 'request' &&
    limitsIn(pieces).length > 0 &&
    pieces.every(({ role }) => limitRoles.includes(role) || role === 'reference')) ||
  (kind === 'request' &&
    pieces.some(({ role }) => role === 'keep') &&
    pieces.every(({ role }) => keeping.includes(role)))

/** Roles in words that only say what is to stay. */
const keeping: readonly Role[] = ['keep', 'give', 'about', 'reference']

/** Adds a bound to the request that it belongs to. A condition that no figure of the plan can be held to is to be waited for. */
function withBound(
  request: Request,
  clause: Clause,
  pieces: readonly Piece[],
  text: string,
  reading: Reading,
): Request {
  const limits = limitsIn(pieces)
  // "If eth is above 3000" bounds a price. "If that can't be had, leave it" is no condition of the request.
  const isOfPrice = pieces.some(({ role }) => role === 'about' || role === 'reference') && !limits.some(isOfPlan)
  const governed = clause.of === undefined ? undefined : reading.clauses[clause.of]
  const isEnding = governed !== undefined && !asksFor(governed) && takesBack(governed)
  const isHeld = clause.kind !== 'condition' || isEnding || (limits.length > 0 && !isOfPrice)
  if (!isHeld) return withLoose(request, conditionOf(text, clause, reading))
  return { ...request, sums: [...request.sums, ...keptIn(text, pieces)], limits: [...request.limits, ...limits] }
}

/** True for a bound of the plan itself, rather than of a price: it counts a token, or is a percentage. */
const isOfPlan = ({ role, meanings }: Limit): boolean =>
  role === 'slippage' || meanings.some(({ is }) => is === 'token' || is === 'percent')

const keptIn = (text: string, pieces: readonly Piece[]): Sum[] =>
  sumsIn(text, pieces, []).filter(({ part }) => part === 'keep')

const withLoose = (request: Request, loose: readonly Limit[]): Request =>
  loose.length === 0 ? request : { ...request, loose: [...(request.loose ?? []), ...loose] }

/** Adds what a refusal rules out, unless the request names it itself: "swap 1 ETH for USDC, don't use Base". */
function withRefused(request: Request, pieces: readonly Piece[]): Request {
  const own: readonly (Meaning | null)[] = [
    ...request.sums.map(({ what }) => what),
    ...request.chains.map(({ chain }) => chain),
  ]
  const isOwn = (meanings: readonly Meaning[]) => meanings.some((meaning) => own.some((each) => isSame(meaning, each)))
  const refused = pieces.filter(
    ({ role, meanings }) =>
      role !== 'keep' &&
      meanings.some(({ is }) => is === 'token' || is === 'chain' || is === 'protocol') &&
      !isOwn(meanings),
  )
  const limits = refused.map(({ meanings, text, p }): Limit => ({ role: 'excluded', meanings, text, p }))
  return { ...request, limits: [...request.limits, ...limits] }
}

/** Adds the words of a refusal to the request before it: "and leave me 0.5", "do not go over 600". */
function bounded(request: Request, clause: Clause, pieces: readonly Piece[], text: string, reading: Reading): Request {
  const kept = keptIn(text, pieces)
  if (kept.length > 0) return { ...request, sums: [...request.sums, ...kept] }
  return withMentions(request, figuresIn(text, reading, clause), true)
}

const figuresIn = (text: string, reading: Reading, clause: Clause): Mention[] =>
  mentionsIn(text, reading, [clause]).filter(({ meanings }) => meanings.some((meaning) => 'value' in meaning))

/** Certainty of what entities of words in another language may mean: none of their role. */
const withoutRole = 0.7

/** Returns what the entities alone say of a message in another language. */
function unreadRequest(text: string, mentions: readonly Mention[], { entities }: Reading): Request {
  const p = withoutRole
  // "50 USDC" is one sum in any language.
  const counted = entities.flatMap((amount, at): Sum[] => {
    const what = entities[at + 1]
    if (amount.is !== 'number' || what?.is !== 'token' || text.slice(amount.end, what.start).trim() !== '') return []
    return [{ part: 'unsaid', amount, what, text: text.slice(amount.start, what.end), said: 0, p }]
  })
  const isSingle = ({ meanings }: Mention) =>
    !counted.some(({ amount, what }) => meanings.some((each) => each === amount || each === what))
  const singles = mentions.filter(isSingle).flatMap(({ meanings, text }): Sum[] => {
    const [amount, what] = [among(meanings, ['number', 'dollars', 'percent']), among(meanings, ['token'])]
    return amount || what ? [{ part: 'unsaid', amount, what, text, said: 0, p }] : []
  })
  const sums = [...counted, ...singles]
  const receivers = mentions.flatMap(({ meanings, text }): Receiver[] => {
    const meaning = among(meanings, ['address', 'name', 'contact'])
    return meaning ? [{ meaning, text, p }] : []
  })
  const chains = mentions.flatMap(({ meanings, text }): RequestedChain[] => {
    const chain = among(meanings, ['chain'])
    return chain ? [{ end: 'on', chain, text, p }] : []
  })
  const sure = { kind: 1, action: 0 }
  const none = { former: [], limits: [], unexplained: [], message: 0 }
  return { action: 'revise', texts: [text], sums, receivers, chains, ...none, p: 0, sure }
}

const isEmpty = ({ kind, action }: Clause, pieces: readonly Piece[]): boolean =>
  kind === 'request' && changing.includes(action) && pieces.every(({ role }) => role === 'reference')

/** False for a change of nothing: "do it", "next week" without a request before. */
const asksSomething = ({ action, sums, receivers, chains }: Request): boolean =>
  !changing.includes(action) || sums.length + receivers.length + chains.length > 0

/**
 * Returns what a refusal leaves of a request. "No no, 0.5!!" names something new, which may change the request; "stop"
 * and "don't send the 5 ETH" withdraw it.
 */
function afterRefusal(request: Request, clause: Clause, text: string, reading: Reading): Request[] {
  const { action } = clause
  const mentions = mentionsIn(text, reading, [clause])
  if (mentions.length > 0 && action !== request.action && action !== null && !takingBack.includes(action))
    return [request]
  const said = [...request.sums, ...request.former].flatMap(({ amount, what }) => [amount, what])
  const own: readonly (Meaning | null)[] = [
    ...said,
    ...request.receivers.map(({ meaning }) => meaning),
    ...request.chains.map(({ chain }) => chain),
  ]
  const isNew = ({ meanings }: Mention) => !meanings.some((meaning) => own.some((each) => isSame(meaning, each)))
  return mentions.some(isNew) ? [withMentions(request, mentions, true)] : []
}

/** True if two meanings name or count the same. */
function isSame(one: Meaning, other: Meaning | null): boolean {
  if (one.is === 'token' && other?.is === 'token') return one.symbol === other.symbol
  if (one.is === 'chain' && other?.is === 'chain') return one.chainId === other.chainId
  if (one.is === 'address' && other?.is === 'address') return one.address === other.address
  if (one.is === 'name' && other?.is === 'name') return one.name === other.name
  return 'value' in one && other !== null && 'value' in other && one.is === other.is && one.value === other.value
}

/** Below this an agent's words are too unclear to say what was agreed to. */
const sureOfOffer = 0.5

/** Returns what an agent offers to do, if a yes agrees to that: one request for each step. */
function offersIn(agent: AgentText, message: number): Request[] {
  const requestIn = (text: string, clause: Clause, reading: Reading): Request => {
    const pieces = piecesOf(text, clause, reading)
    const request = { ...requestOf(text, clause, reading, pieces), limits: limitsIn(pieces), message }
    return { ...request, offered: request.texts }
  }
  const hasObject = ({ action, sums, receivers, chains, limits }: Request) =>
    sums.length + receivers.length + chains.length > 0 || (action === 'revise' && limits.length > 0)
  const offer = offerIn(agent, (clause, { text, reading }) => hasObject(requestIn(text, clause, reading)))
  if (!offer) return []
  return offer.clauses.map((clause) => {
    const request = requestIn(offer.text, clause, offer.reading)
    return request.p < sureOfOffer ? lessSure(request) : request
  })
}

function requestOf(text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Request {
  const things = entitiesIn(clause, reading, 'pronoun').filter(isThing)
  const sums = sumsIn(text, pieces, things)
  const isUnnamed = ({ role, meanings }: Piece) => role === 'reference' || (role === 'amount' && meanings.length === 0)
  const refers = things.length > 0 || sums.length === 0 || pieces.some(isUnnamed)
  return {
    action: clause.action ?? 'revise',
    texts: [text.slice(clause.start, clause.end)],
    sums,
    ...(refers && { refers }),
    receivers: pieces
      .filter(({ role }) => role === 'receiver')
      .map(({ meanings, text, p }) => ({
        meaning: among(meanings, ['address', 'name', 'contact', 'pronoun']),
        text,
        p,
      })),
    chains: pieces.flatMap(({ role, meanings, text, p }) => {
      const end = chainRoles[role]
      const chain = among(meanings, ['chain'])
      return end && chain ? [{ end, chain, text, p }] : []
    }),
    limits: [
      ...limitsIn(pieces.filter((piece) => !tellsPurpose(text, piece, reading))),
      ...placesIn(text, clause, reading, pieces),
      ...collectionsIn(text, clause, reading, pieces),
    ],
    former: [],
    loose: waitsIn(text, clause, reading),
    unexplained: [
      ...pieces.flatMap(({ meanings, text }) =>
        meanings.some(({ is }) => is === 'badNumber') ? [{ meanings, text }] : [],
      ),
      // A network that no part of the clause has: "do it on mainnet, he doesn't use Base".
      ...entitiesIn(clause, reading, 'chain')
        .filter((each) => !each.or && !each.maybe && !pieces.some(({ span }) => isWithin(each, span)))
        .map((each) => ({ meanings: [each], text: text.slice(each.start, each.end) })),
    ],
    message: 0,
    p: clause.p,
    sure: clause.sure,
  }
}

const limitsIn = (pieces: readonly Piece[]): Limit[] =>
  pieces
    .filter(({ role }) => limitRoles.includes(role))
    .map(({ role, meanings, text, p }) => ({ role, meanings, text, p }))

/** True for a time that only says what something is for: "rent is due on friday". */
function tellsPurpose(text: string, { role, span }: Piece, { entities }: Reading): boolean {
  const times = entities.filter(({ is, ...each }) => (is === 'date' || is === 'recurrence') && isWithin(each, span))
  return (role === 'when' || role === 'every') && times.length > 0 && times.every((time) => isDescribing(text, time))
}

/** Returns the entities of one kind in a clause. */
const entitiesIn = <K extends Meaning['is']>({ start, end }: Span, { entities }: Reading, kind: K) =>
  entities.filter((entity) => entity.is === kind && entity.start >= start && entity.end <= end) as (Entity & Is<K>)[]

/**
 * Returns the vaults and lending markets that a clause names, whatever their role, with what belongs to a name ("7-day"),
 * and the lock-ups that no part holds.
 */
const placesIn = (text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Limit[] => {
  const limit = (place: Entity, others: readonly Meaning[]): Limit => ({
    ...{ role: 'position', meanings: [place, ...others], text: text.slice(place.start, place.end), p: 1 },
  })
  // "Not in the locked vault".
  const isRefused = (place: Span) => pieces.some(({ role, span }) => role === 'excluded' && isWithin(place, span))
  const named = entitiesIn(clause, reading, 'position').filter((place) => !isRefused(place))
  const places = named.map((place) => {
    const name = pieces.find(({ role, meanings }) => role === 'position' && meanings.includes(place))
    return limit(place, name?.meanings.filter((meaning) => meaning !== place) ?? [])
  })
  const lockups = entitiesIn(clause, reading, 'lockup').filter(
    (lockup) => !pieces.some(({ meanings }) => meanings.includes(lockup)),
  )
  return [...places, ...lockups.map((lockup) => limit(lockup, []))]
}

/** Returns the collections that a clause names outside its other parts: "one of my badges". */
const collectionsIn = (text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Limit[] =>
  entitiesIn(clause, reading, 'collection')
    .filter(({ start, end }) => !pieces.some(({ span }) => span.start < end && start < span.end))
    .map((named) => ({
      ...{ role: 'collection' as const, meanings: [named], text: text.slice(named.start, named.end), p: 1 },
    }))

/** Certainty that a word refers to what the agent had just named. */
const pointing = 0.8

/** Adds to a request what its words refer to in the agent's message: "there", "the last one". */
function pointed(
  request: Request,
  text: string,
  clause: Clause,
  reading: Reading,
  agent: ReadMessage['agent'],
): Request {
  const near = placeBefore(request, text, clause, reading)
  if (near) return { ...request, chains: [near] }
  if (!agent) return request
  const [there] = request.chains.length === 0 ? entitiesIn(clause, reading, 'pronoun').filter(isPlace) : []
  const [place] =
    request.action === 'sendNft' && !request.sums.some(({ what }) => what) ? entitiesIn(clause, reading, 'ordinal') : []
  if (!there && !place) return request
  const { entities } = agent.read(agent.text)
  const named = <K extends Meaning['is']>(kind: K) => entities.filter(({ is }) => is === kind) as (Entity & Is<K>)[]
  const chains = there ? named('chain') : []
  const [chain] = chains
  const isOne = chain && chains.every(({ chainId }) => chainId === chain.chainId)
  const nfts = place ? named('nft') : []
  const nft = place && (place.nth < 0 ? nfts.at(place.nth) : nfts[place.nth - 1])
  const said = ({ start, end }: Span) => text.slice(start, end)
  return {
    ...request,
    ...(there &&
      isOne && {
        chains: [{ end: request.action === 'bridge' ? 'to' : 'on', chain, text: said(there), p: pointing }],
      }),
    ...(place &&
      nft && {
        sums: [...request.sums, { part: 'give', amount: null, what: nft, text: said(place), said: 0, p: pointing }],
      }),
  }
}

/** Returns the network that "there" stands for, if the same message names one before it. A bridge has two ends. */
function placeBefore(
  { action, chains }: Request,
  text: string,
  clause: Clause,
  reading: Reading,
): RequestedChain | null {
  if (chains.length > 0 || action === 'bridge') return null
  const there = entitiesIn(clause, reading, 'pronoun').find(isPlace)
  const named = there && reading.entities.findLast(({ is, end }) => is === 'chain' && end <= there.start)
  if (!there || named?.is !== 'chain') return null
  return { end: 'on', chain: named, text: text.slice(there.start, there.end), p: pointing }
}

const isPlace = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'place'
const isThing = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'thing'

/**
 * Gives the sums of a change the parts of those that they replace: "I meant dai, not usdc" names the other token, and
 * "make it 0.2 ETH" the same one, in a part that the request lacks.
 */
function inPlaceOf(change: Request, before: Request, pieces: readonly Piece[]): Request {
  const taken = pieces.flatMap(({ role, meanings }) =>
    role === 'discarded' || role === 'excluded' ? (among(meanings, ['token'])?.symbol ?? []) : [],
  )
  const replaced = ({ part, amount, what }: Sum): Sum | undefined => {
    if (part === 'keep') return undefined
    const other = before.sums.find((sum) => sum.what?.is === 'token' && taken.includes(sum.what.symbol))
    if (other && amount === null) return other
    if (what?.is !== 'token' || amount === null || before.sums.some((sum) => sum.part === part)) return undefined
    const same = before.sums.filter((sum) => sum.what?.is === 'token' && sum.what.symbol === what.symbol)
    return same.length === 1 ? same[0] : undefined
  }
  return { ...change, sums: change.sums.map((sum) => ({ ...sum, part: replaced(sum)?.part ?? sum.part })) }
}

/** Replaces parts of a request by the offer that the person agreed to. */
function agreedTo(before: Request, offer: Request): Request {
  const changed = { ...anew(revised(before, offer)), message: offer.message }
  if (!offer.sums.some(({ amount }) => amount !== null)) return changed
  const { loose } = offer
  return {
    ...changed,
    sums: offer.sums,
    former: [...before.former, ...before.sums],
    adopted: true,
    ...(loose && { loose }),
  }
}

/** Replaces parts of a request by later words. */
function revised(before: Request, change: Request): Request {
  const { texts, p, sure } = change
  const offered = [...(before.offered ?? []), ...(change.offered ?? [])]
  const sums = change.sums.map((sum) => ({ ...sum, said: before.texts.length + sum.said }))
  const { receivers, limits } = before.action === 'send' ? withReceivers(change) : change
  const parts = new Set(sums.map(({ part }) => part))
  const main = before.sums.some(({ part }) => part === 'give') ? 'give' : (before.sums[0]?.part ?? 'give')
  const former: Sum[] = []
  const kept = before.sums.flatMap((sum): Sum[] => {
    const next = sums.find(({ part }) => part === sum.part || (part === 'unsaid' && sum.part === main))
    if (!next) return [sum]
    former.push(sum)
    return [{ ...sum, ...next, part: sum.part, amount: next.amount ?? sum.amount, what: next.what ?? sum.what }]
  })
  const isKept = (part: Sum['part']) =>
    kept.some((sum) => sum.part === part || (part === 'unsaid' && sum.part === main))
  const ends = new Set(change.chains.map(({ end }) => end))
  // Only a bridge has two.
  const isElsewhere = change.chains.length > 0 && before.action !== 'bridge' && before.action !== 'swap'
  const roles = new Set(limits.map(({ role }) => role))
  return {
    action: before.action,
    texts: [...before.texts, ...texts],
    sums: [...kept, ...sums.filter(({ part }) => parts.has(part) && !isKept(part))],
    former: [...before.former, ...former],
    receivers: receivers.length > 0 ? receivers : before.receivers,
    chains: [...before.chains.filter(({ end }) => !ends.has(end) && !isElsewhere), ...change.chains],
    limits: [...before.limits.filter(({ role }) => !roles.has(role)), ...limits],
    // "Do it now": what it was to wait for no longer counts.
    loose: [...(roles.has('when') ? [] : (before.loose ?? [])), ...(change.loose ?? [])],
    unexplained: [...before.unexplained, ...change.unexplained],
    ...(before.adopted && sums.length === 0 && { adopted: true }),
    ...(offered.length > 0 && { offered }),
    message: change.message,
    began: before.began ?? before.message,
    p: Math.min(before.p, p),
    sure: { ...before.sure, kind: sums.length > 0 ? Math.min(before.sure.kind, sure.kind) : before.sure.kind },
  }
}

/** Takes an address in a change of a payment for its receiver: "the same again for 0x…". */
function withReceivers({ receivers, limits }: Request): Pick<Request, 'receivers' | 'limits'> {
  const isParty = ({ role }: Limit) => role === 'spender' || role === 'contract'
  const named = limits.filter(isParty).flatMap(({ meanings, text, p }): Receiver[] => {
    const meaning = among(meanings, ['address', 'name', 'contact'])
    return meaning ? [{ meaning, text, p }] : []
  })
  return { receivers: [...receivers, ...named], limits: limits.filter((limit) => !isParty(limit)) }
}

function piecesOf(text: string, clause: Clause, { entities }: Reading): Piece[] {
  return clause.parts.map(({ start, end, role, p, group, entities: inside }) => ({
    span: { start, end },
    text: text.slice(start, end),
    role,
    meanings: inside.flatMap((at): Meaning[] => {
      const entity = entities[at]
      if (!entity) return []
      if (isCounting(role) && isCut(text, entity, end, entities)) return [{ is: 'badNumber' }]
      return [entity, ...(entity.or ?? [])]
    }),
    group: group ?? null,
    p,
  }))
}

const isCounting = (role: Role): boolean => role === 'amount' || role === 'value'

/**
 * True for a figure with a word behind it that no entity explains: up to the end of its piece, or alone before a token
 * ("two hunnid usdc").
 */
function isCut(text: string, figure: Entity, end: number, entities: readonly Entity[]): boolean {
  if (figure.is !== 'number' && figure.is !== 'dollars') return false
  const next = entities.find((each) => each.start >= figure.end)
  const isOpen = (to: number) => wordsOf(text.slice(figure.end, to)).some((word) => !joining.has(word))
  if (isOpen(Math.min(end, next?.start ?? end))) return true
  const between = next?.is === 'token' ? text.slice(figure.end, next.start) : ''
  return wordsOf(between).length === 1 && isLetters(between.trim()) && isOpen(next?.start ?? end)
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
const isLetters = (text: string): boolean => /^\p{L}+$/u.test(text)

function among<K extends Meaning['is']>(meanings: readonly Meaning[], kinds: readonly K[]): Is<K> | null {
  const isOne = (meaning: Meaning): meaning is Is<K> => (kinds as readonly string[]).includes(meaning.is)
  return meanings.find(isOne) ?? null
}

/** Pairs each amount with the token that it counts: of its group, else the nearest unpaired one. */
function sumsIn(text: string, pieces: readonly Piece[], pronouns: readonly Span[]): Sum[] {
  const all = pieces.filter(({ role }) => sumRoles.includes(role))
  const isAmount = ({ role }: Piece) => role === 'amount' || role === 'value' || role === 'keep'
  const things = all.filter((piece) => !isAmount(piece) && piece.role !== 'reference')
  const references = [...all.filter(({ role }) => role === 'reference').map(({ span }) => span), ...pronouns]
  const amounts = all.filter(isAmount)
  const free = new Set(things)
  const sums: Sum[] = []
  for (const piece of amounts) {
    const amount = among(piece.meanings, ['number', 'dollars', 'percent', 'share'])
    // "5 USDC" may be one piece.
    const inside = among(piece.meanings, ['token', 'nft'])
    // "All but 100 of my USDC": what is kept is of the same thing.
    const isKept = piece.role === 'keep'
    const thing = inside ? null : nearest(text, piece, countable(amount, isKept ? things : [...free]), references)
    if (thing && !isKept) free.delete(thing)
    const part = piece.role === 'keep' ? 'keep' : thing ? partOf(thing) : 'unsaid'
    sums.push({
      part,
      amount,
      what: inside ?? (thing && whatOf(thing)),
      text: thing && thing.span.start > piece.span.start ? `${piece.text} ${thing.text}` : piece.text,
      said: 0,
      p: Math.min(piece.p, thing?.p ?? 1, isRelative(text, piece) ? unsure : 1),
    })
  }
  for (const thing of free)
    sums.push({ part: partOf(thing), amount: null, what: whatOf(thing), text: thing.text, said: 0, p: thing.p })
  return sums.filter(({ amount, what }) => amount !== null || what !== null)
}

/** True for "20 less" and "10 more", which refer to something said before and are not the amount itself. */
const isRelative = (text: string, { span }: Piece): boolean => /^\s*(?:less|more)\b/i.test(text.slice(span.end))

const partOf = ({ role }: Piece): Sum['part'] => (role === 'get' ? 'get' : role === 'about' ? 'unsaid' : 'give')
const whatOf = ({ meanings }: Piece): Sum['what'] =>
  among(meanings, ['nft']) ?? among(meanings, ['token', 'collection'])

/** Returns the things that an amount can count. A share is of what there is, and never of what a swap brings. */
function countable(amount: Amount | null, things: readonly Piece[]): readonly Piece[] {
  if (amount?.is !== 'share' && amount?.is !== 'percent') return things
  const given = things.filter(({ role }) => role !== 'get')
  return given.length > 0 ? given : things
}

/**
 * Returns the thing beside an amount: behind it ("5 USDC", "5 of my USDC") rather than before it, unless only that one
 * stands right beside it ("USDC 5 to DAI").
 */
function nearest(text: string, amount: Piece, things: readonly Piece[], references: readonly Span[]): Piece | null {
  // “Three of them for USDC” counts what the pronoun stands for.
  const { span } = amount
  const isCounted = ({ start }: Span) => start >= span.start && start - span.end <= mostBetween
  const reference = references.find(isCounted)
  const grouped =
    amount.group === null ? things : things.filter(({ group }) => group === null || group === amount.group)
  const gap = (thing: Piece) =>
    thing.span.start >= amount.span.end ? thing.span.start - amount.span.end : amount.span.start - thing.span.end + 4
  const touches = ({ span: { start, end } }: Piece) =>
    text.slice(Math.min(end, span.end), Math.max(start, span.start)).trim() === ''
  // "Sell ETH for DAI, 3": what stands behind the thing that is bought, and not beside it, does not count that.
  const isBeside = (thing: Piece) => thing.role !== 'get' || thing.span.start >= span.end || touches(thing)
  const [closest] = grouped
    .filter(isBeside)
    .toSorted((a, b) => Number(touches(b)) - Number(touches(a)) || gap(a) - gap(b))
  if (!closest || gap(closest) > mostBetween || (isOfThat(amount.text) && !touches(closest))) return null
  // "Sell 2 for USDC" counts what is sold.
  if (closest.role === 'get' && towards.test(text.slice(amount.span.end, closest.span.start))) return null
  return reference && (reference.start < closest.span.start || !touches(closest)) ? null : closest
}

/** Words between what is given and what it is given for. */
const towards = /^\s*(?:for|to|into|in)\s+(?:\w+\s+)?$/i

/** True for "half of it", which is a share of what the pronoun stands for. */
export const isOfThat = (text: string): boolean => /\b(?:it|that|this|them)$/i.test(text)

/** Most characters between an amount and what it counts: "half of all the ". */
const mostBetween = 20
