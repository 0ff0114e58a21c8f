import type { Hash } from 'viem'
import type { LedgerEntry, LeftRequest, StepRecord } from './entry'

export type SentStep = StepRecord & { hash: Hash }
type Steps = readonly StepRecord[]

/** Returns the steps that the wallet has sent, in order. */
export const sentSteps = (steps: Steps): SentStep[] => steps.filter((step): step is SentStep => step.hash !== undefined)

/** True if the wallet has sent something for a call, or signed its terms. */
export const hasSigned = ({ steps, batch, consent }: Pick<LedgerEntry, 'steps' | 'batch' | 'consent'>): boolean =>
  sentSteps(steps).length > 0 || batch?.sent === true || consent?.signature !== undefined

/**
 * True if a call's end, other than a closing, is only on the service's record: it may have been carried out in another
 * browser, or nowhere. Rows of former versions do not say so, but nothing is done from here without a signature.
 */
export const isServiceReported = ({ recorded, state, outcome, ...entry }: LedgerEntry): boolean =>
  state !== 'superseded' &&
  (recorded === true || (state === 'confirmed' && !hasSigned(entry) && outcome?.displayed !== true))

/** Returns the first transaction that was sent and has not ended. */
export const pendingStep = ({ steps }: LedgerEntry): SentStep | undefined =>
  sentSteps(steps).find((step) => !step.outcome)

/** Returns the last transaction that was reverted, or replaced by another one. */
export const undoneStep = (steps: Steps): StepRecord | undefined =>
  steps.findLast(({ outcome }) => outcome === 'reverted' || outcome === 'cancelled')

/** Returns the steps that have not been sent, in order. */
export const unsentSteps = (steps: Steps): StepRecord[] => steps.filter(({ hash }) => !hash)

/** Returns the first step that has not been sent. */
export const nextStep = ({ steps }: LedgerEntry): StepRecord | undefined => steps.find((step) => !step.hash)

export const allSucceeded = (steps: Steps): boolean =>
  steps.length > 0 && steps.every((step) => step.outcome === 'success')

export const sameBytes = (a: Steps, b: Steps): boolean =>
  a.length === b.length && a.every((step, index) => step.bytesHash === b[index]?.bytesHash)

/**
 * Returns the steps after an attempt has got a hash. Handles late answers too: after a new plan replaced the attempt's
 * own (then what followed the attempt counts again), and for a step that was sent already (then nothing else changes).
 */
export function withHash(steps: Steps, attempt: SentStep, rest: Steps): StepRecord[] {
  const before = sentSteps(steps)
  const left = steps.filter((step) => !step.hash)
  if (left[0]?.bytesHash === attempt.bytesHash) return [...before, attempt, ...left.slice(1)]
  return [...before, attempt, ...(before.some((step) => isSameStep(step, attempt)) ? left : rest)]
}

/** Changes the pending step of this hash; null if there is none. */
export function changePending(steps: Steps, hash: Hash, change: Partial<StepRecord>): StepRecord[] | null {
  const at = steps.findIndex((step) => step.hash === hash && !step.outcome)
  if (at < 0) return null
  return steps.map(({ missing, ...step }, index) => {
    if (index === at) return { ...step, ...change }
    return missing ? { ...step, missing } : step
  })
}

export const hasHash =
  (hash: Hash) =>
  (step: StepRecord): boolean =>
    step.hash === hash || step.replacedBy === hash

/**
 * Returns the steps once the transaction of this hash, which has not ended, turns out to be another's: its step is
 * unsent again, unless another transaction of the same step is on record.
 */
export function withoutHash(steps: Steps, hash: Hash | undefined): StepRecord[] {
  const isIt = (step: StepRecord) => step.hash === hash && !step.outcome
  const others = steps.filter((step) => !isIt(step))
  const freed = steps.flatMap((step) => {
    if (!isIt(step) || others.some((other) => isSameStep(other, step))) return []
    const { hash: _, missing: __, altered: ___, ...unsent } = step
    return [unsent]
  })
  return [...sentSteps(others), ...freed, ...unsentSteps(others)]
}

/** True for the same request to the wallet: the same batch, or the same bytes under the same nonce. */
export function isSameRequest(a: Pick<LeftRequest, 'steps' | 'batch'>, b: Pick<LeftRequest, 'steps' | 'batch'>) {
  if (a.batch || b.batch) return a.batch?.id === b.batch?.id
  const [one, other] = [a.steps[0], b.steps[0]]
  return one?.bytesHash === other?.bytesHash && one?.nonce === other?.nonce && one?.hash === other?.hash
}

/**
 * Picks the transaction of a batch's step from those that the wallet names. A batch is one transaction; a wallet that
 * made several names them in the order of the calls, the last one for all remaining calls.
 */
export const hashAmong = (hashes: readonly Hash[], index: number, count: number): Hash | undefined =>
  (index === count - 1 ? undefined : hashes[index]) ?? hashes.at(-1)

/** Returns the warning that must stay on the card whatever else is said; null if there is none. */
export function warningOn(steps: Steps): string | null {
  if (steps.some((step) => step.altered))
    return 'Your wallet sent something other than what was reviewed here. It is being followed all the same: look it up in an explorer.'
  const doubles = sentSteps(steps).flatMap((step) => doublesOf(step, steps).map((other) => ({ step, other })))
  if (doubles.length === 0) return null
  return doubles.some(({ step, other }) => step.request?.nth === other.request?.nth)
    ? 'Your wallet answered twice: it may have sent this transaction twice. Both are being followed; look each one up in an explorer.'
    : 'Your wallet sent this transaction twice: it was asked again, as nothing seemed to have been sent. Both are being followed; look each one up in an explorer.'
}

/** Numbers the next request of a call to the wallet. */
export const nextRequest = (steps: Steps): NonNullable<StepRecord['request']> => ({
  nth: Math.max(0, ...steps.map(({ request }) => request?.nth ?? 0)) + 1,
  after: sentSteps(steps).length,
})

/**
 * Lists what else was sent for a step. Excludes what was requested again in knowledge of the first, for example an
 * approval whose allowance has been used since.
 */
export function doublesOf(step: StepRecord, steps: Steps): SentStep[] {
  const sent = sentSteps(steps)
  const isKnown = (one: StepRecord, { request }: StepRecord) =>
    request !== undefined && sent.findIndex(({ hash }) => hash === one.hash) < request.after
  return sent.filter(
    (other) => other.hash !== step.hash && isSameStep(other, step) && !isKnown(other, step) && !isKnown(step, other),
  )
}

/** True for the same transaction of the plan, however often it was sent. */
const isSameStep = (a: StepRecord, b: StepRecord): boolean => a.id === b.id && a.bytesHash === b.bytesHash

/** True if a nonce of the account tells whether a request can still come. */
export const isNumbered = ({ steps: [step] }: LeftRequest): boolean =>
  step?.nonce !== undefined && step.via !== 'contract' && step.via !== 'batch'
