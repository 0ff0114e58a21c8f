import { isAddressEqual } from 'viem'
import { notGranted } from '@/lib/wire/consent'
import { rejectedByUser, replacedResult } from '@/lib/wire/result'
import {
  alteredEnd,
  bundleFailed,
  endedBadly,
  foundAfterEnd,
  foundWhileAsked,
  lateBundle,
  lateHash,
  secondBundle,
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

/** An event that the state does not allow. Nothing was changed. */
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
/** With the wallet as a bundle, and no transaction of it is known. */
export const isBundleOut = (entry: LedgerEntry): boolean =>
  entry.bundle?.sent === true && entry.state === 'broadcast' && !pendingStep(entry)
/** The wallet has been asked, and the end is not known: it goes on by itself and is never superseded. */
export const isInFlight = (state: LedgerState): boolean => inFlight.has(state)
/** Nothing has been asked of the wallet, or what was asked is settled: the person decides. */
export const isOpen = (state: LedgerState): boolean => open.has(state)

/**
 * The ledger's one rule book: what an event makes of an entry. Pure. `now` in milliseconds since the epoch.
 * Throws IllegalTransition; a hash that was seen stays on the entry whatever comes.
 */
export function transition(entry: LedgerEntry, event: LedgerEvent, now: number): LedgerEntry {
  const refuse = (why?: string): never => {
    throw new IllegalTransition(entry.state, event.type, why)
  }
  const allow = (allowed: boolean, why?: string): void => {
    if (!allowed) refuse(why)
  }
  const { state } = entry
  switch (event.type) {
    case 'review-started':
      allow(open.has(state))
      return to(entry, now, { state: 'reviewing' }, event.note)

    case 'reviewed':
      allow(open.has(state))
      return to(
        entry,
        now,
        { state: entry.conflicting ? 'blocked' : event.verdict, planHash: event.planHash },
        event.note,
      )

    case 'signing': {
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
        'a step with a hash is not to be signed again',
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
        withoutBundle(entry),
        now,
        {
          state: 'signing',
          steps: [...before, asked, ...others],
          ...(transfer ? { transfer } : {}),
          ...(predicted ? { predicted } : {}),
          ...(event.bundle ? { bundle: event.bundle } : {}),
        },
        null,
      )
    }

    case 'refused':
      allow(state === 'signing' && !entry.consent, 'the wallet is not asked')
      return to(entry, now, { refusal: event.why, ...(event.stepwise ? { stepwise: true } : {}) }, event.note)

    case 'not-sent': {
      allow(
        (state === 'signing' && !entry.consent?.signature) ||
          isBundleOut(entry) ||
          (state === 'confirming' && !pendingStep(entry) && nextStep(entry) !== undefined),
        'a transaction is on its way',
      )
      const open = to(
        withoutBundle(entry),
        now,
        {
          state: 'ready',
          ...(event.stepwise ? { stepwise: true } : {}),
          // Between two steps the wallet was not asked.
          ...(state === 'confirming' ? {} : letGo(entry, [unsentSteps(entry.steps)], now)),
        },
        event.note,
      )
      // What was found of a call that had ended does not open it again.
      return endedAgain(open, now) ?? open
    }

    case 'found': {
      const { request, hash } = event
      const others = entry.left?.filter((each) => !isSameRequest(each, request))
      const left = others ? { left: others } : {}
      if (state === 'confirmed') {
        const words = hash ? lateHash(hash) : lateBundle(request.bundle?.id ?? '')
        return to(entry, now, { ...left, steps: withFound(entry.steps, event) }, words)
      }
      if (state === 'broadcast' || state === 'confirming') {
        if (request.bundle) return to(entry, now, left, secondBundle(request.bundle.id))
        const steps = withFound(entry.steps, event)
        return to(entry, now, { ...left, steps }, warningOn(steps))
      }
      const steps = withFound(entry.steps, event)
      const { outcome: _, untold: __, recorded: ___, receipt: ____, ...open } = withoutBundle({ ...entry, ...left })
      const ended = isSettled(state)
      const other = state === 'signing' ? openRequest(entry, request) : []
      const note = ended ? foundAfterEnd : other.length > 0 ? foundWhileAsked : warningOn(steps)
      return to(
        open,
        now,
        {
          ...letGo({ ...open, ...(entry.bundle ? { bundle: entry.bundle } : {}) }, [other], now),
          state: 'broadcast',
          steps,
          reported: false,
          ...(request.bundle ? { bundle: { ...request.bundle, sent: true } } : {}),
          ...(ended ? { was: formerEnd(entry) } : {}),
        },
        note,
      )
    }

    case 'left-ended': {
      const left = entry.left?.filter((each) => !isSameRequest(each, event.request))
      return left?.length === entry.left?.length ? entry : { ...entry, ...(left ? { left } : {}) }
    }

    case 'missing': {
      allow(state === 'broadcast' || state === 'confirming')
      const steps = changePending(entry.steps, event.hash, { missing: true }) ?? refuse('unknown hash')
      return to(entry, now, { steps }, event.note)
    }

    case 'given-up': {
      const pending = entry.steps.filter((step) => step.hash && !step.outcome)
      allow(
        (state === 'broadcast' || state === 'confirming') &&
          pending.length > 0 &&
          pending.every((step) => step.missing === true),
        'a node knows its transaction',
      )
      const rest = unsentSteps(entry.steps)
      const requests = entry.bundle ? [[...pending, ...rest]] : pending.map((step) => [step, ...rest])
      const steps = pending.reduce((all, step) => withoutHash(all, step.hash), entry.steps)
      const open = to(withoutBundle(entry), now, { state: 'ready', steps, ...letGo(entry, requests, now) }, event.note)
      return endedAgain(open, now) ?? open
    }

    case 'disowned': {
      const { hash } = event
      const disowned = { disowned: [...(entry.disowned ?? []).filter((each) => each !== hash), hash] }
      const steps = withoutHash(entry.steps, hash)
      const without = { ...entry, steps }
      if (isSettled(state) || state === 'signing' || pendingStep(without)) return to(without, now, disowned, event.note)
      allow(state === 'broadcast' || state === 'confirming')
      if (entry.bundle) {
        const { status: _, ...bundle } = entry.bundle
        return to(without, now, { ...disowned, state: 'broadcast', bundle }, event.note)
      }
      const again = to(without, now, { ...disowned, state: 'signing' }, event.note)
      return endedAgain(again, now) ?? again
    }

    case 'bundle-sent': {
      if (entry.bundle?.sent && entry.bundle.id === event.bundle.id) return entry
      const bundle = { ...event.bundle, sent: true as const }
      if (isSettled(state)) return to(entry, now, {}, lateBundle(bundle.id))
      if (state === 'broadcast' || state === 'confirming') return to(entry, now, {}, secondBundle(bundle.id))
      const steps = [...sentSteps(entry.steps), ...event.steps]
      return to(entry, now, { state: 'broadcast', bundle, steps }, event.note ?? null)
    }

    case 'bundle-mined': {
      const { bundle } = entry
      if (!bundle?.sent || !(state === 'broadcast' || state === 'confirming')) return refuse('no bundle is on its way')
      allow(event.hashes.length > 0 && !pendingStep(entry), 'its transactions are known already')
      const { hashes } = event
      const before = sentSteps(entry.steps)
      const steps = entry.steps
        .slice(before.length)
        .map((step, index, all) => ({ ...step, hash: hashAmong(hashes, index, all.length) }))
      return to(
        entry,
        now,
        { state: 'confirming', bundle: { ...bundle, status: event.status }, steps: [...before, ...steps] },
        null,
      )
    }

    case 'bundle-failed': {
      const { bundle } = entry
      if (!bundle?.sent || state !== 'broadcast') return refuse('no bundle is on its way')
      const outcome = failureOf(bundleFailed(event.status), 'bundle-failed')
      return to(
        entry,
        now,
        {
          state: 'failed',
          bundle: { ...bundle, status: event.status },
          outcome,
          ...letGo(entry, [unsentSteps(entry.steps)], now),
        },
        outcome.status === 'error' ? outcome.error : null,
      )
    }

    case 'interrupted':
      allow(state === 'signing' || isBundleOut(entry))
      return { ...to(entry, now, {}, event.note), interrupted: true }

    case 'hash': {
      if (entry.disowned?.includes(event.hash)) return entry
      if (entry.steps.some(hasHash(event.hash))) return entry
      const steps = withHash(entry.steps, { ...event.attempt, hash: event.hash }, event.rest)
      if (isSettled(state)) return to(entry, now, { steps }, lateHash(event.hash))
      const other = state === 'signing' ? openRequest(entry, { steps: [event.attempt] }) : []
      return to(
        entry,
        now,
        { state: 'broadcast', steps, ...letGo(entry, [other], now) },
        event.note ?? warningOn(steps),
      )
    }

    case 'seen': {
      allow(state === 'broadcast' || state === 'confirming')
      const seen = { ...(event.nonce === undefined ? {} : { nonce: event.nonce }), ...altered(event.altered) }
      const steps = changePending(entry.steps, event.hash, seen) ?? refuse('unknown hash')
      return to(entry, now, { state: 'confirming', steps }, warningOn(steps) ?? (entry.was ? foundAfterEnd : null))
    }

    case 'mined': {
      allow(state === 'broadcast' || state === 'confirming')
      const end = {
        outcome: event.outcome,
        ...(event.replacedBy ? { replacedBy: event.replacedBy } : {}),
        ...altered(event.altered),
        ...(event.carried ? { carried: event.carried } : {}),
      }
      const steps = changePending(entry.steps, event.hash, end) ?? refuse('unknown hash, or its end is known already')
      const done = { ...entry, steps }
      const undone = undoneStep(steps)
      // A wallet may have sent more than one: what moved is known once each has its end.
      if (!undone || pendingStep(done)) return to(done, now, { state: 'confirming' }, warningOn(steps))
      const outcome = endedBadly(done, undone)
      // Nothing of it moved: what was told before is as true as it was.
      const before = outcome.code === 'cancelled' ? endedAgain(done, now) : null
      if (before) return before
      const as = outcome.code === 'reverted' ? 'reverted' : 'failed'
      return to(done, now, { state: as, outcome }, outcome.error)
    }

    case 'ended-altered': {
      const step = entry.steps.findLast(({ altered }) => altered)
      if (state !== 'confirming' || !step || !allSucceeded(entry.steps)) return refuse('nothing was altered')
      const outcome = failureOf(alteredEnd, 'altered', minedHash(step))
      return to(entry, now, { state: 'failed', outcome }, alteredEnd)
    }

    case 'completed': {
      allow(state === 'confirming' && allSucceeded(entry.steps), 'not every step has succeeded')
      const destination = event.destinationHash ? { destinationHash: event.destinationHash } : {}
      return to(
        entry,
        now,
        { state: 'confirmed', outcome: successOf(entry, event.destinationHash), ...destination },
        warningOn(entry.steps),
      )
    }

    case 'transfer-ended': {
      allow(
        state === 'confirming' && allSucceeded(entry.steps) && entry.transfer !== undefined,
        'no transfer is under way',
      )
      const last = entry.steps.at(-1)
      const outcome = failureOf(event.message, `transfer-${event.as}`, last && minedHash(last))
      const destination = event.destinationHash ? { destinationHash: event.destinationHash } : {}
      return to(entry, now, { state: 'failed', outcome, ...destination }, event.message)
    }

    case 'wallet-rejected':
      allow(state === 'signing' && entry.consent !== undefined && !entry.consent.signature)
      return to(entry, now, { state: 'rejected', outcome: { ...rejectedByUser, ...notGranted } }, null)

    case 'consent-asked': {
      allow(state === 'ready', 'it is not ready')
      allow(!entry.conflicting, 'the same id came with other parameters')
      allow(isAddressEqual(event.account, entry.owner), 'another account')
      allow(event.consent.digest === entry.planHash, 'other terms were reviewed')
      const { permission, digest } = event.consent
      return to(entry, now, { state: 'signing', consent: { permission, digest } }, null)
    }

    case 'consent-signed': {
      const { consent } = entry
      if (state !== 'signing' || !consent || consent.signature) return refuse('no terms are being signed')
      allow(event.digest === consent.digest, 'other terms were signed')
      const { signature, execution } = event
      return to(entry, now, { consent: { ...consent, signature, ...(execution ? { execution } : {}) } }, null)
    }

    case 'granted':
      allow(state === 'signing' && entry.consent?.signature !== undefined, 'the terms are not signed')
      return to(entry, now, { state: 'confirmed', outcome: event.outcome }, event.note ?? null)

    case 'failed':
      allow(state === 'signing')
      return to(entry, now, { state: 'failed', outcome: failureOf(event.error, event.code) }, event.error)

    case 'answered': {
      allow(open.has(state))
      const recorded = event.reported ? ({ reported: true, recorded: true } as const) : {}
      return to(entry, now, { state: stateOf(event.outcome), outcome: event.outcome, ...recorded })
    }

    case 'replaced': {
      const isClosedForIt = state === 'superseded' && entry.outcome?.code === replacedResult.code
      allow(open.has(state) || isClosedForIt, 'only an open call is replaced')
      if (isClosedForIt) return entry.replacedBy ? entry : { ...entry, replacedBy: event.by }
      // The service has settled it together with the new one (wire.md): there is nothing left to report.
      const outcome = { outcome: replacedResult, reported: true, replacedBy: event.by }
      return to(entry, now, { state: 'superseded', ...outcome }, null)
    }

    case 'awaited': {
      allow(open.has(state))
      const { unawaited: _, ...awaited } = entry
      return event.is ? awaited : { ...entry, unawaited: true }
    }

    case 'conflicting':
      return to(
        entry,
        now,
        { conflicting: true, ...(state === 'ready' ? { state: 'blocked' as const } : {}) },
        undefined,
        entry.interrupted,
      )

    case 'noted':
      return to(entry, now, {}, event.note, entry.interrupted)

    case 'receipt':
      allow(isSettled(state) && entry.receipt === undefined, 'it is not at its end, or was read already')
      return { ...entry, receipt: event.receipt }

    case 'reported':
      allow(isSettled(state) && entry.outcome !== undefined)
      return to(withoutUntold(entry), now, { reported: true, ...(event.untold ? { untold: true } : {}) })
  }
}

