import type { Span } from './entity'

const quoted = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»/g
const something = /[\p{L}\p{N}]/u

/** Returns what stands in quotation marks with other words around it. Marks around the whole text quote nobody. */
export function quotationsIn(text: string): Span[] {
  return [...text.matchAll(quoted)].flatMap(({ 0: own, index }) => {
    const end = index + own.length
    const isPart = something.test(text.slice(0, index)) || something.test(text.slice(end))
    return isPart ? [{ start: index, end }] : []
  })
}
