import type { Reading } from './reader/reader'

/** Minimum probability that words are a yes. It can be low: a yes moves nothing, and every term is on the card. */
const sureOfYes = 0.8

/** True if the words are a yes and name nothing but the plan that they agree to. */
export function isYes({ clauses, entities, unexplained }: Reading): boolean {
  const plans = entities.filter(({ is }) => is === 'plan')
  return (
    clauses.length > 0 &&
    clauses.every(({ kind, sure }) => kind === 'agreement' && sure.kind >= sureOfYes) &&
    plans.length === entities.length &&
    unexplained.every((span) => plans.some(({ start, end }) => start <= span.start && span.end <= end))
  )
}
