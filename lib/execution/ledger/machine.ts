import { isAddressEqual } from 'viem'
import { notGranted } from '@/lib/wire/consent'
import { rejectedByUser, replacedResult } from '@/lib/wire/result'
import {
  alteredEnd,
  batchFailed,
  endedBadly,
  foundAfterEnd,
  foundWhileAsked,
  lateBatch,
  lateHash,
  secondBatch,
} from '../tracking/end-words'
import { isSettled, type LedgerEntry, type LedgerState, type LeftRequest, type StepRecord } from './entry'
import type { LedgerEvent } from './ledger-event'
import { failureOf, minedHash, stateOf, successOf } from './outcome'
import {
  allSucceeded,
  changePending,
  hasHash,
  hashAmong,
  isSameRequest,
  nextStep,
  pendingStep,
  sameBytes,
  sentSteps,
  undoneStep,
  unsentSteps,
  warningOn,
  withHash,
  withoutHash,
} from './steps'

/** Thrown for an event that the state does not allow. Nothing was changed. */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition'
  readonly code = 'illegal-transition'
  constructor(
    readonly state: LedgerState,
    readonly event: LedgerEvent['type'],
    why?: string,
  ) {
    super(`A call that is ${state} cannot take "${event}"${why ? `: ${why}` : ''}`)
  }
}

const open: ReadonlySet<LedgerState> = new Set(['reviewing', 'ready', 'blocked'])
const inFlight: ReadonlySet<LedgerState> = new Set(['signing', 'broadcast', 'confirming'])
/** True if the call is with the wallet as a batch, and no transaction of it is known. */
export const isBatchOut = (entry: LedgerEntry): boolean =>
  entry.batch?.sent === true && entry.state === 'broadcast' && !pendingStep(entry)
/** True if the wallet has been asked and the end is not known: the call continues by itself and is never superseded. */
export const isInFlight = (state: LedgerState): boolean => inFlight.has(state)
/** True if the wallet has not been asked, or what was asked is settled: the person decides. */
export const isOpen = (state: LedgerState): boolean => open.has(state)

type Event<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>

/** Time of the event in milliseconds since the epoch, and the functions that refuse it. */
type Setting = { now: number; refuse: (why?: string) => never; allow: (allowed: boolean, why?: string) => void }

type Changes = {
  readonly [Type in LedgerEvent['type']]: (entry: LedgerEntry, event: Event<Type>, setting: Setting) => LedgerEntry
}

