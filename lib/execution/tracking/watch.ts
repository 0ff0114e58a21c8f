import { askAfter } from '../batches/recover-batch'
import { type ExecutionContext, longestDelay, retryDelay } from '../context'
import { isSettled, type LedgerEntry, type LeftRequest } from '../ledger/entry'
import { isNumbered, pendingStep } from '../ledger/steps'
import { findAttempt } from './find-attempt'
import type { Searched } from './relayed'
import { claimOf, transactionOf } from './transaction-lookup'

/** Milliseconds after which lookups become slower. */
const slowAfter = 5 * 60_000
/**
 * Milliseconds during which requests without a telling nonce are looked for: batches, and those of a contract account.
 */
const unnumberedFor = 7 * 24 * 3_600_000

type Searches = Map<string, Searched>

/**
 * Looks for every request that was let go, now and whenever one is: what a wallet has refused, or a person says was not
 * sent, may still come. A found transaction is recorded, and followed like any other. Stops with the context's
 * signal; never rejects.
 */
export function watchLeft(context: ExecutionContext): void {
  const { ledger, signal } = context
  const watched = new Set<string>()
  const take = (entry: LedgerEntry | null) => {
    if (!entry || watched.has(entry.key) || !isWatched(entry)) return
    watched.add(entry.key)
    // Ends by abort, and reports everything in the ledger.
    void watch(entry.key, context, () => watched.delete(entry.key)).catch(() => undefined)
  }
  const unsubscribe = ledger.subscribe((key) => take(key === null ? null : ledger.get(key)))
  signal.addEventListener('abort', unsubscribe, { once: true })
  for (const entry of ledger.all()) take(entry)
}

async function watch(key: string, context: ExecutionContext, done: () => void): Promise<void> {
  const { ledger, chains, now, sleep, signal } = context
  const searches: Searches = new Map()
  try {
    for (let failures = 0; ; ) {
      signal.throwIfAborted()
      const entry = ledger.get(key)
      const chain = chains.get(entry?.steps[0]?.chainId ?? 0)
      if (!entry || !chain || !isWatched(entry)) return
      try {
        await lookForLeft(key, context, searches)
        failures = 0
      } catch {
        // A failing node tells nothing.
        failures += 1
      }
      const since = Math.max(0, ...(entry.left ?? []).map(({ at }) => at))
      await sleep(now() - since < slowAfter ? retryDelay(chain, failures) : longestDelay, signal)
    }
  } finally {
    done()
  }
}

const isWatched = (entry: LedgerEntry): boolean => (entry.left ?? []).length > 0 || lateStep(entry) !== undefined

/** Returns a transaction that the wallet named after the call had ended otherwise. */
const lateStep = (entry: LedgerEntry) =>
  isSettled(entry.state) && entry.state !== 'confirmed' && !isDamaged(entry) ? pendingStep(entry) : undefined

const isDamaged = ({ outcome }: LedgerEntry): boolean =>
  outcome?.status === 'error' && outcome.code === 'record-damaged'

/**
 * Looks once for the let-go requests of a call. Returns true if one was found; it is then recorded, and nothing may be
 * requested again. Throws any failure of the node.
 */
export async function lookForLeft(
  key: string,
  context: ExecutionContext,
  searches: Searches = new Map(),
): Promise<boolean> {
  const { ledger, now, signal } = context
  const entry = ledger.get(key)
  if (!entry) return false
  if (await judgeLate(entry, context)) return true
  for (const request of entry.left ?? []) {
    const id = request.batch?.id ?? `${request.steps[0]?.bytesHash}:${request.at}`
    const searched = searches.get(id) ?? { upTo: null }
    searches.set(id, searched)
    if (await isTakenNow(request, context)) {
      await ledger.apply(key, { type: 'found', request })
      return true
    }
    const recovered = await findAttempt(request, entry, context, searched)
    signal.throwIfAborted()
    if (recovered.kind === 'found') {
      await ledger.apply(key, { type: 'found', request, hash: recovered.hash })
      return true
    }
    const isOver = recovered.kind === 'displaced' || (!isNumbered(request) && now() - request.at > unnumberedFor)
    if (isOver) await ledger.apply(key, { type: 'left-ended', request })
  }
  return false
}

/** True if the wallet says that it has accepted a batch after all. For one accepted before, that is nothing new. */
const isTakenNow = async ({ batch }: LeftRequest, context: ExecutionContext): Promise<boolean> =>
  batch !== undefined && !batch.sent && (await askAfter(batch, context)) === 'taken'

/** Judges a hash that the wallet named late, once a node knows the transaction. True if it is the call's. */
async function judgeLate(entry: LedgerEntry, { chains, ledger }: ExecutionContext): Promise<boolean> {
  const step = lateStep(entry)
  const client = step && chains.get(step.chainId)?.client
  const transaction = client ? await transactionOf(client, step.hash) : null
  if (!client || !transaction) return false
  if ((await claimOf(client, transaction, step, entry.owner)) === 'foreign') {
    await ledger.apply(entry.key, { type: 'disowned', hash: step.hash, note: foreignLate })
    return false
  }
  await ledger.apply(entry.key, { type: 'found', request: { steps: [step] }, hash: step.hash })
  return true
}

const foreignLate =
  'Your wallet named a transaction for this after it was closed, but that is another one. Nothing of this call is known to be on the chain.'
