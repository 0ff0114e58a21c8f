/** Where a scrolling element stands, in CSS pixels. */
export type ScrollMetrics = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Within this distance of the end, the reader counts as being there. */
const near = 32

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

/** The scrollTop to set after the content has changed its height; null leaves the reader where they are. */
export const topAfterGrowth = (following: boolean, { scrollHeight, clientHeight }: ScrollMetrics): number | null =>
  following ? Math.max(0, scrollHeight - clientHeight) : null

/** The scrollTop that keeps what is on screen in place after `added` pixels were put above it. */
export const topAfterPrepend = (before: ScrollMetrics, after: ScrollMetrics): number =>
  before.scrollTop + after.scrollHeight - before.scrollHeight
