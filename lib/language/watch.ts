import { hoursOf } from './durations'
import type { Entity, Meaning, Span } from './entity'
import type { Role } from './labels'
import type { Clause } from './reader/reader'
import type { ReadText } from './request'
import { comparisonIn, isDenied } from './words/comparing'

type Is<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/**
 * A bound, and the words that set it. `unclear`: several figures, or one that is no bound. `isLoose`: the words may say
 * something else, such as what is paid now.
 */
export type WatchBound<T> = { value: T | 'unclear'; text: string; isLoose?: true }

/** The words' terms for watching a position that earns, and for the moves to be proposed for it. */
export type WatchTerms = {
  /** Each once, without those that the words leave out. */
  tokens: readonly Is<'token'>[]
  chains: readonly Is<'chain'>[]
  /** Protocols, by their ids. */
  protocols: readonly string[]
  /** By how many percentage points another place must pay more, as exact as it was written. */
  increase?: WatchBound<string>
  /** For how many days at most money may be locked up. */
  lockup?: WatchBound<number>
  /** Words that say something that no permission to watch can hold: an amount, something to leave out. */
  others: readonly { meaning: Meaning; text: string }[]
}

/** A bound that was asked for, which a bare figure answers. */
export type AskedBound = 'increase' | 'lockup'

/** An entity of the words that ask, with the role of the piece that it is in, and its clause. */
type Said = { entity: Entity; role: Role | null; clause: Clause | null; text: string }

/** Kinds of clauses whose words are none of a wish. */
const notAsking: readonly Clause['kind'][] = ['question', 'report', 'hypothetical']

function saidIn({ text, reading: { clauses, entities } }: ReadText, without: readonly Clause['kind'][]): Said[] {
  return entities.flatMap((entity, at): Said[] => {
    const clause = clauses.find(({ start, end }) => start <= entity.start && entity.end <= end) ?? null
    if (clause && without.includes(clause.kind)) return []
    const part = clause?.parts.find((each) => each.entities.includes(at))
    const { start, end } = part ?? entity
    return [{ entity, role: part?.role ?? null, clause, text: text.slice(start, end) }]
  })
}

/**
 * Returns what a message says of watching a position. `asked`: the bound that it may answer. `isOffer`: the words are
 * an agent's, who offers by asking.
 */
export function watchTerms(
  message: ReadText,
  { asked, isOffer }: { asked?: AskedBound; isOffer?: true } = {},
): WatchTerms {
  const without = isOffer ? [] : notAsking
  const said = saidIn(message, without)
  const lockup = lockupIn(said, message, without, asked)
  const increase = increaseIn(said, message, asked)
  const isBound = (role: Role | null) => role === 'lockup' || role === 'atLeast' || role === 'rate'
  // "Make it 3", after another figure.
  const isLoose = (entity: Entity) =>
    entity.is === 'number' && asked === undefined && !points.has(wordAfter(message.text, entity))
  const isUnheld = ({ entity, role }: Said) =>
    role === 'excluded' ||
    role === 'keep' ||
    role === 'limit' ||
    ((entity.is === 'dollars' || entity.is === 'share' || entity.is === 'stablecoins' || isLoose(entity)) &&
      !isBound(role))
  return {
    tokens: distinct(said.flatMap(tokenOf), ({ symbol }) => symbol),
    chains: distinct(said.flatMap(chainOf), ({ chainId, name }) => String(chainId ?? name)),
    protocols: distinct(said.flatMap(protocolOf), (id) => id),
    ...(increase && { increase }),
    ...(lockup && { lockup }),
    others: said.filter(isUnheld).map(({ entity, text }) => ({ meaning: entity, text })),
  }
}

/** True if the words deny a figure that is no lock-up: "but not if it pays 1% more". */
export const deniesIncrease = (message: ReadText): boolean =>
  saidIn(message, notAsking).some(({ entity, clause }) => {
    if (!clause || (entity.is !== 'percent' && entity.is !== 'rate')) return false
    const free = message.reading.entities.findLast((each) => each.is === 'lockup' && each.end <= entity.start)
    return isDenied(message.text.slice(Math.max(clause.start, free?.end ?? 0), entity.start))
  })

function distinct<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one): [string, T] => [key(one), one])).values()]
}

const chainRoles: readonly (Role | null)[] = ['chain', 'fromChain', 'toChain']

/** Returns the meaning that the role of an entity picks: "arb" is a token and a network. */
function meaningOf({ entity, role }: Said): Meaning {
  const wanted = chainRoles.includes(role) ? 'chain' : role === 'protocol' ? 'protocol' : null
  return [entity, ...(entity.or ?? [])].find(({ is }) => is === wanted) ?? entity
}

const isLeftOut = ({ role }: Said): boolean => role === 'excluded' || role === 'discarded'

function tokenOf(said: Said): Is<'token'>[] {
  const meaning = meaningOf(said)
  return meaning.is === 'token' && !isLeftOut(said) ? [meaning] : []
}

function chainOf(said: Said): Is<'chain'>[] {
  const meaning = meaningOf(said)
  return meaning.is === 'chain' && !isLeftOut(said) ? [meaning] : []
}

