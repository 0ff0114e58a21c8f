import type { Entity, Is } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import type { Receiver, Sum } from '@/lib/language/request'
import { isWithin } from '@/lib/language/spans'
import { pieceBefore } from '@/lib/language/words/comparing'
import { type Message, warns } from '../message'
import { partsOf, type ReadClause } from './clause'

/** "Her address is 0x…. Send her 75 USDC": the one address that the message tells, for a payment without one. */
export function withReceiverOf(read: ReadClause, { reading }: Message, asked: readonly Clause[]): ReadClause {
  const { request } = read
  const isOpen = request.receivers.every(({ meaning }) => meaning === null || meaning.is === 'pronoun')
  if ((request.action !== 'send' && request.action !== 'sendNft') || !isOpen) return read
  const told = reading.clauses.filter(
    (clause) =>
      (clause.kind === 'report' && !warns(clause)) ||
      (asked.includes(clause) && partsOf(clause, 'receiver').length > 0),
  )
  const named = reading.entities.filter(
    (each): each is Entity & Is<'address' | 'name' | 'contact'> =>
      each.is === 'address' || each.is === 'name' || each.is === 'contact',
  )
  const [only, ...others] = named
  if (!only || others.length > 0 || !told.some((clause) => isWithin(only, clause))) return read
  const receiver: Receiver = { meaning: only, text: '', p: request.p }
  return { ...read, request: { ...request, receivers: [receiver] }, isGuessed: true }
}

/** How certain the reader must be of the side of one token to doubt that of another. */
const sides = { sure: 0.85, doubtful: 0.75 }

/** A swap has two sides. Where both tokens were read on one, the doubtful one is on the other. */
export function withSides(read: ReadClause, { text }: Message): ReadClause {
  const { request } = read
  if (request.action !== 'swap' || areJoined(read, text)) return read
  const named = request.sums.filter(({ what, part }) => what?.is === 'token' && part !== 'keep' && part !== 'unsaid')
  const [one, other, ...more] = named
  if (!one || !other || more.length > 0 || one.part !== other.part) return read
  const [doubtful, sure] = one.p < other.p ? [one, other] : [other, one]
  if (sure.p < sides.sure || doubtful.p > sides.doubtful) return read
  const part = doubtful.part === 'get' ? 'give' : 'get'
  return {
    ...read,
    request: { ...request, sums: request.sums.map((sum) => (sum === doubtful ? { ...sum, part } : sum)) },
    isGuessed: true,
  }
}

/**
 * "Buy some bitcoin", after "send all my ETH": what was said before leads the reader astray over the side of the one
 * token. By themselves, the words leave no doubt of it.
 */
export function withOwnSide(read: ReadClause, { text, readAs }: Message): ReadClause {
  const { request, entities } = read
  const [one, ...others] = request.sums
  const token = entities.find((each) => each.is === 'token')
  if (request.action !== 'swap' || !token || one?.what?.is !== 'token' || others.length > 0) return read
  if (one.p > sides.doubtful || (one.part !== 'give' && one.part !== 'get')) return read
  const alone = readAs(text, true).clauses.filter((clause) => isWithin(token, clause) && clause.action === 'swap')
  const side = alone
    .flatMap(({ parts }) => parts)
    .find(({ role, p, ...part }) => (role === 'give' || role === 'get') && p >= sides.sure && isWithin(token, part))
  if (!side || side.role === one.part) return read
  const part = one.part === 'get' ? 'give' : 'get'
  return { ...read, request: { ...request, sums: [{ ...one, part }] }, isGuessed: true }
}

const joins: ReadonlySet<string> = new Set(['and', 'or', '&', '/', ',', '+'])

/** True for "ETH or WBTC": both are on the same side. */
function areJoined({ entities }: ReadClause, text: string): boolean {
  const tokens = entities.filter(({ is }) => is === 'token')
  return tokens.some((each, at) => {
    const next = tokens[at + 1]
    return next !== undefined && joins.has(text.slice(each.end, next.start).trim().toLowerCase())
  })
}

