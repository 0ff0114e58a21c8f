/** Where a scrolling element stands, in CSS pixels. */
export type ScrollMetrics = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Within this distance of the end, the reader counts as being there. */
const near = 32

/** A browser may round the scrollTop that it was given to a whole pixel. */
const rounding = 1

export const atEnd = ({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): boolean =>
  scrollHeight - clientHeight - scrollTop <= near

/**
 * Whether the thread goes on following new text after a scroll. Moving up lets go; reaching the end takes hold again.
 * A shorter content also moves `scrollTop` up (the browser clamps it): that is not the reader's doing.
 */
export function followAfterScroll(following: boolean, before: ScrollMetrics, after: ScrollMetrics): boolean {
  const shrank = after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight
  if (after.scrollTop < before.scrollTop && !shrank) return false
  return following || atEnd(after)
}

/** A wheel or key that goes up lets go at once, before the first scroll event: there is nothing to tear away from. */
export const followAfterIntent = (following: boolean, direction: 'up' | 'down', metrics: ScrollMetrics): boolean =>
  direction === 'up' && metrics.scrollHeight > metrics.clientHeight ? false : following

/**
 * The scrollTop to set after the content has changed its height; null leaves the reader where they are. `hold` is where
 * the newest open card begins: it is read from its top, so the end is not followed beyond that. A reader who has gone on
 * into the card is left there, and one who was at the end stays at the end.
 */
export function topAfterGrowth(
  following: boolean,
  before: ScrollMetrics,
  { scrollTop, scrollHeight, clientHeight }: ScrollMetrics,
  hold: number | null = null,
): number | null {
  if (!following) return null
  const end = Math.max(0, scrollHeight - clientHeight)
  const top = hold === null ? end : Math.max(0, hold)
  if (top >= end) return end
  if (scrollTop > top + rounding) return atEnd(before) ? end : null
  return top
}

/** The scrollTop that keeps what is on screen in place after `added` pixels were put above it. */
export const topAfterPrepend = (before: ScrollMetrics, after: ScrollMetrics): number =>
  before.scrollTop + after.scrollHeight - before.scrollHeight
