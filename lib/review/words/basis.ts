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

/**
 * How a call relates to what the person wrote. `none`: they had written nothing that could ask for it, so only its basis
 * counts. `reply`: they had answered a proposal that the service began, so their words may change that one. `request`: it
 * answers their words alone, whatever plan or permission the service names.
 */
export type Prompt = 'none' | 'reply' | 'request'
