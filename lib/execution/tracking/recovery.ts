import type { Hash } from 'viem'
import { answerForBatch, recoverBatch } from '../batches/recover-batch'
import { type ExecutionContext, retryDelay, rpcSilent } from '../context'
import type { LedgerEntry, StepRecord } from '../ledger/entry'
import { nextStep } from '../ledger/steps'
import { pauseInSigning } from '../signing/pause'
import { createLooks, refusedNote } from '../signing/refusal'
import { findAttempt, openRequest, type Recovered } from './find-attempt'
import type { Searched } from './relayed'
import { isElsewhere } from './taken'
import { isLater, isReviewed, transactionOf } from './transaction-lookup'

const lookThere =
  'No transaction is on the chain yet. Check your wallet: confirm or reject the request there, or say here what happened to it. Nothing is sent again automatically.'

const cannotTell =
  'The nonce it was going to use has been taken, and the network’s node cannot say by what. Check your wallet’s activity, and say here what happened to the request. Nothing is sent again automatically.'

export const mayBeThis =
  'A transaction of exactly this is on its way. It may be this call’s or that of another card that your wallet was asked for: this becomes clear once that one is answered.'

const notServed = (chainId: number): string =>
  `This app no longer supports chain ${chainId}, so its transaction cannot be looked up here. Check your wallet’s activity, and say here what happened to the request. Nothing is sent again automatically.`

const lookThereYourself =
  'Your account is a contract, so its transaction cannot be found by nonce. Check your wallet: confirm or reject the request there, or say here what happened to it. Nothing is sent again automatically.'

/** A lost answer: `why` it was lost, in words; `mayAnswer` while it can still reach this page. */
export type Lost = { why: string; mayAnswer: boolean }
export const lostInReload: Lost = { why: 'Your wallet was asked, but its answer was lost.', mayAnswer: false }

/**
 * Keeps looking for the transaction of a lost request until it is found, can no longer come, or the person has
 * answered. Never asks the wallet. Rejects only when the context's signal aborts.
 */
export async function recoverSigning(key: string, context: ExecutionContext, lost: Lost): Promise<void> {
  const { ledger, signal } = context
  if (ledger.get(key)?.batch) return recoverBatch(key, context, lost.why)
  let failures = 0
  const looks = createLooks()
  const searched: Searched = { upTo: null }
  for (;;) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const step = entry && nextStep(entry)
    if (entry?.state !== 'signing' || !step) return
    let recovered: Recovered | null = null
    try {
      recovered = await findAttempt(openRequest(entry), entry, context, searched)
      if (entry.refusal !== undefined) await looks.look(context.chains.get(step.chainId))
      failures = 0
    } catch {
      // A failing node tells nothing about the transaction.
      recovered = null
      failures += 1
    }
    signal.throwIfAborted()
    // The person may have answered while the node was asked.
    if (ledger.get(key)?.state !== 'signing') return
    if (entry.refusal !== undefined && recovered && (recovered.kind === 'free' || recovered.kind === 'displaced')) {
      if (recovered.kind === 'displaced' || looks.areEnough())
        return void (await ledger.apply(key, { type: 'not-sent', note: refusedNote(entry.refusal) }))
      await pauseInSigning(key, pace(context, step), context)
      continue
    }
    // An open request can still take another nonce, so only a found transaction counts.
    const counts = recovered?.kind === 'found' || !lost.mayAnswer
    if (recovered && counts && (await conclude(entry, recovered, context))) return
    const chain = context.chains.get(step.chainId)
    const look = chain ? whereToLook(step, recovered) : notServed(step.chainId)
    const note = recovered ? `${entry.refusal ?? lost.why} ${look}` : rpcSilent
    if (!entry.interrupted || entry.note !== note) await ledger.apply(key, { type: 'interrupted', note })
    if (!chain) return
    await pauseInSigning(key, retryDelay(chain, failures), context)
  }
}

const pace = ({ chains }: ExecutionContext, { chainId }: StepRecord): number => {
  const chain = chains.get(chainId)
  return chain ? retryDelay(chain, 0) : 0
}

function whereToLook({ via }: StepRecord, recovered: Recovered | null): string {
  if (via === 'contract') return lookThereYourself
  if (recovered?.kind === 'contested') return mayBeThis
  return recovered?.kind === 'unclear' ? cannotTell : lookThere
}

/** Writes the result of a search. Returns false if the question remains open. */
async function conclude(entry: LedgerEntry, recovered: Recovered, { ledger }: ExecutionContext): Promise<boolean> {
  if (recovered.kind === 'found') {
    await applyHash(entry, recovered.hash, ledger)
    return true
  }
  if (recovered.kind !== 'displaced') return false
  await ledger.apply(entry.key, {
    type: 'failed',
    code: 'cancelled',
    error:
      'This call was not executed: another transaction of yours took its place. If your wallet still shows the request, reject it there.',
  })
  return true
}

async function applyHash(entry: LedgerEntry, hash: Hash, ledger: ExecutionContext['ledger']): Promise<void> {
  const [attempt, ...rest] = entry.steps.filter((step) => !step.hash)
  if (attempt) await ledger.apply(entry.key, { type: 'hash', attempt, rest, hash })
}

/**
 * Takes the person's answer about a lost request, as far as the chain confirms it. A transaction on the chain outweighs
 * "not sent"; a hash counts only if it is the reviewed step.
 */
export async function answerFor(
  entry: LedgerEntry,
  answer: { hash: Hash } | 'not-sent',
  context: ExecutionContext,
): Promise<void> {
  const { ledger } = context
  const { key } = entry
  const say = (note: string) => ledger.apply(key, { type: 'interrupted', note })
  if (entry.batch) return answerForBatch(entry, entry.batch, answer, context)
  const step = nextStep(entry)
  if (!step) return
  try {
    if (answer === 'not-sent') {
      const recovered = await findAttempt(openRequest(entry), entry, context)
      if (await conclude(entry, recovered, context)) return
      if (recovered.kind === 'contested') return void (await say(mayBeThis))
      await ledger.apply(key, {
        type: 'not-sent',
        note: 'You said nothing was sent. If the request is still open in your wallet, reject it there first: if it is sent all the same, it is found and shown here.',
      })
      return
    }
    const refusal = await whyNot(entry, step, answer.hash, context)
    if (refusal) await say(refusal)
    else await applyHash(entry, answer.hash, ledger)
  } catch {
    context.signal.throwIfAborted()
    // Either the node failed, or the call has moved on meanwhile and needs no answer any more.
    if (ledger.get(key)?.state === 'signing')
      await say('The network’s node is not responding, so this cannot be checked. Try again in a moment.')
  }
}

async function whyNot(
  entry: LedgerEntry,
  step: StepRecord,
  hash: Hash,
  context: ExecutionContext,
): Promise<string | null> {
  if (isElsewhere(hash, entry.key, context)) return 'That transaction belongs to another call.'
  const client = context.chains.get(step.chainId)?.client
  const transaction = client ? await transactionOf(client, hash) : null
  if (!transaction)
    return 'The network does not know that transaction, at least not yet. Check the hash and the chain, or try again in a moment.'
  if (!isLater(transaction, step, entry.owner))
    return 'That transaction is older than this call: it was there before your wallet was asked.'
  if (!isReviewed(transaction, step, entry.owner))
    return 'That transaction is not this call: the account, recipient, data or value differ.'
  return null
}
