import type { RebalancePermission } from '@/lib/wire/consent'
import type { PlanTerms } from '@/lib/wire/plan'

/**
 * Terms to check a proposal of the service against: the plan that the person confirmed, or the permission they signed,
 * in this browser. `unknown`: this browser has no such terms, or the service does not say what triggered the proposal.
 */
export type Basis =
  /** `dates` counts the due dates so far, `done` the purchases or transfers made before this one. */
  | { is: 'plan'; terms: PlanTerms; dates: number; done: number }
  | { is: 'permission'; permission: RebalancePermission; hasEnded: boolean }
  | { is: 'unknown'; by: 'plan' | 'permission' | null }
