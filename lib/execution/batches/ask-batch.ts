import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { ExecutionContext } from '../context'
import type { BatchRecord, StepRecord } from '../ledger/entry'
import { IllegalTransition } from '../ledger/machine'
import { nextRequest } from '../ledger/steps'
import { writePrediction } from '../ledger/stored-effects'
import {
  type Approved,
  answered,
  answerOf,
  assertAccount,
  lookWhileSilent,
  notSent,
  position,
  reachChain,
  recordOf,
  refused,
  untilAnswered,
  type WalletAnswer,
} from '../signing/ask'
import { assertReviewedBatch } from '../signing/guard'
import { inTurn } from '../signing/in-turn'
import type { Locks } from '../signing/locks'
import { type Atomicity, type BatchRequest, toBatchError, toWalletError, WalletError } from '../signing/wallet'
import { lookForLeft } from '../tracking/watch'
import { newBatchId } from './batch'

type Question = Approved & { key: string; locks: Locks; atomicity: Atomicity }

/**
 * Asks the wallet for all steps of a plan as one (EIP-5792). The batch's id is ours and recorded before the wallet is
 * asked, so that the wallet can be asked about it after a crash. Nothing is requested twice.
 */
export function askBatch(question: Question, context: ExecutionContext): Promise<WalletAnswer> {
  const { plan, locks } = question
  const chain = context.chains.get(plan.steps[0].chainId)
  if (!chain) throw new Error('The chain is not supported')
  const turn = { ...question, chainId: chain.id, account: plan.account, locks }
  return inTurn(turn, context, (assertFresh) => askNow(question, chain, context, assertFresh))
}

async function askNow(
  question: Question,
  chain: ChainHandle,
  context: ExecutionContext,
  assertFresh: () => void,
): Promise<WalletAnswer> {
  const { key, plan, planHash, transfer, predicted, atomicity } = question
  const { ledger, wallet } = context
  const { sendBatch } = wallet
  if (!sendBatch) return notSent(key, context, `${noLonger} Nothing was sent.`, { stepwise: true })
  const batch: BatchRecord = { id: newBatchId(), version: atomicity.version }
  let request: BatchRequest
  let steps: StepRecord[]
  try {
    if (await lookForLeft(key, context)) return answered
    await reachChain(key, chain, context)
    const { nonce, block, kind } = await position(plan.account, chain, context)
    const calls = plan.steps.map(({ to, data, value }) => ({ to, data, value }))
    request = { ...batch, chainId: chain.id, account: plan.account, calls }
    assertReviewedBatch(request, plan, planHash)
    assertAccount(context, plan.account)
    assertFresh()
    const fromBlock = block.toString()
    // The account may send it itself: the search begins there.
    const numbered = kind === 'contract' ? {} : { nonce }
    const [first, ...later] = plan.steps
    const asked = { via: 'batch', fromBlock, request: nextRequest(ledger.get(key)?.steps ?? []), ...numbered } as const
    const record = (step: typeof first): StepRecord => ({ ...recordOf(step), ...asked })
    const rest: [StepRecord, ...StepRecord[]] = [record(first), ...later.map(record)]
    steps = rest
    await ledger.apply(key, {
      type: 'signing',
      account: plan.account,
      planHash,
      rest,
      fromBlock,
      ...numbered,
      batch,
      ...(transfer ? { transfer } : {}),
      ...(predicted ? { predicted: writePrediction(predicted) } : {}),
    })
  } catch (thrown) {
    context.signal.throwIfAborted()
    // Another tab was faster, and its decision on this call stands.
    if (thrown instanceof IllegalTransition) throw thrown
    return notSent(key, context, `${toWalletError(thrown).message} Nothing was sent.`)
  }

  type Answer = { id: string } | { error: WalletError }
  const answer: Promise<Answer> = (async () => sendBatch(request))().then(
    (id) => ({ id }),
    (thrown: unknown) => ({ error: toBatchError(thrown) }),
  )
  const onId = async (id: string): Promise<void> => {
    await ledger.apply(key, { type: 'batch-sent', batch: { ...batch, id }, steps })
  }
  const waiting = new AbortController()
  const signal = AbortSignal.any([context.signal, waiting.signal])
  lookWhileSilent(key, { ...context, signal })
  // The wallet's acceptance is a fact, however late it comes.
  const elsewhere = untilAnswered(key, ledger, signal)
  const first = await answerOf(answer, elsewhere, (late) => ('id' in late ? onId(late.id) : undefined))
  waiting.abort(new Error('No longer waiting for the wallet'))
  if (first === 'elsewhere') return answered
  if ('id' in first) {
    await onId(first.id)
    return answered
  }
  if (first.error.code !== 'no-batches') return refused(key, context, first.error)
  return refused(key, context, new WalletError('no-batches', refusedWords), { stepwise: true })
}

const noLonger = 'Your wallet no longer takes several transactions as one.'
const refusedWords =
  'It turns out that your wallet does not take these transactions as one. Countersign again to sign them one after the other.'
