import type { Span } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import { isDenied, isExcepted, namesAll, wordsIn } from '@/lib/language/words/comparing'
import { additives, affirmatives, determiners, prepositions, thanks } from '@/lib/language/words/sets'
import { atCall, cancelled, doubted, isRequested, stepOf } from '../../meaning/step'
import type { Dialogue, OpenCall } from '../../meaning/understanding'
import { topicOf } from '../../replies/topic-of'
import { ending, isOneOf } from '../commands'
import { actionOf, certain, type Message, mostWords, type Understood } from '../message'
import { mentionsIn } from './mentions'
import { deedOf, namedBy } from './names'

const endings: readonly Clause['action'][] = ['cancel', 'undo', 'pause']

/** True for a clause that takes something back. */
const ends = ({ kind, action }: Clause): boolean =>
  kind === 'refusal' || (kind === 'request' && endings.includes(action))

/** False for a refusal that denies nothing: "keep it" and "leave it" may mean either. */
const isPlain = ({ kind, action, start, end }: Clause, text: string): boolean =>
  kind !== 'refusal' || action === 'cancel' || isDenied(text.slice(start, end))

const idsOf = (calls: readonly OpenCall[]): readonly string[] => calls.map(({ id }) => id)
/** Takes back these open calls. */
export const end = (calls: readonly OpenCall[], dialogue: Dialogue): Understood =>
  certain(cancelled(dialogue, idsOf(calls)))
const which = (calls: readonly OpenCall[], { open }: Dialogue): Understood =>
  certain({ kind: 'which-open', of: idsOf(calls.length > 0 ? calls : open) })

/** Reads a clause that takes something back: the open calls that it names, or what the dialogue is about. */
export function takenBack(clause: Span & Pick<Clause, 'action'>, message: Message, dialogue: Dialogue): Understood {
  const said = message.text.slice(clause.start, clause.end)
  const { open } = dialogue
  if (open.length < 2) return certain(cancelled(dialogue))
  const entities = message.reading.entities.filter((each) => isWithin(each, clause))
  if (entities.some(({ start }) => isExcepted(message.text.slice(0, start)))) return which(open, dialogue)
  if (clause.action === 'cancel' && namesAll(said)) return end(open, dialogue)
  const named = namedBy(said, entities, message, dialogue)
  if (!named) return certain(cancelled(dialogue))
  return named.areAll ? end(named.calls, dialogue) : which(named.calls, dialogue)
}

/** Kinds of words that turn nothing down: they ask, tell or suppose. */
const undecided: ReadonlySet<Clause['kind']> = new Set(['question', 'report', 'condition', 'hypothetical'])

/** Reads words that turn down what waits for the person, whatever they were read as: "reject it". Null for other words. */
export function declined(message: Message, dialogue: Dialogue): Understood | null {
  const { text, reading } = message
  const { clauses, entities } = reading
  const isBegun = dialogue.standing === 'open' && (stepOf(dialogue) !== null || dialogue.plan !== null)
  const isMore = wordsIn(text).length > mostWords || entities.some(({ is }) => is === 'number' || is === 'dollars')
  if (isMore || (dialogue.open.length === 0 && !isBegun) || clauses.some(({ kind }) => undecided.has(kind))) return null
  if (topicOf({ text, entities }, 'other') !== 'decline') return null
  return takenBack({ action: 'cancel', start: 0, end: text.length }, message, dialogue)
}

/** Words that may stand beside a name which is all that a message says. */
const besideNames: ReadonlySet<string> = new Set([
  ...[...determiners, ...prepositions, ...additives, ...affirmatives, ...thanks],
  ...['one', 'other', 'both', 'all', 'everything', 'just', 'only'],
])

/** Reads an answer to the question which of the open calls is to be taken back; null if the message is none. */
export function answeredWhich(message: Message, dialogue: Dialogue): Understood | null {
  const { text, reading } = message
  const beside = reading.entities.reduceRight((rest, each) => rest.slice(0, each.start) + rest.slice(each.end), text)
  const isName = wordsIn(beside).every((word) => besideNames.has(word) || deedOf(word) !== undefined)
  if (dialogue.asked !== 'which-open' || !isName) return null
  if (namesAll(text)) return end(dialogue.open, dialogue)
  const named = namedBy(text, reading.entities, message, dialogue)
  return named?.areAll ? end(named.calls, dialogue) : null
}

/**
 * Reads words that name one open call of several, or all but one: as if it were the only one, and the words said "it".
 * Null if they name none. `understand` reads other words in the light of another dialogue.
 */
