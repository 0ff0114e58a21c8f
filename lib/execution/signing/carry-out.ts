import { compareReceipt } from '@/lib/review/findings/receipt'
import { askBatch } from '../batches/ask-batch'
import { followBatch } from '../batches/follow-batch'
import type { ExecutionContext } from '../context'
import { retryDelay } from '../context'
import type { LedgerEntry } from '../ledger/entry'
import { nextStep, pendingStep } from '../ledger/steps'
import { readPrediction } from '../ledger/stored-effects'
import { follow } from '../tracking/follow'
import { readChainReceipt } from '../tracking/receipt-reads'
import { type Lost, lostInReload, recoverSigning } from '../tracking/recovery'
import { followTransfer } from '../tracking/transfer'
import { areSeen, behindNote, seenUpTo } from './allowances'
import { type Approved, ask, type WalletAnswer } from './ask'
import { recoverConsent } from './consent'
import { answeredForeign } from './refusal'
import type { Activities } from './runner'

/** Asks the wallet for each step in turn and follows it to its end. */
export async function carryOut(
  key: string,
  approved: Approved,
  activities: Activities,
  context: ExecutionContext,
): Promise<void> {
  const { ledger, locks } = context
  if (!locks) return
  const { plan, atomicity } = approved
  if (atomicity && plan.steps.length > 1) {
    const asked = await askBatch({ ...approved, atomicity, key, locks }, context)
    return carryOn(key, activities, context, lostBy(asked))
  }
  for (let index = 0; index < plan.steps.length; index += 1) {
    const asked = await ask({ ...approved, key, index, locks }, context)
    if (asked.kind === 'open') return carryOn(key, activities, context, lostBy(asked))
    await follow(key, context)
    if (!goesOn(ledger.get(key), approved, index)) break
    if (index + 1 < plan.steps.length && !(await holds(approved, index + 1, context))) {
      const { steps = [] } = ledger.get(key) ?? {}
      const seen = await seenUpTo(steps, plan.account, context.chains).catch(() => undefined)
      return void (await ledger.apply(key, { type: 'not-sent', note: seen === null ? behindNote : changedSince }))
    }
  }
  // A step that was answered for is in the wallet again only if the answer was another transaction.
  await carryOn(key, activities, context, namedAnother)
}

/** Follows what was sent, to the end of the call or until the person is needed. */
export async function carryOn(
  key: string,
  activities: Activities,
  context: ExecutionContext,
  lost: Lost = lostInReload,
): Promise<void> {
  const { ledger } = context
  if (ledger.get(key)?.consent) return recoverConsent(key, context)
  const before = disownedBy(ledger.get(key))
  if (ledger.get(key)?.state === 'signing') await recoverSigning(key, context, lost)
  // The chain is not supported.
  if (ledger.get(key)?.state === 'signing') return
  await followBatch(key, context)
  await follow(key, context)
  const entry = ledger.get(key)
  // The wallet had named another transaction, so look for the call's own.
  if (entry && disownedBy(entry) > before) return carryOn(key, activities, context, namedAnother)
  if (entry?.state !== 'confirming' || pendingStep(entry)) return
  if (nextStep(entry)) {
    await ledger.apply(key, { type: 'not-sent', note: halfway(entry) })
  } else if (isAlteredAtLast(entry) && !(await didAsPlanned(key, context))) {
    await ledger.apply(key, { type: 'ended-altered' })
  } else if (entry.transfer) {
    await followTransfer(key, context, (transfer) => activities.set(key, { transfer }))
    activities.set(key, { transfer: null })
  } else {
    await ledger.apply(key, { type: 'completed' })
  }
}

const lostBy = (asked: WalletAnswer): Lost | undefined =>
  asked.kind === 'open' ? { why: asked.why, mayAnswer: false } : undefined

/**
 * True if the next step still holds. A node behind the same address may not have seen the previous step yet, so a
 * failure is retried once, and for longer while the node does not show a mined approval.
 */
async function holds(
  { plan, stillHolds }: Approved,
  index: number,
  { chains, sleep, nodePatience, signal }: ExecutionContext,
): Promise<boolean> {
  for (let looks = 0; ; looks += 1) {
    if (await stillHolds(index)) return true
    const isBehind = !(await areSeen(plan.steps.slice(0, index), plan.account, chains))
    if (looks >= (isBehind ? looksForApproval : 1)) return false
    await sleep(nodePatience, signal)
  }
}

/** True if the plan's next step may follow: what was sent is what was reviewed, and nothing else intervened. */
function goesOn(entry: LedgerEntry | null, { plan }: Approved, index: number): boolean {
  if (entry?.state !== 'confirming' || pendingStep(entry) || entry.conflicting) return false
  if (entry.steps.some((step) => step.altered)) return false
  const next = nextStep(entry)
  return next !== undefined && next.id === plan.steps[index + 1]?.id
}

/** Times to ask again a node that does not show an approval. After that the approval counts as used or revoked. */
const looksForApproval = 10

const disownedBy = (entry: LedgerEntry | null): number => entry?.disowned?.length ?? 0
const namedAnother: Lost = { why: answeredForeign, mayAnswer: false }

/**
 * True if the last step was altered. Steps before it were checked again, with all their effects, before it was signed.
 */
const isAlteredAtLast = ({ steps }: LedgerEntry): boolean => steps.at(-1)?.altered === true

const changedSince =
  'What was already sent is on the chain. Something has changed since you looked, so the rest was not signed: review the findings again.'

const halfway = (entry: LedgerEntry): string =>
  entry.steps.some((step) => step.altered)
    ? 'Your wallet sent something other than what was reviewed here. Review the rest again before you continue.'
    : 'What was already sent is on the chain. The rest was not signed: review it again to continue.'

/** Number of tries: a node may know a receipt a moment after another has reported it. */
const looks = 5

/**
 * Returns whether, by the chain, what the wallet sent instead of the reviewed bytes did exactly what was predicted for
 * those. False if that cannot be known: nothing was predicted, or no state of those blocks is left. Rejects only when
 * the context's signal aborts.
 */
async function didAsPlanned(key: string, { ledger, chains, sleep, signal }: ExecutionContext): Promise<boolean> {
  for (let look = 0, failures = 0; look < looks; look += 1) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const chain = chains.get(entry?.steps.at(-1)?.chainId ?? 0)
    const predicted = entry?.predicted ? readPrediction(entry.predicted).effects : null
    if (!entry || !chain || !predicted) return false
    const receipt = await readChainReceipt(entry, chain).catch(() => null)
    if (receipt?.method === 'reads' && receipt.effects)
      return compareReceipt(predicted, receipt.effects).every(
        ({ comparison }) => comparison === 'same' || comparison === 'close',
      )
    if (receipt?.method === 'logs') return false
    // Ask a node that does not answer until it does.
    failures = receipt ? failures : failures + 1
    if (!receipt) look -= 1
    await sleep(retryDelay(chain, failures), signal)
  }
  return false
}
