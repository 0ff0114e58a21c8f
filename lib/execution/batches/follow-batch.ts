import type { Hash } from 'viem'
import { type ExecutionContext, retryDelay } from '../context'
import type { LedgerEntry, StepRecord } from '../ledger/entry'
import { isBatchOut } from '../ledger/machine'
import { hasHash, hashAmong } from '../ledger/steps'
import { type BatchStatus, toWalletError } from '../signing/wallet'
import { findAttempt, openRequest } from '../tracking/find-attempt'
import { isElsewhere } from '../tracking/taken'
import type { NamedAgain } from '../tracking/transaction-lookup'

/**
 * Asks the wallet about a batch that it accepted, until it names the transactions; from then on the chain is followed,
 * not the wallet. Rejects only when the context's signal aborts.
 */
export async function followBatch(key: string, context: ExecutionContext): Promise<void> {
  const { ledger, wallet, chains, missingAfter, sleep, signal } = context
  for (let failures = 0, fruitless = 0; ; fruitless += 1) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    if (!entry || !isOut(entry)) return
    const { id } = entry.batch
    let status: BatchStatus | null = null
    let words = batchSilent
    try {
      status = wallet.batchStatus ? await wallet.batchStatus(id) : null
      failures = 0
    } catch (thrown) {
      failures += 1
      if (toWalletError(thrown).code === 'unknown-batch') words = batchForgotten
    }
    signal.throwIfAborted()
    const now = ledger.get(key)
    if (!now || !isOut(now)) return
    if (status && status.status >= 200) {
      const hashes = status.hashes.filter((hash) => !isForeign(hash, now, context))
      if (hashes.length > 0) {
        await ledger.apply(key, { type: 'batch-mined', status: status.status, hashes })
        return
      }
      // Without a transaction only the bytes can be searched for. A failure is then the wallet's word, and the search
      // goes on; a success is not believed.
      const found = await findAttempt(openRequest(now), now, context).catch(() => null)
      signal.throwIfAborted()
      if (found?.kind === 'found') {
        await ledger.apply(key, { type: 'batch-mined', status: status.status, hashes: [found.hash] })
        return
      }
      if (status.status >= 400 && status.hashes.length === 0) {
        await ledger.apply(key, { type: 'batch-failed', status: status.status })
        return
      }
      words = batchNameless
    }
    const note = status && status.status < 200 ? null : words
    // Only the person can tell then; the wallet is still asked, in case it remembers.
    if (note === batchForgotten || (note !== null && fruitless >= missingAfter)) {
      if (!now.interrupted || now.note !== note) await ledger.apply(key, { type: 'interrupted', note })
    } else if (now.note !== (note ?? undefined)) await ledger.apply(key, { type: 'noted', note })
    const chain = chains.get(now.steps[0]?.chainId ?? 0)
    if (!chain) return
    await sleep(retryDelay(chain, failures), signal)
  }
}

/**
 * Asks the wallet again for a step's transaction that it had named and that no node knows; null if it tells nothing.
 */
export async function nameAgain(
  entry: LedgerEntry,
  step: StepRecord,
  context: ExecutionContext,
): Promise<NamedAgain | null> {
  const { batch, steps } = entry
  const { wallet } = context
  // A wallet that cannot be asked, or does not answer, tells nothing.
  const said = batch && (await wallet.batchStatus?.(batch.id).catch(() => null))
  if (!said || said.status < 200) return null
  const own = steps.filter(({ via }) => via === 'batch')
  const hashes = said.hashes.filter((hash) => hash === step.hash || !isForeign(hash, entry, context))
  const hash = hashAmong(hashes, own.indexOf(step), own.length)
  if (hash) return { hash, status: said.status }
  // Without its transaction, nothing is known of a part that was carried out (600), so it is still looked for.
  return said.status < 400 || said.status >= 600 ? null : 'given-up'
}

/** True for another call's transaction, or one known not to be the batch's. */
const isForeign = (hash: Hash, { key, disowned, steps }: LedgerEntry, context: ExecutionContext): boolean =>
  disowned?.includes(hash) === true || (!steps.some(hasHash(hash)) && isElsewhere(hash, key, context))

/** True if the batch is with the wallet and its transactions are not known yet. */
const isOut = (entry: LedgerEntry): entry is LedgerEntry & { batch: NonNullable<LedgerEntry['batch']> } =>
  isBatchOut(entry)

const batchSilent =
  'Your wallet accepted the transactions as one, but is not saying what happened to them. Connect it to continue; nothing is sent again.'
const batchForgotten =
  'Your wallet accepted the transactions as one but no longer knows of them. Check its activity and say here what happened to them. Nothing is sent again automatically.'
const batchNameless =
  'Your wallet says it is done but names no transaction, so it cannot be checked. It is being asked again; nothing is sent again.'
