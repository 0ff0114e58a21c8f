import type { Hash } from 'viem'
import type { LedgerEntry, LeftRequest, StepRecord } from './entry'

export type SentStep = StepRecord & { hash: Hash }
type Steps = readonly StepRecord[]

/** The transactions that the wallet has sent, in order. */
export const sentSteps = (steps: Steps): SentStep[] => steps.filter((step): step is SentStep => step.hash !== undefined)

/** Whether the wallet has sent something for a call, or signed its terms. */
export const hasSigned = ({ steps, bundle, consent }: Pick<LedgerEntry, 'steps' | 'bundle' | 'consent'>): boolean =>
  sentSteps(steps).length > 0 || bundle?.sent === true || consent?.signature !== undefined

/**
 * Whether an end other than a closing is only what the service has on record: carried out in another browser perhaps, and
 * perhaps nowhere. Rows of former versions do not say so, but nothing is done from here without a signature.
 */
export const isServiceReported = ({ recorded, state, outcome, ...entry }: LedgerEntry): boolean =>
  state !== 'superseded' &&
  (recorded === true || (state === 'confirmed' && !hasSigned(entry) && outcome?.displayed !== true))

/** The first transaction that was sent and has no end yet. */
export const pendingStep = ({ steps }: LedgerEntry): SentStep | undefined =>
  sentSteps(steps).find((step) => !step.outcome)

/** The last transaction that was reverted, or whose place another one took. */
export const undoneStep = (steps: Steps): StepRecord | undefined =>
  steps.findLast(({ outcome }) => outcome === 'reverted' || outcome === 'cancelled')

/** The steps that have not been sent, in order. */
export const unsentSteps = (steps: Steps): StepRecord[] => steps.filter(({ hash }) => !hash)

/** The first step that has not been sent. */
export const nextStep = ({ steps }: LedgerEntry): StepRecord | undefined => steps.find((step) => !step.hash)

export const allSucceeded = (steps: Steps): boolean =>
  steps.length > 0 && steps.every((step) => step.outcome === 'success')

export const sameBytes = (a: Steps, b: Steps): boolean =>
  a.length === b.length && a.every((step, index) => step.bytesHash === b[index]?.bytesHash)

/**
 * The steps once an attempt has a hash. Late answers come here too: after a new plan took the place of the attempt's
 * own (then what followed the attempt counts again), and for a step that was sent already (then nothing else changes).
 */
export function withHash(steps: Steps, attempt: SentStep, rest: Steps): StepRecord[] {
  const before = sentSteps(steps)
  const left = steps.filter((step) => !step.hash)
  if (left[0]?.bytesHash === attempt.bytesHash) return [...before, attempt, ...left.slice(1)]
  return [...before, attempt, ...(before.some((step) => isSameStep(step, attempt)) ? left : rest)]
}

/** The steps with the pending one of this hash changed, or null if there is none. */
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
 * The steps once the transaction of this hash, which has no end, is none of theirs: what was sent for is unsent again, unless
 * another transaction of the same step is on record.
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

/** One request to the wallet: the same batch, or the same bytes under the same nonce. */
export function isSameRequest(a: Pick<LeftRequest, 'steps' | 'bundle'>, b: Pick<LeftRequest, 'steps' | 'bundle'>) {
  if (a.bundle || b.bundle) return a.bundle?.id === b.bundle?.id
  const [one, other] = [a.steps[0], b.steps[0]]
  return one?.bytesHash === other?.bytesHash && one?.nonce === other?.nonce && one?.hash === other?.hash
}

/**
 * The transaction of a step of a batch, among those that the wallet names. A batch is one transaction; a wallet that made
 * several names them in the order of the calls, the last one for all that are left.
 */
export const hashAmong = (hashes: readonly Hash[], index: number, count: number): Hash | undefined =>
  (index === count - 1 ? undefined : hashes[index]) ?? hashes.at(-1)

/** What must stay on the card whatever else is said: null if there is nothing of the kind. */
export function warningOn(steps: Steps): string | null {
  if (steps.some((step) => step.altered))
    return 'Your wallet sent something other than what was reviewed here. It is being followed all the same: look it up in an explorer.'
  const doubles = sentSteps(steps).flatMap((step) => doublesOf(step, steps).map((other) => ({ step, other })))
  if (doubles.length === 0) return null
  return doubles.some(({ step, other }) => step.request?.nth === other.request?.nth)
    ? 'Your wallet answered twice: it may have sent this transaction twice. Both are being followed; look each one up in an explorer.'
    : 'Your wallet sent this transaction twice: it was asked again, as nothing seemed to have been sent. Both are being followed; look each one up in an explorer.'
}

/** The next request of a call to the wallet. */
export const nextRequest = (steps: Steps): NonNullable<StepRecord['request']> => ({
  nth: Math.max(0, ...steps.map(({ request }) => request?.nth ?? 0)) + 1,
  after: sentSteps(steps).length,
})

/**
 * What else was sent for a step. What was asked for once more in the knowledge of the first is none: an approval whose
 * allowance was used since, for one.
 */
export function doublesOf(step: StepRecord, steps: Steps): SentStep[] {
  const sent = sentSteps(steps)
  const isKnown = (one: StepRecord, { request }: StepRecord) =>
    request !== undefined && sent.findIndex(({ hash }) => hash === one.hash) < request.after
  return sent.filter(
    (other) => other.hash !== step.hash && isSameStep(other, step) && !isKnown(other, step) && !isKnown(step, other),
  )
}

/** One transaction of the plan, sent once or more often. */
const isSameStep = (a: StepRecord, b: StepRecord): boolean => a.id === b.id && a.bytesHash === b.bytesHash

/** Whether a nonce of the account tells if a request can still come. */
export const isNumbered = ({ steps: [step] }: LeftRequest): boolean =>
  step?.nonce !== undefined && step.via !== 'contract' && step.via !== 'bundle'
