import type { Entity, Is } from '@/lib/language/entity'
import { pieceBefore } from '@/lib/language/function-words'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { Receiver, Request, Sum } from '@/lib/language/request'
import { isChange, sureOfAction } from '@/lib/language/requests/clauses'
import { requestsIn } from '@/lib/language/requests/requests-in'
import { isWithin } from '@/lib/language/spans'
import type { Asked } from './asked-for'
import { isShareOfThat, type Message, warns } from './message'

/** A clause that asks for something, read by itself: as if nothing had been said before. */
export type ReadClause = { clause: Clause } & Omit<Asked, 'collections'> & {
    /** Entities of the clause that no part holds. */
    loose: readonly Entity[]
    /** True if something in the request is a guess: its role is not what the reader has found. */
    isGuessed: boolean
  }

/** Reads each clause that asks for something, and joins those that only make one request together. */
export function readClauses(asked: readonly Clause[], message: Message): ReadClause[] {
  const read = asked.map((clause) => withLoose(readClause(clause, message)))
  return withKept(withApart(joined(read), message), message).map((each) =>
    withEnds(withSides(withReceiverOf(each, message, asked), message), message),
  )
}

/** Reads one clause by itself. */
function readClause(clause: Clause, { text, reading }: Message): ReadClause {
  const { of: _, ...own } = clause
  const { latest } = requestsIn([{ text, reading: { ...reading, clauses: [own] } }])
  const request = latest[0] ?? emptyRequest(own, text)
  const words = text.slice(clause.start, clause.end).toLowerCase().split(/\W+/)
  const entities = reading.entities.filter((each) => isWithin(each, clause))
  const inParts = new Set(clause.parts.flatMap((part) => part.entities.map((at) => reading.entities[at])))
  const loose = entities.filter((each) => !inParts.has(each) && each.maybe !== true)
  const pieces = clause.parts.map(({ start, end, role, entities: inside }) => ({
    role,
    text: text.slice(start, end),
    entities: inside.flatMap((at) => reading.entities[at] ?? []),
  }))
  return { text, clause, request, entities, words, pieces, loose, isGuessed: false }
}

const emptyRequest = ({ action, start, end, p, sure }: Clause, text: string): Request => ({
  ...{ action: action ?? 'revise', texts: [text.slice(start, end)], sums: [], receivers: [], chains: [] },
  ...{ former: [], limits: [], unexplained: [], message: 0, p, sure },
})

export const partsOf = ({ parts }: Clause, role: Role) => parts.filter((part) => part.role === role)

/** True for a clause with an "it" that stands for a thing said before; "half of that" has one too. */
export const refersBack = (clause: Clause, { text, reading: { entities } }: Message): boolean =>
  partsOf(clause, 'reference').length > 0 ||
  entities.some(
    (each) => isWithin(each, clause) && ((each.is === 'pronoun' && each.for === 'thing') || isShareOfThat(text, each)),
  )

/** Takes the one figure, and the one token, that no part holds for what the request lacks. */
function withLoose(read: ReadClause): ReadClause {
  const { request, loose, clause } = read
  const figures = loose.filter(
    (each): each is Entity & Is<'number' | 'dollars' | 'percent' | 'share'> =>
      each.is === 'number' || each.is === 'dollars' || each.is === 'percent' || each.is === 'share',
  )
  const tokens = loose.filter((each): each is Entity & Is<'token'> => each.is === 'token' && each.known)
  const hasAmount = request.sums.some(({ amount }) => amount !== null)
  const hasToken = request.sums.some(({ what }) => what !== null)
  const [figure, token] = [figures[0], tokens[0]]
  // An amount that a change leaves open may as well be the part that stays: "everything else".
  const isOpen = !hasAmount && figures.length === 1 && !(isChange(request.action) && figure?.is === 'share' && hasToken)
  const amount = isOpen && figure ? figure : null
  const what = !hasToken && tokens.length === 1 && token ? token : null
  if ((!amount && !what) || request.action === 'sendNft') return read
  const sum: Sum = { part: 'unsaid', amount, what, text: '', said: 0, p: clause.p }
  return { ...read, request: { ...request, sums: [...request.sums, sum] }, isGuessed: true }
}

