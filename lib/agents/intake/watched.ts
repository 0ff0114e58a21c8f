import { hoursOf } from '@/lib/language/durations'
import type { Entity, Meaning, Span } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { ChainMention, TokenMention } from '../meaning/mention'
import type { RebalanceWish } from '../meaning/rebalance-wish'
import { openOf } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import { mentionOf } from './amounts'
import type { ReadClause } from './clauses'
import { certain, isChange, type Message, missed, type Understood, within } from './message'

/** How sure the reader must be of the kind and of the action of such a request to ask for the permission at once. */
const toAsk = { kind: 0.8, action: 0.6 }

/** True for words that let the agent watch a position, or that change what was said of that. */
export const isWatch = (read: readonly ReadClause[], { rebalance, standing }: Dialogue): boolean =>
  read.some(({ request }) => request.action === 'autoRebalance') ||
  (rebalance !== null &&
    (standing === 'open' || standing === 'proposed') &&
    read.every(({ request }) => isChange(request.action)))

/** What a request to watch a position comes to: the permission that it takes. */
export function watched(read: readonly ReadClause[], message: Message, dialogue: Dialogue): Understood {
  const isOther = ({ request: { action, sums, receivers } }: ReadClause) =>
    action !== 'autoRebalance' && !isChange(action) && (receivers.length > 0 || sums.some(({ what }) => what !== null))
  if (read.some(isOther)) return certain({ kind: 'several' })
  if (saidIn(message).some((each) => isDenied(each, message))) return certain({ kind: 'abstain', topic: 'conditional' })
  const { wish, isAll } = wishIn(message)
  const before = beforeOf(wish, dialogue)
  if (before && Object.keys(wish).length === 0) return missed
  const isSure = read.some(
    ({ request: { sure } }) => sure.kind >= toAsk.kind && (before !== null || sure.action >= toAsk.action),
  )
  const { unclear: _, unsure: __, ...kept } = before ?? {}
  const replaces = before !== null && openOf(dialogue).length > 0
  const all: RebalanceWish = { ...kept, ...wish, ...(!(isSure && isAll) && { unsure: true as const }) }
  return {
    is: { kind: 'rebalance', wish: all, ...(replaces && { replaces: true as const }) },
    certainty: all.unsure ? 'likely' : 'certain',
  }
}

/** Returns the wish that these words add to or change; null if they are of another token, or if none is open. */
const beforeOf = ({ token }: RebalanceWish, { rebalance, standing }: Dialogue): RebalanceWish | null =>
  rebalance &&
  (standing === 'open' || standing === 'proposed') &&
  (!token || !rebalance.token || token.symbol === rebalance.token.symbol)
    ? rebalance
    : null

/** What an answer to a question about the increase or the lock-up comes to; null if the message is none. */
export function answeredWish(message: Message, dialogue: Dialogue): Understood | null {
  const { rebalance, asked, standing } = dialogue
  const { clauses } = message.reading
  if (!rebalance || standing !== 'open' || (asked !== 'increase' && asked !== 'lockup')) return null
  const isOther = ({ kind, action }: Clause) =>
    kind === 'question' ||
    kind === 'hypothetical' ||
    action === 'cancel' ||
    (kind === 'request' && !isChange(action) && action !== 'autoRebalance')
  if (clauses.some(isOther) && message.reading.entities.some(isTelling)) return null
  const { wish } = wishIn(message, asked)
  if (asked === 'lockup' && isNone(message)) wish.maxLockupDays = 0
  const { unclear: _, unsure: __, ...kept } = rebalance
  return Object.keys(wish).length > 0 ? certain({ kind: 'rebalance', wish: { ...kept, ...wish } }) : null
}

const isTelling = ({ is }: Entity): boolean => is === 'token' || is === 'address' || is === 'name' || is === 'dollars'

/** Most words of a plain "none". */
const mostWords = 3

