import { type Address, type Hash, type Hex, isAddressEqual, isHash } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { bytesHash } from '@/lib/review/findings/hash'
import type { Plan, Step } from '@/lib/tools/plan'
import type { Transfer } from '@/lib/tools/tool'
import { revealInvisible } from '@/lib/wire/text'
import type { ExecutionContext } from '../context'
import { isSettled, type LedgerEntry, type StepRecord } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { IllegalTransition } from '../ledger/machine'
import { nextRequest } from '../ledger/steps'
import { type Prediction, writePrediction } from '../ledger/stored-effects'
import { recoverSigning } from '../tracking/recovery'
import { accountKind } from '../tracking/relayed'
import { isElsewhere } from '../tracking/taken'
import { lookForLeft } from '../tracking/watch'
import { assertReviewed } from './guard'
import { inTurn } from './in-turn'
import type { Locks } from './locks'
import { answeredForeign } from './refusal'
import { type Atomicity, isRefusal, toWalletError, WalletError, type WalletRequest } from './wallet'

/** A reviewed plan, bound to its review by the hash. */
export type Approved = {
  plan: Plan
  planHash: Hex
  transfer?: Transfer
  predicted?: Prediction
  /** False once the person has changed something since the click: then the wallet is not asked. */
  isMeant: () => boolean
  /**
   * Resolves to true if the steps from this index on still do what was shown, now that the earlier ones are on chain.
   */
  stillHolds: (index: number) => Promise<boolean>
  /** Set if the person was told that all steps go to the wallet as one batch. */
  atomicity?: Atomicity
}

/** End of one request to the wallet; the ledger holds what it means for the call. `open`: the outcome is unknown. */
export type WalletAnswer = { kind: 'answered' } | { kind: 'open'; why: string }
export const answered: WalletAnswer = { kind: 'answered' }

type Answer = { hash: Hash } | { error: WalletError }

type Question = Approved & {
  key: string
  /** Index of the step in the plan. */
  index: number
  locks: Locks
}

/** Asks the wallet for one step, in its turn. Records the attempt before it asks, and the hash before anything else. */
export function ask(question: Question, context: ExecutionContext): Promise<WalletAnswer> {
  const { plan, index, locks } = question
  const step = plan.steps[index]
  const chain = step && context.chains.get(step.chainId)
  if (!step || !chain) throw new Error(`There is no step ${index}, or its chain is not supported`)
  const turn = { ...question, chainId: step.chainId, account: plan.account, locks }
  return inTurn(turn, context, (assertFresh) => askNow(question, step, chain, context, assertFresh))
}

async function askNow(
  question: Question,
  step: Step,
  chain: ChainHandle,
  context: ExecutionContext,
  assertFresh: () => void,
): Promise<WalletAnswer> {
  const { key, plan, planHash, index, transfer, predicted } = question
  const { ledger, wallet } = context
  let request: WalletRequest
  let attempt: StepRecord
  let rest: StepRecord[]
  try {
    if (await lookForLeft(key, context)) return answered
    await reachChain(key, chain, context)
    const { nonce, block, kind } = await position(plan.account, chain, context)
    const { id: _, purpose: __, title: ___, ...bytes } = step
    // A contract account has no nonce that its transactions would use.
    const numbered = kind === 'contract' ? {} : { nonce }
    const via = kind ? { via: kind } : {}
    const asked = { ...via, request: nextRequest(ledger.get(key)?.steps ?? []) }
    request = { ...bytes, account: plan.account, ...numbered }
    assertReviewed(request, step, plan, planHash)
    assertAccount(context, plan.account)
    assertFresh()
    attempt = { ...recordOf(step), ...asked, ...numbered, fromBlock: block.toString() }
    rest = plan.steps.slice(index + 1).map((later) => ({ ...recordOf(later), ...via }))
    const steps: [StepRecord, ...StepRecord[]] = [{ ...recordOf(step), ...asked }, ...rest]
    await ledger.apply(key, {
      type: 'signing',
      account: plan.account,
      planHash,
      rest: steps,
      fromBlock: block.toString(),
      ...numbered,
      ...(transfer ? { transfer } : {}),
      ...(predicted && index === 0 ? { predicted: writePrediction(predicted) } : {}),
    })
  } catch (thrown) {
    context.signal.throwIfAborted()
    if (thrown instanceof IllegalTransition) {
      // Another tab was faster, and its decision stands. Between two steps, though, no other tab decides.
      if (ledger.get(key)?.state !== 'confirming') throw thrown
      return notSent(key, context, changedBetween)
    }
    return notSent(key, context, `${toWalletError(thrown).message} Nothing was sent.`)
  }

  const answer: Promise<Answer> = (async () => wallet.sendTransaction(request))().then(
    (hash) => (isHash(hash) ? { hash } : { error: new WalletError('unknown', 'It returned no transaction hash.') }),
    (thrown: unknown) => ({ error: toWalletError(thrown) }),
  )
  /** Writes a hash the moment it is known; the chain says whose it is. The hash of another call proves nothing. */
  const onHash = async (hash: Hash): Promise<WalletAnswer> => {
    if (isElsewhere(hash, key, context)) return { kind: 'open', why: answeredForeign }
    await ledger.apply(key, { type: 'hash', attempt, rest, hash })
    return answered
  }
  const waiting = new AbortController()
  const signal = AbortSignal.any([context.signal, waiting.signal])
  lookWhileSilent(key, { ...context, signal })
  const elsewhere = untilAnswered(key, context.ledger, signal)
  // Take a hash whenever it comes; it is a fact. A late refusal changes nothing.
  const first = await answerOf(answer, elsewhere, (late) => ('hash' in late ? onHash(late.hash) : undefined))
  waiting.abort(new Error('No longer waiting for the wallet'))
  if (first === 'elsewhere') return answered
  return 'hash' in first ? onHash(first.hash) : refused(key, context, first.error)
}

