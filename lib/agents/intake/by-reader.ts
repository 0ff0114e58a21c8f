import type { Chains } from '@/lib/chain/chains/chain'
import { pinnedCollections } from '@/lib/chain/nft/collections'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { Entity } from '@/lib/language/entity'
import { actions } from '@/lib/language/labels'
import { withoutPlaceNames } from '@/lib/language/place'
import { quotationsIn, withQuotesTold } from '@/lib/language/quotations'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import { isDenied, wordsIn } from '@/lib/language/words/comparing'
import { affirmatives } from '@/lib/language/words/sets'
import { isRequested, isSame, stepOf } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import type { Least } from '../replies/topic-of'
import { agreement, answered, endOfPermission, halt, named } from './answers'
import { otherwise, questionOf } from './asked-about'
import { withReplaced } from './clauses/replaced'
import { commandOf, ending, isConsent, isOneOf, keeping } from './commands'
import { certain, type Message, missed, type Understood, warns, weak } from './message'
import { answeredWhich, declined, end, ofOpenCall, takenBack } from './open/open-calls'
import { changedTerms } from './plans/changed-terms'
import { stopped } from './plans/stopped'
import { requested } from './requests'
import { answeredWish } from './watched'
import { withEstimateAsked } from './yields-asked'

/** Below this a refusal does not say what is refused. */
const sureOfAction = 0.7

