import { type Hash, isAddressEqual, type Transaction } from 'viem'
import { isSettled, type LedgerEntry, type StepRecord } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { hasHash, nextStep, sentSteps } from '../ledger/steps'

/** True if another call, or another step, already has this transaction: equal bytes do not make it ours. */
export const isKnown = (hash: Hash, { ledger }: { ledger: Ledger }): boolean =>
  ledger.all().some(({ steps }) => steps.some(hasHash(hash)))

/** Transactions found for a call but not yet recorded: two calls with the same bytes may search at the same time. */
const claims = new WeakMap<Ledger, Map<Hash, string>>()

/** Claims a transaction for a call. Returns false if another call has just done so. */
export function claim(hash: Hash, key: string, { ledger }: { ledger: Ledger }): boolean {
  const all = claims.get(ledger) ?? new Map<Hash, string>()
  claims.set(ledger, all)
  const by = all.get(hash) ?? key
  all.set(hash, by)
  return by === key
}

/** True if a hash named for a call belongs elsewhere. The call's own given-up requests do not count. */
export const isElsewhere = (hash: Hash, key: string, { ledger }: { ledger: Ledger }): boolean =>
  isKnown(hash, { ledger }) ||
  ledger
    .all()
    .some((entry) => entry.key !== key && entry.left?.some((request) => request.steps.some(hasHash(hash))) === true)

/**
 * True if a transaction of these bytes may be another's: of a call that waits for the wallet's answer about them, and
 * whose hash is not in yet; or of a step whose own transaction no node has shown, and which it may replace.
 */
export const isContested = (
  { key, owner }: LedgerEntry,
  step: StepRecord,
  found: Pick<Transaction, 'nonce'>,
  { ledger }: { ledger: Ledger },
): boolean =>
  ledger.all().some((other) => {
    if (!isAddressEqual(other.owner, owner)) return false
    const isAsked =
      other.key !== key &&
      other.state === 'signing' &&
      !other.interrupted &&
      other.refusal === undefined &&
      nextStep(other)?.bytesHash === step.bytesHash
    return (
      isAsked ||
      sentSteps(other.steps).some((sent) => sent.hash !== step.hash && mayBeItsCopy(sent, other, step, found))
    )
  })

function mayBeItsCopy(sent: StepRecord, { state }: LedgerEntry, step: StepRecord, found: Pick<Transaction, 'nonce'>) {
  // For an ended call, the hash is only a late answer of the wallet.
  if (isSettled(state) || sent.outcome || sent.missing || sent.bytesHash !== step.bytesHash) return false
  const isNumbered = sent.via !== 'contract' && sent.via !== 'batch' && sent.nonce !== undefined
  return state !== 'confirming' || !isNumbered || sent.nonce === found.nonce
}