/** "None", "no", "never": nothing but a denial, where a number of days was asked for. */
const isNone = ({ text, reading: { clauses, entities } }: Message): boolean =>
  text.trim().split(/\s+/).length <= mostWords &&
  (entities.some((each) => each.is === 'share' && each.part[0] === 0) ||
    (entities.length === 0 && clauses.some(({ kind, action }) => kind === 'refusal' && action !== 'cancel')))

/** An entity of the words that ask, with the role of the piece that it is in, and its clause. */
type Said = { entity: Entity; role: Role | null; clause: Clause | null }

/** Kinds of clauses that ask for nothing, so that none of their words belong to the wish. */
const notAsking: readonly Clause['kind'][] = ['question', 'report', 'hypothetical']

function saidIn({ reading: { clauses, entities } }: Message): Said[] {
  return entities.flatMap((entity, at): Said[] => {
    const clause = clauses.find((each) => within(entity, each)) ?? null
    if (clause && notAsking.includes(clause.kind)) return []
    const part = clause?.parts.find((each) => each.entities.includes(at))
    return [{ entity, role: part?.role ?? null, clause }]
  })
}

/** Returns the wish that a message says. `isAll` is false if it says something that no permission can hold. */
function wishIn(message: Message, asked?: 'increase' | 'lockup'): { wish: RebalanceWish; isAll: boolean } {
  const said = saidIn(message)
  const lockup = lockupIn(said, message, asked)
  const increase = increaseIn(said, message, asked)
  const chains = distinct(said.flatMap(chainOf), ({ id, text }) => String(id ?? text))
  const tokens = distinct(said.flatMap(tokenOf), ({ symbol, text }) => symbol ?? text)
  const protocols = distinct(said.flatMap(protocolOf), (id) => id)
  const [token, chain, protocol] = [tokens[0], chains[0], protocols[0]]
  const wish: RebalanceWish = {
    ...(token && { token }),
    ...(chain && { chain }),
    ...(protocol !== undefined && protocols.length === 1 && { protocol }),
    ...(increase !== undefined && increase !== 'unclear' && { minIncrease: increase }),
    ...(lockup !== undefined && lockup !== 'unclear' && { maxLockupDays: lockup }),
  }
  const unclear =
    tokens.length > 1
      ? 'too-many-tokens'
      : chains.length > 1
        ? 'too-many-chains'
        : increase === 'unclear'
          ? 'increase'
          : lockup === 'unclear'
            ? 'lockup'
            : undefined
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
    wish: { ...wish, ...(unclear && { unclear }) },
    isAll: protocols.length < 2 && !said.some(isUnheld),
  }
}

/** True for a figure behind a denial of something else than a lock-up: "but not if it pays 1% more". */
function isDenied({ entity, clause }: Said, { text, reading }: Message): boolean {
  if (!clause || (entity.is !== 'percent' && entity.is !== 'rate')) return false
  const free = reading.entities.findLast((each) => each.is === 'lockup' && each.end <= entity.start)
  return denial.test(text.slice(Math.max(clause.start, free?.end ?? 0), entity.start))
}

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

function tokenOf(said: Said): TokenMention[] {
  const meaning = meaningOf(said)
  return meaning.is === 'token' && !isLeftOut(said) ? [mentionOf(meaning)] : []
}

function chainOf(said: Said): ChainMention[] {
  const meaning = meaningOf(said)
  if (meaning.is !== 'chain' || isLeftOut(said)) return []
  return [meaning.chainId === null ? { text: meaning.name } : { text: meaning.name, id: meaning.chainId }]
}

function protocolOf(said: Said): string[] {
  const meaning = meaningOf(said)
  return meaning.is === 'protocol' && !isLeftOut(said) ? [meaning.id] : []
}

/** Units of a number that is an increase. */
const points = new Set(['point', 'points', 'pp', 'pps', 'pt', 'pts', 'ppt'])