/** Transitions of an entry, by event. Pure. A hash that was seen stays on the entry, whatever follows. */
const changes: Changes = {
  'review-started': (entry, event, { now, allow }) => {
    const { state } = entry
    allow(open.has(state))
    return to(entry, now, { state: 'reviewing' }, event.note)
  },

  reviewed: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(open.has(state))
    return to(
      entry,
      now,
      { state: entry.conflicting ? 'blocked' : event.verdict, planHash: event.planHash, worst: event.worst },
      event.note,
    )
  },

  signing: (entry, event, { now, allow }) => {
    const { state } = entry
    const between = state === 'confirming' && nextStep(entry) !== undefined
    allow(state === 'ready' || between, 'it is not ready')
    allow(!entry.conflicting, 'the same id came with other parameters')
    allow(isAddressEqual(event.account, entry.owner), 'another account')
    allow(event.planHash === entry.planHash, 'another plan was reviewed')
    const before = sentSteps(entry.steps)
    allow(
      before.every((step) => step.outcome === 'success'),
      'an earlier transaction has not succeeded',
    )
    allow(
      event.rest.every((step) => !step.hash && !step.outcome),
      'a step with a hash must not be signed again',
    )
    if (between) allow(sameBytes(entry.steps.slice(before.length), event.rest), 'other bytes than those on record')
    const [first, ...others] = event.rest
    const asked = {
      ...first,
      fromBlock: event.fromBlock,
      ...(event.nonce === undefined ? {} : { nonce: event.nonce }),
    }
    const transfer = event.transfer ?? entry.transfer
    const predicted = event.predicted ? { ...event.predicted, firstStep: before.length } : entry.predicted
    return to(
      withoutBatch(entry),
      now,
      {
        state: 'signing',
        steps: [...before, asked, ...others],
        ...(transfer ? { transfer } : {}),
        ...(predicted ? { predicted } : {}),
        ...(event.batch ? { batch: event.batch } : {}),
      },
      null,
    )
  },

  refused: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'signing' && !entry.consent, 'the wallet was not asked')
    return to(entry, now, { refusal: event.why, ...(event.stepwise ? { stepwise: true } : {}) }, event.note)
  },

  'not-sent': (entry, event, { now, allow }) => {
    const { state } = entry
    allow(
      (state === 'signing' && !entry.consent?.signature) ||
        isBatchOut(entry) ||
        (state === 'confirming' && !pendingStep(entry) && nextStep(entry) !== undefined),
      'a transaction is on its way',
    )
    const open = to(
      withoutBatch(entry),
      now,
      {
        state: 'ready',
        ...(event.stepwise ? { stepwise: true } : {}),
        // Between two steps the wallet was not asked.
        ...(state === 'confirming' ? {} : letGo(entry, [unsentSteps(entry.steps)], now)),
      },
      event.note,
    )
    // A transaction found after the end does not reopen the call.
    return endedAgain(open, now) ?? open
  },

  found: (entry, event, { now }) => {
    const { state } = entry
    const { request, hash } = event
    const others = entry.left?.filter((each) => !isSameRequest(each, request))
    const left = others ? { left: others } : {}
    if (state === 'confirmed') {
      const words = hash ? lateHash(hash) : lateBatch(request.batch?.id ?? '')
      return to(entry, now, { ...left, steps: withFound(entry.steps, event) }, words)
    }
    if (state === 'broadcast' || state === 'confirming') {
      if (request.batch) return to(entry, now, left, secondBatch(request.batch.id))
      const steps = withFound(entry.steps, event)
      return to(entry, now, { ...left, steps }, warningOn(steps))
    }
    const steps = withFound(entry.steps, event)
    const { outcome: _, unwanted: __, recorded: ___, receipt: ____, ...open } = withoutBatch({ ...entry, ...left })
    const ended = isSettled(state)
    const other = state === 'signing' ? openRequest(entry, request) : []
    const note = ended ? foundAfterEnd : other.length > 0 ? foundWhileAsked : warningOn(steps)
    return to(
      open,
      now,
      {
        ...letGo({ ...open, ...(entry.batch ? { batch: entry.batch } : {}) }, [other], now),
        state: 'broadcast',
        steps,
        reported: false,
        ...(request.batch ? { batch: { ...request.batch, sent: true } } : {}),
        ...(ended ? { was: formerEnd(entry) } : {}),
      },
      note,
    )
  },

  'left-ended': (entry, event) => {
    const left = entry.left?.filter((each) => !isSameRequest(each, event.request))
    return left?.length === entry.left?.length ? entry : { ...entry, ...(left ? { left } : {}) }
  },

  missing: (entry, event, { now, allow, refuse }) => {
    const { state } = entry
    allow(state === 'broadcast' || state === 'confirming')
    const steps = changePending(entry.steps, event.hash, { missing: true }) ?? refuse('unknown hash')
    return to(entry, now, { steps }, event.note)
  },

  'given-up': (entry, event, { now, allow }) => {
    const { state } = entry
    const pending = entry.steps.filter((step) => step.hash && !step.outcome)
    allow(
      (state === 'broadcast' || state === 'confirming') &&
        pending.length > 0 &&
        pending.every((step) => step.missing === true),
      'a node knows its transaction',
    )
    const rest = unsentSteps(entry.steps)
    const requests = entry.batch ? [[...pending, ...rest]] : pending.map((step) => [step, ...rest])
    const steps = pending.reduce((all, step) => withoutHash(all, step.hash), entry.steps)
    const open = to(withoutBatch(entry), now, { state: 'ready', steps, ...letGo(entry, requests, now) }, event.note)
    return endedAgain(open, now) ?? open
  },

  disowned: (entry, event, { now, allow }) => {
    const { state } = entry
    const { hash } = event
    const disowned = { disowned: [...(entry.disowned ?? []).filter((each) => each !== hash), hash] }
    const steps = withoutHash(entry.steps, hash)
    const without = { ...entry, steps }
    if (isSettled(state) || state === 'signing' || pendingStep(without)) return to(without, now, disowned, event.note)
    allow(state === 'broadcast' || state === 'confirming')
    if (entry.batch) {
      const { status: _, ...batch } = entry.batch
      return to(without, now, { ...disowned, state: 'broadcast', batch }, event.note)
    }
    const again = to(without, now, { ...disowned, state: 'signing' }, event.note)
    return endedAgain(again, now) ?? again
  },

  'batch-sent': (entry, event, { now }) => {
    const { state } = entry
    if (entry.batch?.sent && entry.batch.id === event.batch.id) return entry
    const batch = { ...event.batch, sent: true as const }
    if (isSettled(state)) return to(entry, now, {}, lateBatch(batch.id))
    if (state === 'broadcast' || state === 'confirming') return to(entry, now, {}, secondBatch(batch.id))
    const steps = [...sentSteps(entry.steps), ...event.steps]
    return to(entry, now, { state: 'broadcast', batch, steps }, event.note ?? null)
  },

  'batch-mined': (entry, event, { now, allow, refuse }) => {
    const { state } = entry
    const { batch } = entry
    if (!batch?.sent || !(state === 'broadcast' || state === 'confirming')) return refuse('no batch is on its way')
    allow(event.hashes.length > 0 && !pendingStep(entry), 'its transactions are known already')
    const { hashes } = event
    const before = sentSteps(entry.steps)
    const steps = entry.steps
      .slice(before.length)
      .map((step, index, all) => ({ ...step, hash: hashAmong(hashes, index, all.length) }))
    return to(
      entry,
      now,
      { state: 'confirming', batch: { ...batch, status: event.status }, steps: [...before, ...steps] },
      null,
    )
  },

  'batch-failed': (entry, event, { now, refuse }) => {
    const { state } = entry
    const { batch } = entry
    if (!batch?.sent || state !== 'broadcast') return refuse('no batch is on its way')
    const outcome = failureOf(batchFailed(event.status), 'batch-failed')
    return to(
      entry,
      now,
      {
        state: 'failed',
        batch: { ...batch, status: event.status },
        outcome,
        ...letGo(entry, [unsentSteps(entry.steps)], now),
      },
      outcome.status === 'error' ? outcome.error : null,
    )
  },

  interrupted: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'signing' || isBatchOut(entry))
    return { ...to(entry, now, {}, event.note), interrupted: true }
  },

  hash: (entry, event, { now }) => {
    const { state } = entry
    if (entry.disowned?.includes(event.hash)) return entry
    if (entry.steps.some(hasHash(event.hash))) return entry
    const steps = withHash(entry.steps, { ...event.attempt, hash: event.hash }, event.rest)
    if (isSettled(state)) return to(entry, now, { steps }, lateHash(event.hash))
    const other = state === 'signing' ? openRequest(entry, { steps: [event.attempt] }) : []
    return to(entry, now, { state: 'broadcast', steps, ...letGo(entry, [other], now) }, event.note ?? warningOn(steps))
  },

  seen: (entry, event, { now, allow, refuse }) => {
    const { state } = entry
    allow(state === 'broadcast' || state === 'confirming')
    const seen = { ...(event.nonce === undefined ? {} : { nonce: event.nonce }), ...altered(event.altered) }
    const steps = changePending(entry.steps, event.hash, seen) ?? refuse('unknown hash')
    return to(entry, now, { state: 'confirming', steps }, warningOn(steps) ?? (entry.was ? foundAfterEnd : null))
  },

  mined: (entry, event, { now, allow, refuse }) => {
    const { state } = entry
    allow(state === 'broadcast' || state === 'confirming')
    const end = {
      outcome: event.outcome,
      ...(event.replacedBy ? { replacedBy: event.replacedBy } : {}),
      ...altered(event.altered),
      ...(event.inclusion ? { inclusion: event.inclusion } : {}),
    }
    const steps = changePending(entry.steps, event.hash, end) ?? refuse('unknown hash, or its end is known already')
    const done = { ...entry, steps }
    const undone = undoneStep(steps)
    // A wallet may have sent more than one: what moved is known once each has ended.
    if (!undone || pendingStep(done)) return to(done, now, { state: 'confirming' }, warningOn(steps))
    const outcome = endedBadly(done, undone)
    // Nothing of it moved, so the earlier report remains true.
    const before = outcome.code === 'cancelled' ? endedAgain(done, now) : null
    if (before) return before
    const as = outcome.code === 'reverted' ? 'reverted' : 'failed'
    return to(done, now, { state: as, outcome }, outcome.error)
  },

  'ended-altered': (entry, _, { now, refuse }) => {
    const { state } = entry
    const step = entry.steps.findLast(({ altered }) => altered)
    if (state !== 'confirming' || !step || !allSucceeded(entry.steps)) return refuse('nothing was altered')
    const outcome = failureOf(alteredEnd, 'altered', minedHash(step))
    return to(entry, now, { state: 'failed', outcome }, alteredEnd)
  },

  completed: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'confirming' && allSucceeded(entry.steps), 'not every step has succeeded')
    const destination = event.destinationHash ? { destinationHash: event.destinationHash } : {}
    return to(
      entry,
      now,
      { state: 'confirmed', outcome: successOf(entry, event.destinationHash), ...destination },
      warningOn(entry.steps),
    )
  },

  'transfer-ended': (entry, event, { now, allow }) => {
    const { state } = entry
    allow(
      state === 'confirming' && allSucceeded(entry.steps) && entry.transfer !== undefined,
      'no transfer is under way',
    )
    const last = entry.steps.at(-1)
    const outcome = failureOf(event.message, `transfer-${event.as}`, last && minedHash(last))
    const destination = event.destinationHash ? { destinationHash: event.destinationHash } : {}
    return to(entry, now, { state: 'failed', outcome, ...destination }, event.message)
  },

  'wallet-rejected': (entry, _, { now, allow }) => {
    const { state } = entry
    allow(state === 'signing' && entry.consent !== undefined && !entry.consent.signature)
    return to(entry, now, { state: 'rejected', outcome: { ...rejectedByUser, ...notGranted } }, null)
  },

  'consent-asked': (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'ready', 'it is not ready')
    allow(!entry.conflicting, 'the same id came with other parameters')
    allow(isAddressEqual(event.account, entry.owner), 'another account')
    allow(event.consent.digest === entry.planHash, 'other terms were reviewed')
    const { permission, digest } = event.consent
    return to(entry, now, { state: 'signing', consent: { permission, digest } }, null)
  },

  'consent-signed': (entry, event, { now, allow, refuse }) => {
    const { state } = entry
    const { consent } = entry
    if (state !== 'signing' || !consent || consent.signature) return refuse('no terms are being signed')
    allow(event.digest === consent.digest, 'other terms were signed')
    const { signature, execution } = event
    return to(entry, now, { consent: { ...consent, signature, ...(execution ? { execution } : {}) } }, null)
  },

  granted: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'signing' && entry.consent?.signature !== undefined, 'the terms are not signed')
    return to(entry, now, { state: 'confirmed', outcome: event.outcome }, event.note ?? null)
  },

  failed: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(state === 'signing')
    return to(entry, now, { state: 'failed', outcome: failureOf(event.error, event.code) }, event.error)
  },

  answered: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(open.has(state))
    const recorded = event.reported ? ({ reported: true, recorded: true } as const) : {}
    return to(entry, now, { state: stateOf(event.outcome), outcome: event.outcome, ...recorded })
  },

  replaced: (entry, event, { now, allow }) => {
    const { state } = entry
    const isClosedForIt = state === 'superseded' && entry.outcome?.code === replacedResult.code
    allow(open.has(state) || isClosedForIt, 'only an open call is replaced')
    if (isClosedForIt) return entry.replacedBy ? entry : { ...entry, replacedBy: event.by }
    // The service has settled it together with the new one (docs/protocol.md): there is nothing left to report.
    const outcome = { outcome: replacedResult, reported: true, replacedBy: event.by }
    return to(entry, now, { state: 'superseded', ...outcome }, null)
  },

  awaited: (entry, event, { allow }) => {
    const { state } = entry
    allow(open.has(state))
    const { unawaited: _, ...awaited } = entry
    return event.is ? awaited : { ...entry, unawaited: true }
  },

  conflicting: (entry, _, { now }) => {
    const { state } = entry
    return to(
      entry,
      now,
      { conflicting: true, ...(state === 'ready' ? { state: 'blocked' as const } : {}) },
      undefined,
      entry.interrupted,
    )
  },

  noted: (entry, event, { now }) => {
    return to(entry, now, {}, event.note, entry.interrupted)
  },

  receipt: (entry, event, { allow }) => {
    const { state } = entry
    allow(isSettled(state) && entry.receipt === undefined, 'it has not ended, or its receipt was read already')
    return { ...entry, receipt: event.receipt }
  },

  reported: (entry, event, { now, allow }) => {
    const { state } = entry
    allow(isSettled(state) && entry.outcome !== undefined)
    return to(withoutUnwanted(entry), now, { reported: true, ...(event.unwanted ? { unwanted: true } : {}) })
  },
}

