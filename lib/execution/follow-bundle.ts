import { type ExecutionContext, retryDelay } from './context'
import type { LedgerEntry, StepRecord } from './entry'
import { isBundleOut } from './machine'
import type { NamedAgain } from './sighting'
import { hashAmong } from './steps'
import { type BundleStatus, toWalletError } from './wallet'

/**
 * Asks the wallet what became of a bundle that it took, until it names the transactions; from then on the chain is
 * followed, not the wallet. Rejects only when the context's signal aborts.
 */
export async function followBundle(key: string, context: ExecutionContext): Promise<void> {
  const { ledger, wallet, chains, sleep, signal } = context
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    if (!entry || !isOut(entry)) return
    const { id } = entry.bundle
    let status: BundleStatus | null = null
    let words = bundleSilent
    try {
      status = wallet.bundleStatus ? await wallet.bundleStatus(id) : null
      failures = 0
    } catch (thrown) {
      failures += 1
      if (toWalletError(thrown).code === 'unknown-bundle') words = bundleForgotten
    }
    signal.throwIfAborted()
    const now = ledger.get(key)
    if (!now || !isOut(now)) return
    if (status && status.status >= 200) {
      if (status.hashes.length > 0) {
        await ledger.apply(key, { type: 'bundle-mined', status: status.status, hashes: status.hashes })
        return
      }
      // Without a transaction there is nothing to look at: a failure is the wallet's word, a success is not believed.
      if (status.status >= 400) {
        await ledger.apply(key, { type: 'bundle-failed', status: status.status })
        return
      }
      words = bundleNameless
    }
    const note = status && status.status < 200 ? null : words
    // Only the person can tell then; the wallet is asked all the same, in case that it remembers.
    if (note === bundleForgotten) {
      if (!now.interrupted || now.note !== note) await ledger.apply(key, { type: 'interrupted', note })
    } else if (now.note !== (note ?? undefined)) await ledger.apply(key, { type: 'noted', note })
    const chain = chains.get(now.steps[0]?.chainId ?? 0)
    if (!chain) return
    await sleep(retryDelay(chain, failures), signal)
  }
}

/** What the wallet says now of a step's transaction that it had named and that no node knows; null where it says nothing. */
export async function nameAgain(
  { bundle, steps }: LedgerEntry,
  step: StepRecord,
  { wallet }: ExecutionContext,
): Promise<NamedAgain | null> {
  // What cannot be asked, or does not answer, says nothing.
  const said = bundle && (await wallet.bundleStatus?.(bundle.id).catch(() => null))
  if (!said || said.status < 200) return null
  const own = steps.filter(({ via }) => via === 'bundle')
  const hash = hashAmong(said.hashes, own.indexOf(step), own.length)
  if (hash) return { hash, status: said.status }
  // Of a part that was carried out (600) nothing is known without its transaction: it is looked for all the same.
  return said.status < 400 || said.status >= 600 ? null : 'given-up'
}

/** With the wallet, and its transactions are not known yet. */
const isOut = (entry: LedgerEntry): entry is LedgerEntry & { bundle: NonNullable<LedgerEntry['bundle']> } =>
  isBundleOut(entry)

const bundleSilent =
  'Your wallet accepted the transactions as one, but is not saying what became of them. Connect it to continue; nothing is sent again.'
const bundleForgotten =
  'Your wallet accepted the transactions as one but no longer knows of them. Check its activity and say here what became of them. Nothing is sent again automatically.'
const bundleNameless =
  'Your wallet says it is done but names no transaction, so it cannot be checked. It is being asked again; nothing is sent again.'
