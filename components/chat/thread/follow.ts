/** Where a scrolling element stands, in CSS pixels. */
export type ScrollMetrics = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Within this distance of the end, the reader counts as being there. */
const near = 32

/** A browser may round the scrollTop that it was given to a whole pixel. */
const rounding = 1

export const atEnd = ({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): boolean =>
  scrollHeight - clientHeight - scrollTop <= near

/**
 * Whether a scroll up may be the browser's clamp and not the reader's doing. A shorter content moves `scrollTop` up, and that
 * is told only before the next frame: by then the content may have grown again, beyond what it was. While something is
 * `pressed`, such as the scroll bar, it is the reader who moves, unless the content is shorter now.
 */
export function mayBeClamped(before: ScrollMetrics, after: ScrollMetrics, pressed = false): boolean {
  if (after.scrollTop >= before.scrollTop) return false
  if (after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight) return true
  return !pressed && (after.scrollHeight !== before.scrollHeight || after.clientHeight !== before.clientHeight)
}

/** Whether the thread goes on following new text after a scroll. Moving up lets go; reaching the end takes hold again. */
export const followAfterScroll = (
  following: boolean,
  before: ScrollMetrics,
  after: ScrollMetrics,
  pressed = false,
): boolean =>
  after.scrollTop < before.scrollTop && !mayBeClamped(before, after, pressed) ? false : following || atEnd(after)

/** A wheel, finger or key that goes up lets go at once, before the first scroll event: there is nothing to tear away from. */
export const followAfterIntent = (following: boolean, direction: 'up' | 'down', metrics: ScrollMetrics): boolean =>
  direction === 'up' && metrics.scrollHeight > metrics.clientHeight ? false : following

/** Where the newest open card begins, as a scrollTop, and whether the reader has gone on into it. */
export type Hold = { top: number; inside: boolean }

/** Whether who stands there has the beginning of the card above them. */
export const isInside = (scrollTop: number, top: number): boolean => scrollTop > Math.max(0, top) + rounding

/**
 * The scrollTop to set after the content has changed its height; null leaves the reader where they are. An open card is read
 * from its top, so the end is not followed beyond that. A reader who has gone on into the card is left there, and one who
 * was at the end stays at the end.
 */
export function topAfterGrowth(
  following: boolean,
  before: ScrollMetrics,
  { scrollHeight, clientHeight }: ScrollMetrics,
  hold: Hold | null = null,
): number | null {
  if (!following) return null
  const end = Math.max(0, scrollHeight - clientHeight)
  const top = hold === null ? end : Math.max(0, hold.top)
  if (top >= end) return end
  if (hold?.inside) return atEnd(before) ? end : null
  return top
}

/** The scrollTop that keeps what is on screen in place after `added` pixels were put above it. */
export const topAfterPrepend = (before: ScrollMetrics, after: ScrollMetrics): number =>
  before.scrollTop + after.scrollHeight - before.scrollHeight