/**
 * Applies an event to an entry: the ledger's single set of rules. Pure. `now` in milliseconds since the epoch. Throws
 * IllegalTransition.
 */
export function transition(entry: LedgerEntry, event: LedgerEvent, now: number): LedgerEntry {
  const refuse = (why?: string): never => {
    throw new IllegalTransition(entry.state, event.type, why)
  }
  const allow = (allowed: boolean, why?: string): void => {
    if (!allowed) refuse(why)
  }
  // The event's own type selects its function.
  const change = changes[event.type] as (entry: LedgerEntry, event: LedgerEvent, setting: Setting) => LedgerEntry
  return change(entry, event, { now, refuse, allow })
}

/**
 * Returns the changed entry. A note of undefined keeps the current one; the interruption mark is dropped unless passed.
 */
function to(
  { note: before, interrupted: _, ...entry }: LedgerEntry,
  now: number,
  change: Partial<LedgerEntry>,
  note?: string | null,
  interrupted?: true,
): LedgerEntry {
  const words = note === undefined ? before : (note ?? undefined)
  const { refusal, ...changed } = { ...entry, ...change }
  return {
    ...changed,
    ...(refusal !== undefined && changed.state === 'signing' ? { refusal } : {}),
    updatedAt: now,
    ...(words === undefined ? {} : { note: words }),
    ...(interrupted ? { interrupted } : {}),
  }
}

