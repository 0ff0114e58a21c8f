import { type Hash, isAddressEqual } from 'viem'
import { type ExecutionContext, retryDelay } from '../context'
import type { BatchRecord, LedgerEntry } from '../ledger/entry'
import { pauseInSigning } from '../signing/pause'
import { createLooks, refusedNote } from '../signing/refusal'
import { toWalletError } from '../signing/wallet'
import { findAttempt, openRequest } from '../tracking/find-attempt'
import { isElsewhere } from '../tracking/taken'
import { isLater, isReviewed, transactionOf } from '../tracking/transaction-lookup'

/** The wallet's answer about a batch whose answer was lost. `silent`: it cannot be asked, or does not answer. */
type Known = 'taken' | 'unknown' | 'silent'

export async function askAfter({ id, version }: BatchRecord, { wallet }: ExecutionContext): Promise<Known> {
  // Under the drafts the wallet chose the id, and its choice was lost with the answer.
  if (!wallet.batchStatus || version === '1.0') return 'silent'
  try {
    await wallet.batchStatus(id)
    return 'taken'
  } catch (thrown) {
    return toWalletError(thrown).code === 'unknown-batch' ? 'unknown' : 'silent'
  }
}

/**
 * Keeps asking the wallet about a batch that it never answered for, by the id that the app chose. Never asks it to
 * send. Rejects only when the context's signal aborts.
 */
export async function recoverBatch(key: string, context: ExecutionContext, why: string): Promise<void> {
  const { ledger, signal, chains } = context
  const looks = createLooks()
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    if (entry?.state !== 'signing' || !entry.batch) return
    const known = await askAfter(entry.batch, context)
    const hash = known === 'taken' ? null : await onChain(entry, context)
    signal.throwIfAborted()
    if (ledger.get(key)?.state !== 'signing') return
    if (known === 'taken') return void (await take(entry, entry.batch, context))
    if (hash) return void (await ledger.apply(key, { type: 'found', request: openRequest(entry), hash }))
    const chain = chains.get(entry.steps[0]?.chainId ?? 0)
    // Under the drafts only the chain can be asked.
    if (entry.refusal !== undefined && chain && (known === 'unknown' || entry.batch.version === '1.0')) {
      await looks.look(chain).catch(() => undefined)
      if (looks.areEnough())
        return void (await ledger.apply(key, { type: 'not-sent', note: refusedNote(entry.refusal) }))
      await pauseInSigning(key, retryDelay(chain, 0), context)
      continue
    }
    const note = `${entry.refusal ?? why} ${known === 'unknown' ? notThere : cannotTell}`
    if (!entry.interrupted || entry.note !== note) await ledger.apply(key, { type: 'interrupted', note })
    if (!chain) return
    await pauseInSigning(key, retryDelay(chain, tries), context)
  }
}

/** Finds the transaction that carries a batch, by its bytes; null if there is none, or the node does not answer. */
async function onChain(entry: LedgerEntry, context: ExecutionContext): Promise<Hash | null> {
  const found = await findAttempt(openRequest(entry), entry, context).catch(() => null)
  return found?.kind === 'found' ? found.hash : null
}

const take = ({ key, steps }: LedgerEntry, batch: BatchRecord, { ledger }: ExecutionContext) =>
  ledger.apply(key, { type: 'batch-sent', batch, steps: steps.filter((step) => !step.hash) })

/** Takes the person's answer about a batch, as far as wallet and chain confirm it. */
export async function answerForBatch(
  entry: LedgerEntry,
  batch: BatchRecord,
  answer: { hash: Hash } | 'not-sent',
  context: ExecutionContext,
): Promise<void> {
  const { ledger } = context
  const { key } = entry
  if (answer === 'not-sent') {
    if ((await askAfter(batch, context)) === 'taken' && !batch.sent) return void (await take(entry, batch, context))
    await ledger.apply(key, { type: 'not-sent', note: saidSo })
    return
  }
  let refusal: string | null
  try {
    refusal = await whyNot(entry, answer.hash, context)
  } catch {
    context.signal.throwIfAborted()
    refusal = 'The network’s node is not responding, so this cannot be checked. Try again in a moment.'
  }
  if (refusal) return void (await ledger.apply(key, { type: 'interrupted', note: refusal }))
  if (!batch.sent) await take(entry, batch, context)
  await ledger.apply(key, { type: 'batch-mined', status: 100, hashes: [answer.hash] })
}

async function whyNot(entry: LedgerEntry, hash: Hash, context: ExecutionContext): Promise<string | null> {
  if (isElsewhere(hash, entry.key, context)) return 'That transaction belongs to another call.'
  const steps = entry.steps.filter((step) => !step.hash)
  const client = context.chains.get(steps[0]?.chainId ?? 0)?.client
  const transaction = client ? await transactionOf(client, hash) : null
  if (!transaction)
    return 'The network does not know that transaction, at least not yet. Check the hash and the chain, or try again in a moment.'
  const { owner } = entry
  const isAbout =
    isAddressEqual(transaction.from, owner) ||
    (transaction.to !== null && isAddressEqual(transaction.to, owner)) ||
    transaction.input.toLowerCase().includes(owner.slice(2).toLowerCase())
  if (steps.some((step) => !isLater(transaction, step, owner)))
    return 'That transaction is older than this call: it was there before your wallet was asked.'
  if (!isAbout || !steps.every((step) => isReviewed(transaction, step, owner)))
    return 'That transaction does not contain this call: the account, recipients or data differ.'
  return null
}

const notThere =
  'Your wallet has not accepted these transactions yet. Confirm or reject the request there, or say here what happened to it. Nothing is sent again automatically.'
const cannotTell =
  'It cannot be asked right now whether it sent them. Check its activity and say here what happened to them. Nothing is sent again automatically.'
const saidSo = 'You said nothing was sent. If the request is still open in your wallet, reject it there first.'