/** Returns by how many percentage points another place has to pay more. A figure with a minus, or a denied one, is none. */
function increaseIn(said: readonly Said[], { text }: Message, asked?: string): string | 'unclear' | undefined {
  const figures = said.flatMap(({ entity, role, clause }) => {
    if (role === 'slippage' || role === 'lockup' || role === 'atMost') return []
    const isPoints = entity.is === 'number' && points.has(wordAfter(text, entity))
    const isMeant = role === 'atLeast' || role === 'rate' || isPoints || asked === 'increase'
    if (entity.is !== 'percent' && entity.is !== 'rate' && !(entity.is === 'number' && isMeant)) return []
    const isDenied = clause?.kind === 'refusal' && role !== 'atLeast'
    return [{ role, value: text[entity.start - 1] === '-' || isDenied ? ('unclear' as const) : entity.value }]
  })
  const bounds = figures.filter(({ role }) => role === 'atLeast')
  const [value, ...others] = new Set((bounds.length > 0 ? bounds : figures).map((each) => each.value))
  return others.length > 0 ? 'unclear' : value
}

const wordAfter = (text: string, { end }: Span): string =>
  text.slice(end).trimStart().toLowerCase().split(/\W/, 1)[0] ?? ''

/**
 * Returns for how many days at most money may be locked up. Nobody asks for a lock-up: one that is spoken of without a
 * time is not wanted.
 */
function lockupIn(said: readonly Said[], message: Message, asked?: string): number | 'unclear' | undefined {
  const { reading, text } = message
  const parts = reading.clauses
    .filter(({ kind }) => !notAsking.includes(kind))
    .flatMap((clause) => clause.parts.filter(({ role }) => role === 'lockup').map((part) => ({ clause, part })))
  const inside = said.filter(
    ({ entity, role }) =>
      (entity.is === 'duration' || entity.is === 'number') && (role === 'lockup' || asked === 'lockup'),
  )
  const loose = said.filter(({ entity, role }) => entity.is === 'duration' && (role === null || role === 'limit'))
  const isSaid = parts.length > 0 || said.some(({ entity }) => entity.is === 'lockup')
  const all = inside.length > 0 || !isSaid ? inside : loose
  // "For 30 days, if it locks for at most 14": the one nearest to the word.
  const words = reading.entities.filter(({ is }) => is === 'lockup')
  const gap = ({ entity }: Said) => Math.min(...words.map(({ start }) => Math.abs(entity.start - start)))
  const least = Math.min(...all.map(gap))
  const terms = words.length > 0 ? all.filter((each) => gap(each) === least) : all
  const days = new Set(terms.map(({ entity, clause }) => boundOf(entity, clause, text)))
  const [only, ...others] = days
  if (others.length > 0) return 'unclear'
  return only ?? (isSaid ? 0 : undefined)
}

/** What stands before a bound that is to be exceeded, or that is not to be reached. */
const above = /(?:\bover|\babove|\bbeyond|\bexceed(?:s|ing)?|\b(?:more|longer|greater) than|\bat least|[>≥])\s*$/i
const below = /(?:\bunder|\bbelow|\b(?:less|shorter|fewer) than|<)\s*$/i
const denial = /\b(?:no|not|never|nothing|nowhere|none|without)\b|n['’]t\b/i

/** Returns the days of a bound; "unclear" if money is to be locked up for longer than that. */
function boundOf(entity: Entity, clause: Clause | null, text: string): number | 'unclear' {
  const before = text.slice(clause?.start ?? 0, entity.start)
  const isDenied = clause?.kind === 'refusal' || denial.test(before)
  if (above.test(before) && !isDenied) return 'unclear'
  const hours =
    entity.is === 'duration' ? hoursOf(entity) : entity.is === 'number' ? Number(entity.value) * 24 : Number.NaN
  const days = Math.floor(hours / 24)
  if (!Number.isInteger(days)) return 'unclear'
  return below.test(before) && days * 24 === hours ? Math.max(0, days - 1) : days
}
