import type { RequestPart } from '../review'

/** Result of comparing one part. */
export type Comparison = Pick<RequestPart, 'found' | 'is'>

export const unread: Comparison = { found: '', is: 'unread' }
export const met = (found: string, isMet: boolean): Comparison => ({ found, is: isMet ? 'met' : 'different' })

/** Least certainty of the reader (0 to 1) that a part of a request is what it seems. */
export const sureOfPart = 0.75
