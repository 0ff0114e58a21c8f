import type { Entity, Is } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import type { Request, Sum } from '@/lib/language/request'
import { isChange, sureOfAction } from '@/lib/language/requests/clauses'
import { requestsIn } from '@/lib/language/requests/requests-in'
import { isWithin } from '@/lib/language/spans'
import type { Message } from '../message'
import { isBare, type ReadClause } from './clause'
import { withApart, withEnds, withKept, withOwnSide, withReceiverOf, withSides } from './mended'

/** Reads each clause that asks for something, and joins those that only make one request together. */
export function readClauses(asked: readonly Clause[], message: Message): ReadClause[] {
  const read = asked.map((clause) => withLoose(readClause(clause, message)))
  return withKept(withApart(joined(read), message), message).map((each) =>
    withEnds(withSides(withOwnSide(withReceiverOf(each, message, asked), message), message), message),
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
