import type { RebalancePermission } from '@/lib/wire/consent'
import type { PlanTerms } from '@/lib/wire/plan'

/**
 * What a proposal is held against that the service has begun by itself: the terms that the person has confirmed, or
 * signed, in this browser. `unknown`: there are none here, or the service does not say by what it was begun.
 */
export type Basis =
  /** `dates` of the plan have come, and so many of its purchases or transfers were made before this one. */
  | { is: 'plan'; terms: PlanTerms; dates: number; done: number }
  | { is: 'permission'; permission: RebalancePermission; hasEnded: boolean }
  | { is: 'unknown'; by: 'plan' | 'permission' | null }
