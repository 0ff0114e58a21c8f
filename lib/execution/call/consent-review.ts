import { compareReviews } from '@/lib/review/findings/compare'
import { worstFirst } from '@/lib/review/findings/verdict'
import type { Review } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Prepared } from '@/lib/tools/tool'

/**
 * Builds the review of terms. There is nothing to simulate, so the preparation's own findings are all. What could not
 * be checked needs an acknowledgement, as for a plan that moves value. Null if there are no terms. `at` in milliseconds
 * since the epoch.
 */
export function reviewConsent({ consent, findings: found }: Prepared<unknown>, at: number): Review | null {
  if (!consent) return null
  return {
    planHash: consent.digest,
    at,
    block: null,
    method: 'none',
    effects: null,
    fee: null,
    prices: new Map(),
    figures: [],
    findings: worstFirst(found),
    verdict: verdictOf(found),
  }
}

/**
 * Compares the terms prepared at the click with those the person saw. `review` is what to show; `changed` means that
 * the person must look again.
 */
export function recheckedConsent(
  before: Review,
  prepared: Prepared<unknown>,
  at: number,
): { review: Review | null; changed: boolean } {
  const after = reviewConsent(prepared, at)
  if (!after || after.planHash !== before.planHash) return { review: after, changed: true }
  const drift = compareReviews(before, after)
  if (!drift) return { review: after, changed: false }
  const added = drift.filter((change) => !after.findings.includes(change))
  const findings = worstFirst([...added, ...after.findings])
  return { review: { ...after, findings, verdict: verdictOf(findings) }, changed: true }
}

function verdictOf(findings: readonly Finding[]): Review['verdict'] {
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  if (has('BLOCK')) return 'blocked'
  return has('DANGER') || has('UNVERIFIED') ? 'acknowledge' : 'ready'
}