/** The changed entry. A note of undefined keeps the one there is; the mark of an interruption goes unless kept. */
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

/** With requests that are let go of. One that the wallet refused again under the same nonce is one. */
function letGo(entry: LedgerEntry, requests: readonly StepRecord[][], at: number): Pick<LedgerEntry, 'left'> {
  const fresh = requests.flatMap((steps): LeftRequest[] =>
    steps.length > 0 ? [{ steps, at, ...(entry.bundle ? { bundle: entry.bundle } : {}) }] : [],
  )
  const before = (entry.left ?? []).filter((each) => !fresh.some((other) => isSameRequest(each, other)))
  return fresh.length + before.length > 0 ? { left: [...before, ...fresh] } : {}
}

/** The request that is open in the wallet, where it is another than this one. */
function openRequest({ steps, bundle }: LedgerEntry, other: Pick<LeftRequest, 'steps' | 'bundle'>): StepRecord[] {
  const open = { steps: unsentSteps(steps), ...(bundle ? { bundle } : {}) }
  return isSameRequest(open, other) ? [] : open.steps
}

function withFound(
  steps: readonly StepRecord[],
  { request, hash }: Extract<LedgerEvent, { type: 'found' }>,
): StepRecord[] {
  if (hash && steps.some(hasHash(hash))) return [...steps]
  const [attempt, ...rest] = request.steps.map(({ missing: _, ...step }) => step)
  if (request.bundle) return [...sentSteps(steps), ...request.steps.map((step) => (hash ? { ...step, hash } : step))]
  return attempt && hash ? withHash(steps, { ...attempt, hash }, rest) : [...steps]
}

const formerEnd = ({ state, outcome, reported, untold, recorded }: LedgerEntry): LedgerEntry['was'] => ({
  state,
  outcome,
  reported,
  ...(untold ? { untold } : {}),
  ...(recorded ? { recorded } : {}),
})

/** The end that it had before; null where it had none. */
function endedAgain({ was, ...entry }: LedgerEntry, now: number): LedgerEntry | null {
  return was ? to(entry, now, was, null) : null
}

const altered = (is: boolean | undefined): { altered?: true } => (is ? { altered: true } : {})

const withoutUntold = ({ untold: _, ...entry }: LedgerEntry): LedgerEntry => entry
const withoutBundle = ({ bundle: _, ...entry }: LedgerEntry): LedgerEntry => entry