const changedBetween =
  'What was already sent is on the chain. This call has changed since, so the rest was not signed. Nothing more was sent.'

/**
 * Handles a wallet's refusal or failure. Neither proves that nothing was sent: ask the chain, and if it cannot tell,
 * the person.
 */
export async function refused(
  key: string,
  { ledger }: ExecutionContext,
  error: WalletError,
  how: { stepwise?: true } = {},
): Promise<WalletAnswer> {
  // The transaction was found meanwhile, so the refusal is irrelevant.
  if (ledger.get(key)?.state !== 'signing') return answered
  const words = revealInvisible(error.message)
    .slice(0, 200)
    .replace(/[.\s]+$/, '')
  const isOwn = error.code !== 'unknown' && error.code !== 'not-accepted'
  const why = isOwn ? error.message : `Your wallet reported a failure: “${words}”.`
  if (isRefusal(error)) await ledger.apply(key, { type: 'refused', why, note: `${why} ${makingSure}`, ...how })
  return { kind: 'open', why }
}

const makingSure = 'Making sure on the chain that nothing was sent.'

export async function notSent(
  key: string,
  { ledger }: ExecutionContext,
  note: string,
  how: { stepwise?: true } = {},
): Promise<WalletAnswer> {
  const state = ledger.get(key)?.state
  if (state === 'signing' || state === 'confirming') await ledger.apply(key, { type: 'not-sent', note, ...how })
  else await ledger.apply(key, { type: 'noted', note })
  return answered
}

/** Switches the wallet to the step's chain; the wallet itself asks the person. */
export async function reachChain(key: string, chain: ChainHandle, { wallet, ledger }: ExecutionContext): Promise<void> {
  if ((await wallet.chainId()) === chain.id) return
  await ledger.apply(key, {
    type: 'noted',
    note: `Your wallet is on another chain and is asking to switch to ${chain.name}.`,
  })
  try {
    await wallet.switchChain(chain.id)
  } catch (thrown) {
    const error = toWalletError(thrown)
    if (error.code !== 'rejected') throw error
    throw new WalletError('wrong-chain', `Your wallet did not switch to ${chain.name}.`, { cause: thrown })
  }
  if ((await wallet.chainId()) !== chain.id)
    throw new WalletError('wrong-chain', `Your wallet is still not on ${chain.name}.`)
}

export function assertAccount({ wallet }: ExecutionContext, account: Address): void {
  const used = wallet.account()
  if (!used) throw new WalletError('disconnected', 'No wallet is connected.')
  if (!isAddressEqual(used, account))
    throw new WalletError('account-changed', `Your wallet now uses ${used}, but this was reviewed for ${account}.`)
}

/**
 * Returns the next nonce, the current block and the kind of account. Nodes may not know yet what the wallet sent for
 * this account a moment ago.
 */
export async function position(account: Address, chain: ChainHandle, { ledger }: ExecutionContext) {
  const [count, block, kind] = await Promise.all([
    chain.client.getTransactionCount({ address: account, blockTag: 'pending' }),
    chain.client.getBlockNumber({ cacheTime: 0 }),
    accountKind(chain.client, account),
  ])
  const reserved = ledger
    .all()
    .filter((entry) => !isSettled(entry.state) && isAddressEqual(entry.owner, account))
    .flatMap((entry: LedgerEntry) => entry.steps)
    .flatMap((step) => (step.chainId === chain.id && isReserved(step) && step.nonce !== undefined ? [step.nonce] : []))
  // Take the first free nonce: an unsent one must not leave a gap, which would block everything behind it.
  let nonce = count
  while (reserved.includes(nonce)) nonce += 1
  return { nonce, block, kind }
}

/** True if a step reserves its nonce. A transaction that no node knows after a while may never come, so it does not. */
const isReserved = ({ hash, outcome, missing, via }: StepRecord): boolean =>
  hash !== undefined && !outcome && !missing && via !== 'batch'

export const recordOf = (step: Step): StepRecord => ({
  id: step.id,
  title: step.title,
  chainId: step.chainId,
  to: step.to,
  data: step.data,
  value: step.value.toString(),
  bytesHash: bytesHash(step),
})

/** Looks at the chain once the wallet has been silent for long: it may have sent without saying so. */
export function lookWhileSilent(key: string, context: ExecutionContext): void {
  const silent = { why: 'Your wallet has not answered.', mayAnswer: true }
  context
    .sleep(context.walletPatience, context.signal)
    .then(() => recoverSigning(key, context, silent))
    // Aborts when the wallet answers; the ledger reports everything else.
    .catch(() => undefined)
}

/** Returns the wallet's answer. Passes it to `late` if it comes when nobody waits or the page has left the account. */
export async function answerOf<Answer>(
  answer: Promise<Answer>,
  elsewhere: Promise<'elsewhere'>,
  late: (answer: Answer) => unknown,
): Promise<Answer | 'elsewhere'> {
  let first: Answer | 'elsewhere' = 'elsewhere'
  try {
    first = await Promise.race([answer, elsewhere])
    return first
  } finally {
    if (first === 'elsewhere') void answer.then(late)
  }
}

/** Resolves once the call leaves `signing` other than by the wallet's answer. Rejects when the page is done. */
export const untilAnswered = (key: string, ledger: Ledger, signal: AbortSignal): Promise<'elsewhere'> =>
  new Promise((resolve, reject) => {
    const unsubscribe = ledger.subscribe(() => {
      if (ledger.get(key)?.state === 'signing') return
      unsubscribe()
      resolve('elsewhere')
    })
    const stop = () => {
      unsubscribe()
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