/** Reads one message by the trained reader, in the light of what was said before. */
export function understandReading(
  text: string,
  whole: Reading,
  dialogue: Dialogue,
  chains: Chains,
  readAs: Message['readAs'],
): Understood {
  const plain = withQuotesTold(text, withoutPlaceNames(text, whole, vaultNames(chains)))
  const reading = withReplaced(text, withEstimateAsked(plain, dialogue))
  const command = commandOf(text)
  if (command) return certain(command)
  if (isConsent(text)) return agreement(dialogue)
  if (dialogue.open.length > 1 && isOneOf({ two: ending.two, all: ending.all }, text))
    return end(dialogue.open, dialogue)
  if (dialogue.open.length > 0 && isOneOf(keeping, text)) return certain({ kind: 'kept' })
  if (!reading.english) return weak({ kind: 'talk', topic: 'language' })
  const { clauses, entities } = reading
  const isMore = clauses.some((clause) => (clause.kind === 'request' && clause.action !== null) || warns(clause))
  const isSmall = entities.length === 0 ? !isMore : isAllOfNothing(reading)
  const small = isSmall ? otherwise({ text, entities }) : null
  if (small?.kind === 'talk') return certain(small)
  const message: Message = { text, reading, collections: collectionsOf(chains), readAs }
  /** Words of which no request was made may still be about something that the agent can tell of. */
  const told = (read: Understood, least?: Least): Understood => {
    const is = otherwise({ text, entities }, least)
    return is ? certain(is) : read
  }
  const readAnew = (other: string, at: Dialogue) => understandReading(other, readAs(other), at, chains, readAs)
  const ofOpen =
    answeredWhich(message, dialogue) ?? declined(message, dialogue) ?? ofOpenCall(message, dialogue, readAnew)
  if (ofOpen) return ofOpen
  const answer = answeredWish(message, dialogue) ?? answered(message, dialogue)
  if (answer) return answer
  const asked = clauses
    .map((clause): Clause => (leavesSome(clause) ? asRequest(clause) : clause))
    .filter((clause) => clause.kind === 'request' && !asksToSee(clause.action) && !isRefused(clause, message))
  const halted =
    endOfPermission(message, dialogue) ??
    stopped(asked, message, dialogue) ??
    changedTerms(asked, message, dialogue) ??
    halt(message, dialogue)
  if (halted) return halted
  if (asked.length > 0) {
    const read = surely(requested(asked, message, dialogue), asked, message, dialogue)
    if (read.certainty === 'weak') return alarmed(message, dialogue) ?? named(message, dialogue) ?? told(read)
    return asked.every(isDoubtful) && !entities.some(isSum) ? told(read, 'sure') : read
  }
  const alarm = alarmed(message, dialogue)
  if (alarm) return alarm
  const quotations = quotationsIn(text)
  if (
    clauses.some(
      (clause) =>
        clause.kind === 'report' && clause.parts.length > 0 && quotations.some((each) => isWithin(clause, each)),
    )
  )
    return certain({ kind: 'talk', topic: 'quoted' })
  const agreed = clauses.some(({ kind }) => kind === 'agreement') || isLooseYes(message, dialogue)
  if (agreed && !clauses.some(({ kind }) => kind === 'refusal')) return agreement(dialogue)
  const questions = clauses.filter(
    ({ kind, action }) => kind === 'question' || (kind === 'request' && asksToSee(action)),
  )
  // "What is ETH at? How has it moved?": the one that says what it is about.
  const question = questions.findLast((clause) => entities.some((each) => isThing(each, clause))) ?? questions.at(-1)
  if (question) {
    // "What about 400 more": hardly a question, where something was just asked for.
    const isOfTable = dialogue.topic === 'yields'
    const change = question.sure.action < sureOfQuestion && !isOfTable ? named(message, dialogue) : null
    if (change) return change
    const inside = entities.filter((each) => isWithin(each, question))
    const is = questionOf({ clause: question, text, entities: inside, collections: message.collections }, dialogue)
    const isNamed = entities.some((each) => isThing(each, question))
    if (question.action === 'explain' && !isNamed && clauses.some(isDemand))
      return certain({ kind: 'abstain', topic: 'scam' })
    const isMused = is.kind === 'talk' && is.topic === 'unknown' && clauses.some(({ kind }) => kind === 'hypothetical')
    if (!isMused) return { is, certainty: question.sure.action >= 0.5 ? 'certain' : 'weak' }
  }
  const watching = clauses.find(({ action }) => action === 'autoRebalance')
  if (watching && !stepOf(dialogue))
    return certain({ kind: 'talk', topic: watching.kind === 'refusal' ? 'rebalance-end' : 'rebalance' })
  if (clauses.some(({ kind }) => kind === 'refusal')) {
    const isOpen = stepOf(dialogue) || dialogue.plan || dialogue.open.length > 0
    const named = clauses.some(({ kind, action }) => kind === 'refusal' && action !== null && action !== 'cancel')
    const isPlan = entities.some(({ is }) => is === 'plan')
    const refusal = clauses.find(({ kind }) => kind === 'refusal')
    return refusal && (isOpen || (!named && !isPlan))
      ? takenBack(refusal, message, dialogue)
      : certain({ kind: 'abstain', topic: 'negated' })
  }
  // “Should I buy ETH?”
  if (clauses.some(({ kind }) => kind === 'hypothetical'))
    return told(certain({ kind: 'abstain', topic: 'hypothetical' }))
  if (clauses.some(({ kind, action }) => kind === 'report' && action !== null))
    return certain({ kind: 'abstain', topic: 'past' })
  // “My plans”, and nothing else.
  if (clauses.length === 0 && entities.length > 0 && entities.every(({ is }) => is === 'plan'))
    return certain({ kind: 'plans' })
  return named(message, dialogue) ?? told(missed)
}

/**
 * A likely change of an open call is certain if the words by themselves certainly say the same: what was spoken of in
 * between has only led the reader astray.
 */
function surely(read: Understood, asked: readonly Clause[], message: Message, dialogue: Dialogue): Understood {
  const { is, certainty } = read
  if (certainty !== 'likely' || !isRequested(is) || is.replaces === undefined) return read
  const reading = message.readAs(message.text, true)
  const { clauses } = reading
  const areChanges = [...asked, ...clauses].every(({ kind, action }) => kind === 'request' && isChange(action))
  if (!areChanges || clauses.length !== asked.length) return read
  const alone = requested(clauses, { ...message, reading }, dialogue)
  const isAlike = isRequested(alone.is) && isSame(is, alone.is) && alone.is.replaces === is.replaces
  return isAlike && alone.certainty === 'certain' ? alone : read
}

/** "Thanks, that's all": nothing is named but an "all" in no part of a request. */
const isAllOfNothing = ({ clauses, entities }: Reading): boolean =>
  entities.every(({ is }) => is === 'pronoun' || is === 'share') &&
  clauses.every(({ action, parts }) => isChange(action) && parts.every(({ role }) => role === 'reference'))

/**
 * True for "alright then" after the agent's own offer: a yes beside words of which nothing was read. Of the labelled lines,
 * none that refuses or asks is such a yes (`lib/language/lines`).
 */