export function ofOpenCall(
  message: Message,
  dialogue: Dialogue,
  understand: (text: string, dialogue: Dialogue) => Understood,
): Understood | null {
  const { text, reading, readAs } = message
  const { open } = dialogue
  if (open.length === 0) return null
  // What the agent said of a proposal leads the reader astray where it is taken back.
  const alone = readAs(text, true)
  const clauses = reading.clauses.length > 0 ? reading.clauses : alone.clauses
  if (clauses.length === 0 || clauses.some(({ kind }) => !spoken.has(kind))) return null
  const mentions = mentionsIn(message, dialogue).filter((each) => each.isSure || isAboutOpen(each, clauses, dialogue))
  const [first, ...others] = mentions
  if (!first) return ofThem({ ...message, reading: { ...alone, clauses } }, alone.clauses, dialogue)
  const meant = open.filter((call) => mentions.some(({ calls }) => calls.includes(call)))
  const areTold = mentions.every(({ areAll }) => areAll)
  const isEnd = alone.clauses.length > 0 && alone.clauses.every((clause) => ends(clause) && isPlain(clause, text))
  if (isExcepted(text.slice(0, first.start))) {
    const left = open.filter((call) => !meant.includes(call))
    return areTold && isEnd && left.length > 0 ? end(left, dialogue) : which(open, dialogue)
  }
  const [call] = meant
  if (call && meant.length === 1 && others.length === 0) return ofOne(message, first, call, dialogue, understand)
  const areJoined = others.every(({ start }, at) => joins.has(text.slice(mentions[at]?.end, start).trim()))
  if (areTold && areJoined && isEnd) return end(meant, dialogue)
  return [...clauses, ...alone.clauses].some(ends) ? which(meant, dialogue) : null
}

const joins: ReadonlySet<string> = new Set(['and', '&', ',', '+', ', and', 'or'])

/** "The first", after a list or a question, is more likely one of those. */
const isAboutOpen = (mention: Span, clauses: readonly Clause[], { offered, asked }: Dialogue): boolean =>
  clauses.some(
    (clause) =>
      isWithin(mention, clause) &&
      (ends(clause) || (offered.length === 0 && asked === null && isChange(clause.action))),
  )

/** Reads words that name just this open call. */
function ofOne(
  { text, reading, readAs }: Message,
  name: Span,
  call: OpenCall,
  dialogue: Dialogue,
  understand: (text: string, dialogue: Dialogue) => Understood,
): Understood | null {
  const said = `${text.slice(0, name.start)}it${text.slice(name.end)}`
  const { clauses } = readAs(said, true)
  const isEnd = clauses.length > 0 && clauses.every((clause) => ends(clause) && isPlain(clause, said))
  if (isEnd || isOneOf(ending, said)) return end([call], dialogue)
  const read = understand(said, atCall(call, dialogue))
  const { is } = read
  if (is.kind === 'cancel' && isDenied(said)) return end([call], dialogue)
  if (isRequested(is) && is.again) return read
  if (isRequested(is) && is.replaces === call.id && actionOf(is) === actionOf(call.step))
    return dialogue.open.length === 1 ? read : { ...read, is: { ...is, ...doubted(is) } }
  // "Remove the bridge": nobody knows what the words beside the name ask for.
  const isBare = reading.entities.every((each) => each.is === 'pronoun' || isWithin(each, name))
  return isBare ? which([call], dialogue) : null
}

/** Reads "cancel them", "drop both", "cancel it": words for what is open that change nothing of it. */
function ofThem(message: Message, alone: readonly Clause[], dialogue: Dialogue): Understood | null {
  const { text, reading } = message
  const { entities } = reading
  const words = wordsIn(text)
  const isOpen = entities.some(({ is }) => is === 'pronoun') || namesAll(text)
  const isBare = words.length < mostWords / 2 && !words.some((word) => determiners.has(word))
  if (!(isOpen || isBare) || !entities.every(({ is }) => is === 'pronoun' || is === 'share')) return null
  const [only, ...others] = alone
  const isPlan = dialogue.plan !== null || dialogue.planTold !== null
  if (only && others.length === 0 && endings.includes(only.action) && ends(only) && !isPlan)
    return takenBack(only, message, dialogue)
  const isVague =
    entities.every(({ is }) => is === 'pronoun') &&
    reading.clauses.every(({ kind, action }) => kind === 'request' && action === 'revise')
  if (!isOpen || !isVague || dialogue.asked !== null) return null
  const calls = namedBy(text, [], message, dialogue)?.calls
  return which(calls ?? dialogue.open.filter(({ id }) => dialogue.calls.includes(id)), dialogue)
}

/** Kinds of what is said to the agent: the others ask or tell. */
const spoken: ReadonlySet<Clause['kind']> = new Set(['request', 'refusal', 'agreement'])
