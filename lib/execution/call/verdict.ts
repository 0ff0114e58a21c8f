import { verdictOf, worstFirst } from '@/lib/review/findings/verdict'
import type { Review, Verdict } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { Prepared, Tool } from '@/lib/tools/tool'
import type { WorstFinding } from '../ledger/entry'

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
  ...worstOf(review?.findings ?? prepared.findings),
})

/** Words of a chain or of an agent are not kept at any length. */
const longestTitle = 300

/** What speaks most against a call, as the ledger keeps it; nothing where nothing does. */
function worstOf(findings: readonly Finding[]): { worst?: WorstFinding } {
  const [worst] = worstFirst(findings)
  if (!worst || worst.level === 'OK' || worst.level === 'INFO') return {}
  return { worst: { level: worst.level, rule: worst.rule, title: worst.title.slice(0, longestTitle) } }
}

/** The same for a call that could not even be prepared. */
export const blockedBy = (problem: string) => ({
  type: 'reviewed' as const,
  verdict: 'blocked' as const,
  worst: { level: 'BLOCK' as const, rule: 'prepare', title: problem.slice(0, longestTitle) },
})

/** The review with what was found beside it; what that points out of the review itself stands there already. */
export function withFindings(review: Review, more: readonly Finding[], plan: Plan): Review {
  const added = more.filter((finding) => !review.findings.includes(finding))
  const findings = worstFirst([...added, ...review.findings])
  return { ...review, findings, verdict: verdictOf(findings, plan, review.effects) }
}