/** Least certainty that words with a loose "everything" change an amount: "cancel everything" may be read as that, too. */
const sureOfAll = 0.8

/** True for a clause with an "everything" that no part holds, and of which the reader is not sure what it asks for. */
export const isVague = ({ sure, parts, ...clause }: Clause, { entities }: Message['reading']): boolean =>
  sure.action < sureOfAll &&
  entities.some(
    (each, at) =>
      each.is === 'share' &&
      each.part[0] === each.part[1] &&
      isWithin(each, clause) &&
      !parts.some((part) => part.entities.includes(at)),
  )

/** True if a request has nothing of its own but what is to be done. */
export const isBare = ({ sums, receivers, chains, limits }: Request): boolean =>
  sums.length + receivers.length + chains.length + limits.length === 0

/**
 * Joins clauses that make one request together: "sell everything, give me USDC". One that names nothing beside another
 * of the same kind says nothing more: "I'd rather earn a bit. Supply 800 DAI".
 */
function joined(read: readonly ReadClause[]): ReadClause[] {
  const isSame = (one: ReadClause, other: ReadClause) =>
    one !== other && (one.request.action === other.request.action || one.request.sure.action < sureOfAction)
  const kept = read.filter(
    (each) =>
      !isBare(each.request) ||
      isChange(each.request.action) ||
      !read.some((other) => !isBare(other.request) && isSame(each, other)),
  )
  const isCut = read.some((each) => !kept.includes(each) && each.request.sure.action < sureOfAction)
  const all: ReadClause[] = []
  for (const next of kept) {
    const each = isCut ? { ...next, isGuessed: true } : next
    const before = all.at(-1)
    const both = before && isSame(before, each) ? together(before, each) : null
    if (both) all.pop()
    all.push(both ?? each)
  }
  return all
}

/** Returns both as one request; null if they say the same part twice. */
function together(one: ReadClause, other: ReadClause): ReadClause | null {
  const [a, b] = [one.request, other.request]
  const parts = (sums: readonly Sum[]) => ({
    amounts: sums.filter(({ amount }) => amount !== null).length,
    gives: sums.filter(({ what, part }) => what !== null && part !== 'get').length,
    gets: sums.filter(({ what, part }) => what !== null && part === 'get').length,
  })
  const [left, right] = [parts(a.sums), parts(b.sums)]
  const isTwice =
    (left.amounts > 0 && right.amounts > 0) ||
    (left.gives > 0 && right.gives > 0) ||
    (left.gets > 0 && right.gets > 0) ||
    (a.receivers.length > 0 && b.receivers.length > 0)
  if (isTwice || isBare(one.request) || isBare(other.request)) return null
  return {
    text: one.text,
    clause: { ...other.clause, start: one.clause.start, parts: [...one.clause.parts, ...other.clause.parts] },
    request: {
      ...b,
      sums: [...a.sums, ...b.sums],
      receivers: [...a.receivers, ...b.receivers],
      chains: [...a.chains, ...b.chains],
      limits: [...a.limits, ...b.limits],
    },
    entities: [...one.entities, ...other.entities],
    words: [...one.words, ...other.words],
    pieces: [...one.pieces, ...other.pieces],
    loose: [...one.loose, ...other.loose],
    isGuessed: true,
  }
}

/** "Her address is 0x…. Send her 75 USDC": the one address that the message tells, for a payment without one. */
function withReceiverOf(read: ReadClause, { reading }: Message, asked: readonly Clause[]): ReadClause {
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
function withSides(read: ReadClause, { text }: Message): ReadClause {
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
function withApart(read: readonly ReadClause[], { reading }: Message): readonly ReadClause[] {
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
function withEnds(read: ReadClause, { text }: Message): ReadClause {
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
function withKept(read: readonly ReadClause[], { reading }: Message): readonly ReadClause[] {
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
