import { verdictOf, worstFirst } from '@/lib/review/findings/verdict'
import type { Review, Verdict } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { Prepared, Tool } from '@/lib/tools/tool'

/** Whether a prepared call may be approved: nothing without a plan or terms, and neither without a review. */
export function callVerdict(tool: Tool, prepared: Prepared<unknown>, review: Review | null): Verdict {
  if (tool.kind === 'display') return 'ready'
  if (!(prepared.plan ?? prepared.consent)) return 'blocked'
  return review?.verdict ?? 'blocked'
}

/** The event that a finished review is for the ledger. */
export const verdictEvent = (tool: Tool, prepared: Prepared<unknown>, review: Review | null) => ({
  type: 'reviewed' as const,
  verdict: callVerdict(tool, prepared, review) === 'blocked' ? ('blocked' as const) : ('ready' as const),
  ...(review ? { planHash: review.planHash } : {}),
})

/** The review with what was found beside it; what that points out of the review itself stands there already. */
export function withFindings(review: Review, more: readonly Finding[], plan: Plan): Review {
  const added = more.filter((finding) => !review.findings.includes(finding))
  const findings = worstFirst([...added, ...review.findings])
  return { ...review, findings, verdict: verdictOf(findings, plan, review.effects) }
}
