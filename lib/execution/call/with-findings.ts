import { verdictOf } from '@/lib/review/findings/verdict'
import { worstFirst } from '@/lib/review/findings/worst-first'
import type { Review } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'

/** Adds findings to a review, except those it already contains. */
export function withFindings(review: Review, more: readonly Finding[], plan: Plan): Review {
  const added = more.filter((finding) => !review.findings.includes(finding))
  const findings = worstFirst([...added, ...review.findings])
  return { ...review, findings, verdict: verdictOf(findings, plan, review.effects) }
}