function protocolOf(said: Said): string[] {
  const meaning = meaningOf(said)
  return meaning.is === 'protocol' && !isLeftOut(said) ? [meaning.id] : []
}

/** Units of a number that is an increase. */
const points = new Set(['point', 'points', 'pp', 'pps', 'pt', 'pts', 'ppt'])

const inPoints = (words: string): boolean =>
  words
    .toLowerCase()
    .split(/\W+/)
    .some((word) => points.has(word))

/** Returns by how many percentage points another place has to pay more. A figure with a minus, or a denied one, is none. */
function increaseIn(said: readonly Said[], { text }: ReadText, asked?: AskedBound): WatchBound<string> | undefined {
  const figures = said.flatMap(({ entity, role, clause, text: words }) => {
    // A permission has no slippage: "make it 2%" is about the gain.
    const isSlippage = role === 'slippage' && entity.is === 'percent' && entity.of === 'slippage'
    if (isSlippage || role === 'lockup' || role === 'atMost') return []
    const isPoints = entity.is === 'number' && points.has(wordAfter(text, entity))
    // "100 USDC per move": a sum, whatever was asked for.
    if (said.some(({ entity: each }) => each.is === 'token' && isRightAfter(text, entity, each))) return []
    const isMeant = role === 'atLeast' || role === 'rate' || isPoints || asked === 'increase'
    if (entity.is !== 'percent' && entity.is !== 'rate' && !(entity.is === 'number' && isMeant)) return []
    const isRefused = clause?.kind === 'refusal' && role !== 'atLeast'
    const value = text[entity.start - 1] === '-' || isRefused ? ('unclear' as const) : entity.value
    const isIncrease = role === 'atLeast' || isPoints || inPoints(text.slice(entity.start, entity.end))
    const isLoose = !isIncrease && (role === 'rate' || entity.is === 'rate')
    return [{ role, bound: { value, text: words, ...(isLoose && { isLoose }) } }]
  })
  const bounds = figures.filter(({ role }) => role === 'atLeast')
  return onlyOne((bounds.length > 0 ? bounds : figures).map(({ bound }) => bound))
}

/** Returns the bound if all of them are the same. */
function onlyOne<T>(bounds: readonly WatchBound<T>[]): WatchBound<T> | undefined {
  const [first, ...others] = bounds
  if (!first || others.every(({ value }) => value === first.value)) return first
  return { value: 'unclear', text: [...new Set(bounds.map(({ text }) => text))].join(', ') }
}

const isRightAfter = (text: string, first: Span, second: Span): boolean =>
  second.start >= first.end && text.slice(first.end, second.start).trim() === ''

const wordAfter = (text: string, { end }: Span): string =>
  text.slice(end).trimStart().toLowerCase().split(/\W/, 1)[0] ?? ''

/**
 * Returns for how many days at most money may be locked up. Nobody asks for a lock-up: one that is spoken of without a
 * time is not wanted.
 */
function lockupIn(
  said: readonly Said[],
  { reading, text }: ReadText,
  without: readonly Clause['kind'][],
  asked?: AskedBound,
): WatchBound<number> | undefined {
  const parts = reading.clauses
    .filter(({ kind }) => !without.includes(kind))
    .flatMap((clause) => clause.parts.filter(({ role }) => role === 'lockup'))
  const inside = said.filter(
    ({ entity, role }) =>
      (entity.is === 'duration' || entity.is === 'number') && (role === 'lockup' || asked === 'lockup'),
  )
  const loose = said.filter(({ entity, role }) => entity.is === 'duration' && (role === null || role === 'limit'))
  const named = said.find(({ entity }) => entity.is === 'lockup')
  const isSaid = parts.length > 0 || named !== undefined
  const all = inside.length > 0 || !isSaid ? inside : loose
  // "For 30 days, if it locks for at most 14": the one nearest to the word.
  const words = reading.entities.filter(({ is }) => is === 'lockup')
  const gap = ({ entity }: Said) => Math.min(...words.map(({ start }) => Math.abs(entity.start - start)))
  const least = Math.min(...all.map(gap))
  const terms = words.length > 0 ? all.filter((each) => gap(each) === least) : all
  const stated = onlyOne(
    terms.map(({ entity, clause, text: words }) => ({
      value: daysOf(entity, clause, text),
      text: words,
      ...(!isSaid && { isLoose: true as const }),
    })),
  )
  if (stated || !isSaid) return stated
  return { value: 0, text: named?.text ?? parts.map(({ start, end }) => text.slice(start, end)).join(', ') }
}

/** Returns the days of a bound; "unclear" if money is to be locked up for longer than that. */
function daysOf(entity: Entity, clause: Clause | null, text: string): number | 'unclear' {
  const before = text.slice(clause?.start ?? 0, entity.start)
  const comparison = comparisonIn(before)
  if (comparison === 'above' && clause?.kind !== 'refusal' && !isDenied(before)) return 'unclear'
  const hours =
    entity.is === 'duration' ? hoursOf(entity) : entity.is === 'number' ? Number(entity.value) * 24 : Number.NaN
  const days = Math.floor(hours / 24)
  if (!Number.isInteger(days)) return 'unclear'
  return comparison === 'below' && days * 24 === hours ? Math.max(0, days - 1) : days
}
