import type { Span } from './entity'

/** True if one span lies within the other. */
export const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end
