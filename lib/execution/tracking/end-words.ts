import type { Hash } from 'viem'
import type { ToolResult } from '@/lib/wire/result'
import { cleanChainString } from '@/lib/wire/text'
import type { LedgerEntry, StepRecord } from '../ledger/entry'
import { minedHash } from '../ledger/outcome'
import { doublesOf } from '../ledger/steps'

/** Note on a hash that came after the call had ended. */
export const lateHash = (hash: Hash): string =>
  `Your wallet sent a transaction for this call after it was closed: ${hash}. Look it up in an explorer; the agent was told otherwise.`

/** The wallet sent something else instead, and that did not do what was planned. */
export const alteredEnd =
  'Your wallet sent a different transaction from the one that was reviewed, and it did not do what was planned. Check what moved before you do anything else.'

/** Note on a transaction found after the call had ended without one. */
export const foundAfterEnd =
  'Your wallet had sent this after all, which was not known when the call ended. This card follows it, and the agent is told the outcome.'

/** The same while the wallet is asked for it again. */
export const foundWhileAsked =
  'Your wallet had already sent this. Reject the request that is open in your wallet: if you confirm it too, it may be carried out twice.'

/** The same for a batch. */
export const lateBatch = (id: string): string =>
  `Your wallet accepted this call after it was closed, as the batch ${cleanChainString(id, 80)}. Check your wallet; the agent was told otherwise.`

/** Note on a batch that the wallet accepted in addition to an earlier one. */
export const secondBatch = (id: string): string =>
  `Your wallet has accepted the same transactions again, as ${cleanChainString(id, 80)}. Check your wallet before you do anything else.`

/** Error of a failed batch, by its status (EIP-5792). */
export const batchFailed = (status: number): string =>
  status === 400
    ? 'Your wallet dropped the transactions before they reached the chain. Nothing was sent and nothing moved.'
    : `Your wallet says the transactions failed (status ${status}), but names no transaction on the chain.`

type BadEnd = 'reverted' | 'cancelled' | 'partly' | 'once'

function howBadly({ batch, steps }: LedgerEntry, undone: StepRecord): BadEnd {
  const done = steps.filter(({ outcome }) => outcome === 'success')
  if (batch && done.length > 0) return 'partly'
  if (doublesOf(undone, steps).some(({ outcome }) => outcome === 'success')) return 'once'
  return undone.outcome === 'cancelled' ? 'cancelled' : 'reverted'
}

/** Returns the result of a call with one undone transaction; its others have ended as well. */
export function endedBadly(entry: LedgerEntry, undone: StepRecord): ToolResult & { status: 'error'; error: string } {
  const as = howBadly(entry, undone)
  const hash = minedHash(undone)
  const txHash = hash ? { txHash: hash } : {}
  if (as === 'once')
    return {
      status: 'error',
      error:
        'Your wallet sent this transaction twice: one was carried out, the other was not. Look at both before you do anything else.',
      code: 'partial',
    }
  if (as === 'reverted')
    return {
      status: 'error',
      error: 'The transaction reverted on the chain. Nothing moved except the network fee.',
      code: 'reverted',
      ...txHash,
    }
  if (as === 'partly')
    return {
      status: 'error',
      error: 'Only part of it was executed, although your wallet had promised all or nothing. Check what moved.',
      code: 'partial',
      ...txHash,
    }
  if (entry.batch)
    return {
      status: 'error',
      error: 'The chain no longer has the transaction, and your wallet has dropped it. Nothing in this call moved.',
      code: 'batch-failed',
    }
  return {
    status: 'error',
    error: 'The transaction was cancelled in the wallet: another one took its place. Nothing in this call moved.',
    code: 'cancelled',
  }
}