/** Adds requests that are let go. One that the wallet refused again under the same nonce counts once. */
function letGo(entry: LedgerEntry, requests: readonly StepRecord[][], at: number): Pick<LedgerEntry, 'left'> {
  const fresh = requests.flatMap((steps): LeftRequest[] =>
    steps.length > 0 ? [{ steps, at, ...(entry.batch ? { batch: entry.batch } : {}) }] : [],
  )
  const before = (entry.left ?? []).filter((each) => !fresh.some((other) => isSameRequest(each, other)))
  return fresh.length + before.length > 0 ? { left: [...before, ...fresh] } : {}
}

/** Returns the request that is open in the wallet, if it differs from this one. */
function openRequest({ steps, batch }: LedgerEntry, other: Pick<LeftRequest, 'steps' | 'batch'>): StepRecord[] {
  const open = { steps: unsentSteps(steps), ...(batch ? { batch } : {}) }
  return isSameRequest(open, other) ? [] : open.steps
}

function withFound(
  steps: readonly StepRecord[],
  { request, hash }: Extract<LedgerEvent, { type: 'found' }>,
): StepRecord[] {
  if (hash && steps.some(hasHash(hash))) return [...steps]
  const [attempt, ...rest] = request.steps.map(({ missing: _, ...step }) => step)
  if (request.batch) return [...sentSteps(steps), ...request.steps.map((step) => (hash ? { ...step, hash } : step))]
  return attempt && hash ? withHash(steps, { ...attempt, hash }, rest) : [...steps]
}

const formerEnd = ({ state, outcome, reported, unwanted, recorded }: LedgerEntry): LedgerEntry['was'] => ({
  state,
  outcome,
  reported,
  ...(unwanted ? { unwanted } : {}),
  ...(recorded ? { recorded } : {}),
})

/** Returns the entry with its former end; null if it had none. */
function endedAgain({ was, ...entry }: LedgerEntry, now: number): LedgerEntry | null {
  return was ? to(entry, now, was, null) : null
}

const altered = (is: boolean | undefined): { altered?: true } => (is ? { altered: true } : {})

const withoutUnwanted = ({ unwanted: _, ...entry }: LedgerEntry): LedgerEntry => entry
const withoutBatch = ({ batch: _, ...entry }: LedgerEntry): LedgerEntry => entry
