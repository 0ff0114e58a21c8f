import type { Span } from './entity'

/** True if one span lies within the other. */
export const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end

/** Returns the words of a span, with the bracket right behind them that closes one of theirs: "Ethereum (local)". */
export function quoted(text: string, { start, end }: Span): string {
  const words = text.slice(start, end)
  const isOpen = words.lastIndexOf('(') > words.lastIndexOf(')')
  return isOpen && text[end] === ')' ? `${words})` : words
}
