import { compareReviews } from '@/lib/review/findings/compare'
import { verdictOfTerms, worstFirst } from '@/lib/review/findings/verdict'
import type { Review } from '@/lib/review/review'
import type { Prepared } from '@/lib/tools/tool'
import type { LedgerEntry } from '../ledger/entry'
import type { CallDeps } from './call-deps'

/** Reviews the terms of a call. Null if there are none. */
export async function reviewConsent(
  { reviewTerms }: Pick<CallDeps, 'reviewTerms'>,
  { taskId, callId }: Pick<LedgerEntry, 'taskId' | 'callId'>,
  { consent, findings }: Prepared<unknown>,
): Promise<Review | null> {
  return consent ? reviewTerms({ taskId, callId, consent, preparedFindings: findings }) : null
}

/**
 * Compares the terms as reviewed at the click with those the person saw. `review` is what to show; `changed` means that
 * the person must look again.
 */
export function recheckedConsent(before: Review, after: Review | null): { review: Review | null; changed: boolean } {
  if (!after || after.planHash !== before.planHash) return { review: after, changed: true }
  const drift = compareReviews(before, after)
  if (!drift) return { review: after, changed: false }
  const added = drift.filter((change) => !after.findings.includes(change))
  const findings = worstFirst([...added, ...after.findings])
  return { review: { ...after, findings, verdict: verdictOfTerms(findings) }, changed: true }
}