/** "Sell 1.5 ETH now! USDC!": the one token outside of every clause, for the side of a swap that nothing names. */
export function withApart(read: readonly ReadClause[], { reading }: Message): readonly ReadClause[] {
  const [only, ...others] = read
  if (!only || others.length > 0 || only.request.action !== 'swap') return read
  const { sums } = only.request
  const named = sums.filter(({ what }) => what !== null)
  const [first] = named
  const apart = reading.entities.filter((each) => reading.clauses.every((clause) => !isWithin(each, clause)))
  const [token, ...more] = apart
  if (first?.what?.is !== 'token' || named.length > 1 || token?.is !== 'token' || !token.known || more.length > 0)
    return read
  if (token.symbol === first.what.symbol) return read
  const sum: Sum = {
    ...{ part: first.part === 'get' ? 'give' : 'get', amount: null, what: token },
    ...{ text: token.symbol, said: 0, p: only.request.p },
  }
  return [{ ...only, request: { ...only.request, sums: [...sums, sum] }, isGuessed: true }]
}

/** Prepositions before a network, by the end that they tell. */
const endOfWord: Readonly<Record<string, 'from' | 'to'>> = {
  ...{ to: 'to', into: 'to', onto: 'to', towards: 'to', from: 'from', off: 'from', on: 'from', in: 'from', at: 'from' },
}

/**
 * Two networks that were read for the same end. "100 USDC on Ethereum to ETH on Base": each behind its token. "To
 * Ethereum, it is on Base now": the word before each tells.
 */
export function withEnds(read: ReadClause, { text }: Message): ReadClause {
  const { request, pieces, entities } = read
  if (request.action !== 'swap' && request.action !== 'bridge') return read
  const [one, other, ...more] = pieces.flatMap(({ role, entities: inside }) => {
    const chain = role === 'chain' || role === 'fromChain' || role === 'toChain' ? inside.find(isChain) : undefined
    return chain ? [{ role, chain }] : []
  })
  if (!one || !other || more.length > 0 || one.role !== other.role || one.chain.chainId === other.chain.chainId)
    return read
  const at = (part: Sum['part']) => {
    const what = request.sums.find((sum) => sum.part === part)?.what
    return what?.is === 'token'
      ? entities.find((each) => each.is === 'token' && each.symbol === what.symbol)
      : undefined
  }
  const [give, get] = [at('give'), at('get')]
  const isBehind =
    give && get && give.start < one.chain.start && one.chain.start < get.start && get.start < other.chain.start
  const ends = isBehind
    ? (['from', 'to'] as const)
    : [one, other].map(({ chain }) => endOfWord[pieceBefore(text, chain)])
  const [first, second] = ends
  if (!first || !second || first === second) return read
  const endOf = (chainId: number | null) => (chainId === one.chain.chainId ? first : second)
  return {
    ...read,
    request: { ...request, chains: request.chains.map((each) => ({ ...each, end: endOf(each.chain.chainId) })) },
    isGuessed: read.isGuessed || !isBehind,
  }
}

const isChain = (each: Entity): each is Entity & Is<'chain'> => each.is === 'chain'

/** "… but leave 500 here": what is to stay, told in a clause of its own. */
export function withKept(read: readonly ReadClause[], { reading }: Message): readonly ReadClause[] {
  const [only, ...others] = read
  if (!only || others.length > 0 || only.request.sums.some(({ part }) => part === 'keep')) return read
  const kept = reading.clauses
    .filter((clause) => !isWithin(clause, only.clause))
    .flatMap((clause) => partsOf(clause, 'keep'))
    .flatMap(({ entities, p }): Sum[] => {
      const amount = entities.map((at) => reading.entities[at]).find((each) => each?.is === 'number')
      return amount?.is === 'number' ? [{ part: 'keep', amount, what: null, text: '', said: 0, p }] : []
    })
  if (kept.length === 0) return read
  return [{ ...only, request: { ...only.request, sums: [...only.request.sums, ...kept] }, isGuessed: true }]
}
