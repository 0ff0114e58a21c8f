import type { Span } from './entity'
import type { Clause, Reading } from './reader/reader'
import { isWithin } from './spans'

const quoted = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»/g

/** Returns what stands in quotation marks, with the marks. */
export const quotationsIn = (text: string): Span[] =>
  [...text.matchAll(quoted)].map(({ 0: own, index }) => ({ start: index, end: index + own.length }))

/** The reading with whatever stands in quotation marks beside other words as told: somebody else said it. */
export function withQuotesTold(text: string, reading: Reading): Reading {
  const quotations = quotationsIn(text)
  const rest = quotations.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
  if (quotations.length === 0 || !/\p{L}/u.test(rest)) return reading
  const isQuoted = (span: Span) => quotations.some((each) => isWithin(span, each))
  // "He wrote “send 1 ETH”" may be one clause.
  const isTold = ({ parts, ...clause }: Clause) => isQuoted(clause) || (parts.length > 0 && parts.every(isQuoted))
  return {
    ...reading,
    clauses: reading.clauses.map((clause) => (isTold(clause) ? { ...clause, kind: 'report' as const } : clause)),
  }
}
