import type { Entity } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import { isExcepted } from '@/lib/language/words/comparing'
import type { Dialogue } from '../meaning/understanding'
import type { ReadClause } from './clauses/clause'
import { hasSign, isShareOfThat, type Message, type Understood } from './message'

/**
 * How certain the reader must be that it is a request, of its action, and of the role of each thing that is named.
 * `placed` is for an action in a vault or a market: there the side of the token tells as much.
 */
const toPropose = { kind: 0.9, action: 0.6, placed: 0.6, part: 0.5, change: 0.65 }
/** The same for a draft. */
const toOffer = { kind: 0.8, action: 0.25, placed: 0.2, part: 0.1, change: 0.4 }

/** Most things that a draft may leave out, as long as no part of an amount is among them. */
const mostLeftOut = 2
/** Most groups of words that a call may leave out. */
const mostWords = 2

/** Returns how far the requests of a message may be acted on. */
export function certaintyOf(
  read: readonly ReadClause[],
  asked: readonly Clause[],
  { text, reading }: Message,
  dialogue: Dialogue,
): Understood['certainty'] {
  const { clauses, entities } = reading
  const left = leftOut(reading, asked)
  if (entities.some((each) => hasSign(text, each)) || left.things.some((each) => isFraction(each, read, text)))
    return 'weak'
  if (read.some((each) => hasException(each, text))) return 'weak'
  // "Enough USDC for 0.1 ETH": how much that is nobody has said.
  const isNeeded = (each: Entity) =>
    each.is === 'some' &&
    each.needed &&
    asked.some((clause) => isWithin(each, clause) && isOfSum(each, clause, reading))
  if (entities.some(isNeeded) && read.some(({ request }) => request.sums.some(({ amount }) => amount))) return 'weak'
  // "Sell 2 ETH tomorrow": nothing here is done at a later time. A month may just be told: "the September retainer".
  const isLater = (each: Entity) =>
    each.is === 'date' && !isMonth(each) && asked.some((clause) => isWithin(each, clause))
  if (left.things.some(isLater)) return 'weak'
  if (!read.every((each) => isSure(each, reading, toOffer)) || left.things.length > mostLeftOut) return 'weak'
  const isTold = clauses.some(({ kind }) => kind === 'hypothetical' || kind === 'refusal' || kind === 'question')
  const isPlain = !isTold && left.things.length === 0 && left.words <= mostWords && dialogue.standing !== 'uncertain'
  const isCertain = read.every(
    (each) => !each.isGuessed && each.request.unexplained.length === 0 && isSure(each, reading, toPropose),
  )
  return isPlain && isCertain ? 'certain' : 'likely'
}

const excepting: readonly (Role | undefined)[] = ['excluded', 'discarded', 'keep']

/** True for what is excepted by the words, but not by the role that the reader gives it: "anything but DAI". */
const hasException = ({ request, pieces }: ReadClause, text: string): boolean =>
  request.action !== 'sendNft' &&
  pieces.some(
    ({ role, entities }) =>
      !excepting.includes(role) &&
      entities.some(({ is, start }) => (is === 'token' || is === 'number') && isExcepted(text.slice(0, start))),
  )

/** Returns the certainty of the most doubtful role in a clause. */
export const partsSure = ({ clause: { parts } }: ReadClause, { entities }: Reading): number =>
  Math.min(1, ...parts.filter((part) => part.entities.some((at) => !isLight(entities[at]))).map(({ p }) => p))

function isSure(read: ReadClause, reading: Reading, least: typeof toPropose): boolean {
  const { request, entities, clause } = read
  const isPlaced = entities.some(({ is }) => is === 'position')
  if (request.sure.kind < least.kind) return false
  // A change keeps the action that is known already; the parts that it changes must be all the more certain.
  if (isChange(clause.action)) return partsSure(read, reading) >= least.change
  return request.sure.action >= (isPlaced ? least.placed : least.action) && partsSure(read, reading) >= least.part
}

/** Entities that a step takes from its clause without a part, or that say nothing of what is to be done. */
const light: ReadonlySet<Entity['is']> = new Set([
  ...(['position', 'lockup', 'collection', 'nft', 'some', 'pronoun', 'ordinal', 'plan'] as const),
])
const isLight = (entity: Entity | undefined): boolean => entity === undefined || light.has(entity.is)

const isMonth = ({ day }: Extract<Entity, { is: 'date' }>): boolean => day?.kind === 'date' && day.day === undefined

/** "Half", "a third of that": it may take the place of an amount that does not stand by itself. */
function isFraction(each: Entity, read: readonly ReadClause[], text: string): boolean {
  if (each.is !== 'share' || each.part[0] === 0 || each.part[0] === each.part[1]) return false
  const isFigure = read.every(({ request }) => request.sums.some(({ amount }) => amount?.is === 'number'))
  return !isFigure || isShareOfThat(text, each)
}

/** True for words that count, or stand before what does: "enough USDC", and not "so I have enough". */
function isOfSum(each: Entity, { parts }: Clause, { entities }: Reading): boolean {
  const sums = parts.filter(({ role }) => role === 'amount' || role === 'value' || role === 'give' || role === 'get')
  return (
    sums.some((part) => isWithin(each, part)) ||
    sums.some((part) => part.start >= each.end && part.entities.some((at) => entities[at]?.is === 'number')) ||
    entities.some(({ is, start }) => is === 'token' && start === each.end + 1)
  )
}

/** Returns what the reading leaves open outside of what is only told: things, and groups of words. */
function leftOut(
  { unexplained, entities, clauses }: Reading,
  asked: readonly Clause[],
): { things: readonly Entity[]; words: number } {
  const told = clauses.filter((clause) => !asked.includes(clause) && clause.kind === 'report')
  const spans = unexplained.filter((span) => !told.some((clause) => isWithin(span, clause)))
  const inside = entities.filter((each) => spans.some((span) => isWithin(each, span)))
  const isSmall = (each: Entity) =>
    isLight(each) ||
    each.maybe === true ||
    (each.is === 'date' && (each.day?.kind === 'now' || each.day?.kind === 'today') && !each.time)
  return {
    things: inside.filter((each) => !isSmall(each)),
    words: spans.filter((span) => !inside.some((each) => isWithin(each, span))).length,
  }
}
