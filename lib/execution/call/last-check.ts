import { compareReviews } from '@/lib/review/findings/compare'
import { planHash } from '@/lib/review/findings/hash'
import type { Review } from '@/lib/review/review'
import type { Plan } from '@/lib/tools/plan'
import type { Prepared } from '@/lib/tools/tool'
import type { LedgerEvent } from '../ledger/ledger-event'
import { behindNote, seenUpTo, withoutGiven } from '../signing/allowances'
import type { Approved } from '../signing/ask'
import type { ApprovedConsent } from '../signing/consent'
import { type CallDeps, type CheckStage, predictionOf, prepareCall, reviewCall, reviewWithAtomicity } from './call-deps'
import type { CallState } from './call-state'
import { recheckedConsent, reviewConsent } from './consent-review'
import type { UnderstoodCall } from './readable-call'
import { expectAnswered } from './silence'
import { verdictEvent, withFindings } from './verdict'

/**
 * Runs the last check, at the click: prepares an expired plan again, leaves out approvals that stand by now, and
 * simulates again. Returns null if the person must look again; the ledger's note says why.
 */
export async function recheckPlan(
  entryKey: string,
  { tool, parameters }: UnderstoodCall,
  state: CallState,
  deps: CallDeps,
): Promise<Approved | null> {
  const { plainReview: looked, prepared: lookedAt, adjustments } = state.local()
  if (!looked || !lookedAt?.plan) return null
  const at = stageAtClick(state)
  const click = { wasAcknowledged: state.view().acknowledged, isMeant: unlessAdjusted(state) }
  const isExpired = lookedAt.expiresAt !== undefined && deps.now() >= lookedAt.expiresAt
  const made = isExpired
    ? await prepareCall(deps, state.entry(), tool, parameters, adjustments, 'review', deps.signal)
    : lookedAt
  const aged = isExpired && (!made.plan || planHash(made.plan) !== looked.planHash)
  const { steps, owner } = state.entry()
  const upTo = await seenUpTo(steps, owner, deps.chains)
  if (!upTo) return mustLookAgain(state, { type: 'noted', note: behindNote })

  const plan = made.plan && (await withoutGiven(made.plan, looked.effects, deps.chains, upTo))
  const isShorter = plan !== made.plan
  const prepared = plan && isShorter ? { ...made, plan } : made
  // The rest is what the person saw.
  const before = plan && isShorter && !aged ? { ...looked, planHash: planHash(plan) } : looked
  const [after, atomicity] = plan
    ? await reviewWithAtomicity(deps, state.entry(), prepared, plan, at, deps.signal)
    : [null, null]
  deps.signal.throwIfAborted()
  if (after) expectAnswered(after)

  // A single remaining transaction goes to the wallet as one either way.
  const isLast = isShorter && plan?.steps.length === 1
  const otherWay = !isLast && state.local().atomicity?.status !== atomicity?.status
  const drift = after && !aged ? compareReviews(before, after) : null
  const shown = after && plan && drift ? withFindings(after, drift, plan) : after
  state.set({ prepared, plainReview: after, review: shown, atomicity })
  const event = verdictEvent(tool, prepared, shown)
  const mayGoOn = event.verdict !== 'blocked' && isCovered(shown, click.wasAcknowledged)
  if (!plan || !shown || aged || drift || otherWay || !mayGoOn)
    return mustLookAgain(state, { ...event, note: aged ? agedNote : otherWay && !drift ? otherWayNote : driftNote })
  await deps.ledger.apply(entryKey, { ...event, note: null })
  const { transfer } = prepared
  return {
    plan,
    planHash: shown.planHash,
    isMeant: click.isMeant,
    stillHolds: restHolds(prepared, plan, shown, state, deps),
    predicted: predictionOf(tool, parameters, plan, shown),
    ...(transfer ? { transfer } : {}),
    ...(atomicity ? { atomicity } : {}),
  }
}

/**
 * Runs the same check for terms: prepared again from the current chain, they must have the same digest and findings.
 */
export async function recheckTerms(
  entryKey: string,
  { tool, parameters }: UnderstoodCall,
  state: CallState,
  deps: CallDeps,
): Promise<ApprovedConsent | null> {
  const { plainReview: before, prepared: lookedAt } = state.local()
  if (!before || !lookedAt?.consent) return null
  const wasAcknowledged = state.view().acknowledged
  const isMeant = unlessAdjusted(state)
  const { pinned } = lookedAt.consent
  const prepared = await prepareCall(deps, state.entry(), tool, parameters, pinned, stageAtClick(state), deps.signal)
  deps.signal.throwIfAborted()
  const after = await reviewConsent(deps, state.entry(), prepared)
  deps.signal.throwIfAborted()
  const { review: shown, changed } = recheckedConsent(before, after)
  state.set({ prepared, plainReview: after, review: shown })
  const event = verdictEvent(tool, prepared, shown)
  if (!prepared.consent || changed || !isCovered(shown, wasAcknowledged))
    return mustLookAgain(state, { ...event, note: termsNote })
  await deps.ledger.apply(entryKey, { ...event, note: null })
  return { consent: prepared.consent, digest: before.planHash, isMeant }
}

/** Among the dangers, the person may have accepted that another browser signs this too. */
const stageAtClick = (state: CallState): CheckStage => (state.view().acknowledged ? 'takeover' : 'click')

/** Returns a function that is true as long as the person changes nothing. */
function unlessAdjusted(state: CallState): () => boolean {
  const { adjustments } = state.local()
  return () => state.local().adjustments === adjustments
}

/** Without drift no finding is new, so the acknowledgement still covers them. */
const isCovered = (review: Review | null, wasAcknowledged: boolean): boolean =>
  review?.verdict === 'ready' || (review?.verdict === 'acknowledge' && wasAcknowledged)

async function mustLookAgain(state: CallState, event: LedgerEvent): Promise<null> {
  state.set({ acknowledgedKey: null })
  await state.apply(event)
  return null
}

/** Repeats the check at the click for the rest of a plan: a step may take long, and others see it on the chain. */
const restHolds =
  (prepared: Prepared<unknown>, plan: Plan, shown: Review, state: CallState, deps: CallDeps): Approved['stillHolds'] =>
  async (index) => {
    const [next, ...more] = plan.steps.slice(index)
    if (!next) return true
    const rest: Plan = { ...plan, steps: [next, ...more] }
    const later = await reviewCall(deps, state.entry(), prepared, rest, 'review', deps.signal)
    return compareReviews({ ...shown, planHash: later.planHash }, later) === null
  }

const agedNote = 'The quote had expired, so a new one was fetched. Review the new figures, then approve again.'
const otherWayNote =
  'Your wallet now signs this differently from what was shown. Nothing was sent: review it again, then approve.'
const termsNote = 'Something has changed since you looked. Nothing was signed: review the terms again.'
const driftNote = 'Something has changed since you looked. Nothing was sent: review the findings again.'
