/** Scroll position of an element, in CSS pixels. */
export type ScrollMetrics = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Distance from the end, in pixels, within which the reader counts as being there. */
const near = 32

/** Pixels by which a browser may round the scrollTop that it was given. */
const rounding = 1

export const atEnd = ({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): boolean =>
  scrollHeight - clientHeight - scrollTop <= near

export const isSame = (a: ScrollMetrics, b: ScrollMetrics): boolean =>
  a.scrollTop === b.scrollTop && a.scrollHeight === b.scrollHeight && a.clientHeight === b.clientHeight

/**
 * True if a scroll up may be the browser's clamping and not the reader. Shrinking content moves `scrollTop` up, but the
 * event comes only before the next frame: by then the content may have grown again, beyond its former height. While
 * something is `pressed`, such as the scroll bar, the reader is scrolling, unless the content has shrunk.
 */
export function mayBeClamped(before: ScrollMetrics, after: ScrollMetrics, pressed = false): boolean {
  if (after.scrollTop >= before.scrollTop) return false
  if (after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight) return true
  return !pressed && (after.scrollHeight !== before.scrollHeight || after.clientHeight !== before.clientHeight)
}

/** True if the thread should follow new text after a scroll. Scrolling up stops it, and reaching the end resumes it. */
export const followAfterScroll = (
  following: boolean,
  before: ScrollMetrics,
  after: ScrollMetrics,
  pressed = false,
): boolean =>
  after.scrollTop < before.scrollTop && !mayBeClamped(before, after, pressed) ? false : following || atEnd(after)

/**
 * Stops following at once on a wheel, finger or key that goes up, before the first scroll event, so that the reader
 * need not fight it.
 */
export const followAfterIntent = (following: boolean, direction: 'up' | 'down', metrics: ScrollMetrics): boolean =>
  direction === 'up' && metrics.scrollHeight > metrics.clientHeight ? false : following

/** Top of the newest open card as a scrollTop. `inside` if the reader has scrolled past it. */
export type CardTop = { top: number; inside: boolean }

/** True if the top of the card is above the window. */
export const isInside = (scrollTop: number, top: number): boolean => scrollTop > Math.max(0, top) + rounding

/**
 * Returns the scrollTop to set after the content has changed its height. Null leaves the reader where they are. An open
 * card is read from its top, so the thread does not follow beyond that. A reader inside the card stays there, and one
 * at the end stays at the end.
 */
export function topAfterGrowth(
  following: boolean,
  before: ScrollMetrics,
  { scrollHeight, clientHeight }: ScrollMetrics,
  cardTop: CardTop | null = null,
): number | null {
  if (!following) return null
  const end = Math.max(0, scrollHeight - clientHeight)
  const top = cardTop === null ? end : Math.max(0, cardTop.top)
  if (top >= end) return end
  if (cardTop?.inside) return atEnd(before) ? end : null
  return top
}

/** Returns the scrollTop that keeps what is on screen in place after content was added above it. */
export const topAfterPrepend = (before: ScrollMetrics, after: ScrollMetrics): number =>
  before.scrollTop + after.scrollHeight - before.scrollHeight
