import type { Span } from './entity'

const quoted = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»/g

/** Returns what stands in quotation marks, with the marks. */
export const quotationsIn = (text: string): Span[] =>
  [...text.matchAll(quoted)].map(({ 0: own, index }) => ({ start: index, end: index + own.length }))
