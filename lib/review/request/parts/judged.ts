import type { Sum } from '@/lib/language/request'
import type { RequestPart } from '../../review'

/**
 * A part with the reader's certainty of its role.
 * `by`: what differs. A name that the plan touches nowhere differs in any role, and so does a figure that nothing in
 * the plan accounts for.
 */
export type Judged = { part: RequestPart; p: number; by?: 'name' | 'amount'; sum?: Sum }

/** Enough for what is certain without its role: a name that the plan does not touch, a figure found nowhere in it. */
export const sureOfNaming = 0.3
