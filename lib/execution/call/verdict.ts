import { verdictOf, worstFirst } from '@/lib/review/findings/verdict'
import type { Review, Verdict } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { Prepared, Tool } from '@/lib/tools/tool'
import type { WorstFinding } from '../ledger/entry'

/** Returns the verdict on a prepared call. Without a plan or terms, or without a review, it is blocked. */
export function callVerdict(tool: Tool, prepared: Prepared<unknown>, review: Review | null): Verdict {
  if (tool.kind === 'display') return 'ready'
  if (!(prepared.plan ?? prepared.consent)) return 'blocked'
  return review?.verdict ?? 'blocked'
}

/** Builds the ledger event of a finished review. */
export const verdictEvent = (tool: Tool, prepared: Prepared<unknown>, review: Review | null) => ({
  type: 'reviewed' as const,
  verdict: callVerdict(tool, prepared, review) === 'blocked' ? ('blocked' as const) : ('ready' as const),
  ...(review ? { planHash: review.planHash } : {}),
  ...worstOf(review?.findings ?? prepared.findings),
})

/** Maximum length of a kept title: it may contain words of a chain or an agent. */
const longestTitle = 300

/** Returns the worst finding as the ledger keeps it, if any is worse than INFO. */
function worstOf(findings: readonly Finding[]): { worst?: WorstFinding } {
  const [worst] = worstFirst(findings)
  if (!worst || worst.level === 'OK' || worst.level === 'INFO') return {}
  const { level, rule, title, asks } = worst
  return { worst: { level, rule, title: title.slice(0, longestTitle), ...(asks !== undefined && { asks }) } }
}

/** Builds the same event for a call that could not even be prepared. */
export const blockedBy = (problem: string) => ({
  type: 'reviewed' as const,
  verdict: 'blocked' as const,
  worst: { level: 'BLOCK' as const, rule: 'prepare', title: problem.slice(0, longestTitle) },
})

/** Adds findings to a review, except those it already contains. */
export function withFindings(review: Review, more: readonly Finding[], plan: Plan): Review {
  const added = more.filter((finding) => !review.findings.includes(finding))
  const findings = worstFirst([...added, ...review.findings])
  return { ...review, findings, verdict: verdictOf(findings, plan, review.effects) }
}
