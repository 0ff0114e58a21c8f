/** Loads the review of a call's plan, with what reads calldata. */
export const loadReviewing = () => import('./reviewing')