const isLooseYes = ({ text, reading: { clauses, entities } }: Message, { asked, standing }: Dialogue): boolean =>
  (asked === 'confirm' || standing === 'proposed') &&
  clauses.length + entities.length === 0 &&
  wordsIn(text).some((word) => affirmatives.has(word)) &&
  !isDenied(text)

/** Below this certainty of its action, a request without a sum may be no request: "can USDC lose its value?" */
const sureOfRequest = 0.3

const isDoubtful = ({ action, sure }: Clause): boolean => action === null || sure.action < sureOfRequest

const isSum = ({ is }: Entity): boolean => is === 'number' || is === 'dollars' || is === 'share'

/** Below this certainty of its action, a question that names only values may change what was asked for. */
const sureOfQuestion = 0.35

const isThing = (each: Entity, clause: Clause): boolean => each.is !== 'pronoun' && isWithin(each, clause)

/** True for an action that shows or tells: whoever requests that asks a question. */
const asksToSee = (action: Clause['action']): boolean =>
  action !== null &&
  actions.indexOf(action) >= actions.indexOf('balances') &&
  actions.indexOf(action) <= actions.indexOf('explain')

/** Least certainty of a clause's action with which it raises an alarm. */
const sureOfAlarm = 0.4

/** Questions that words of a theft or a fraud answer better than what they ask for. */
const helpless: ReadonlySet<Clause['action']> = new Set(['explain', 'history', 'undo', 'alarm', 'scam'])

/** Returns what to do about a theft, a leak or a fraud that a message tells of; null if it has none or wants an answer. */
function alarmed({ reading: { clauses } }: Message, dialogue: Dialogue): Understood | null {
  const told = clauses.filter((clause) => warns(clause) && clause.sure.action >= sureOfAlarm)
  const isOpen = stepOf(dialogue) !== null || dialogue.plan !== null
  const isElse = clauses.some(
    ({ kind, action }) =>
      (kind === 'question' && !helpless.has(action)) || (isOpen && (kind === 'agreement' || kind === 'refusal')),
  )
  if (told.length === 0 || isElse) return null
  return certain({ kind: 'abstain', topic: told.some(({ action }) => action === 'alarm') ? 'alarm' : 'scam' })
}

/** True for a report that somebody wants something of the person: "he says I must send 2 ETH". */
const isDemand = ({ kind, action, parts }: Clause): boolean =>
  kind === 'report' &&
  (action === 'send' || action === 'approve' || parts.some(({ role }) => role === 'amount' || role === 'spender'))

/** "No, leave 500": a refusal that only says what is to stay is a change of what stands. */
const leavesSome = ({ kind, action, parts }: Clause): boolean =>
  kind === 'refusal' && action === 'revise' && parts.some(({ role }) => role === 'keep')

/** Whether it is taken for a refusal or for a request, it asks for the same. */
const asRequest = (clause: Clause): Clause => ({ ...clause, kind: 'request', sure: { ...clause.sure, kind: 1 } })

/** Answers that refuse what was offered, and nothing that comes after them. */
const noes: ReadonlySet<string> = new Set(['no', 'nah', 'nope', 'wait', 'stop'])

/** "Don't buy", and right after it "$50 of ETH every week": what a refusal without a thing of its own refuses. */
function isRefused(asked: Clause, { text, reading: { clauses, entities } }: Message): boolean {
  const before = clauses.find(
    ({ kind, end }) => kind === 'refusal' && end <= asked.start && text.slice(end, asked.start).trim() === '',
  )
  if (!before || entities.some((each) => isWithin(each, before))) return false
  const isAnswer = noes.has(text.slice(before.start, before.end).toLowerCase())
  return !isAnswer && (before.action === asked.action || before.sure.action < sureOfAction)
}

const vaultNames = (chains: Chains): ReadonlySet<string> =>
  new Set([...chains.keys()].flatMap((id) => pinnedVaultsOn(id).map(({ pool }) => pool)))

/** Maps each known collection's short name to its name in our list. */
const collectionsOf = (chains: Chains): ReadonlyMap<string, string> =>
  new Map(
    [...chains.keys()].flatMap((id) =>
      pinnedCollections(id).map(({ called, name }): [string, string] => [called, name]),
    ),
  )
