import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { CallClaims } from './claims/call-claims'
import type { Ledger } from './ledger/ledger'
import type { Locks } from './signing/locks'
import type { Wallet } from './signing/wallet'

/** Everything execution needs from its surroundings. Created once per page. */
export type ExecutionContext = {
  ledger: Ledger
  /** Null if the browser has no locks; nothing is executed then. */
  locks: Locks | null
  wallet: Wallet
  chains: Chains
  routing: Pick<Routing, 'status'>
  claims: Pick<CallClaims, 'renew' | 'release'>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Aborts when the page is done with this account: all work stops where it is, and the ledger keeps its state. */
  signal: AbortSignal
  /** Resolves after `milliseconds`; rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds before an unanswering wallet is reported as silent. It may still answer. */
  walletPatience: number
  /** Consecutive lookups that find no trace of a transaction before it counts as missing. Propagation takes time. */
  missingAfter: number
  /** Milliseconds between two notices to the service that a call is still in the wallet or in flight. */
  claimEvery: number
  /** Milliseconds before asking again a node that may not have seen the previous step yet. */
  nodePatience: number
  /** Milliseconds between two polls of a transfer's status. `looks` counts from 0. */
  transferDelay: (looks: number) => number
  /** Blocks, including its own, that a transaction needs before it counts as mined. */
  confirmations: (chain: ChainHandle) => number
  /**
   * Seconds another transaction must have held a nonce before one that no node has shown counts as displaced by it:
   * that one may sit in a private mempool, under a nonce other than the requested one.
   */
  privateFor: (chain: ChainHandle) => number
}

/**
 * Timings of a page in use. Two confirmations survive the one-block reorganisations that Ethereum sees now and then.
 */
export const usualPace: Pick<
  ExecutionContext,
  | 'sleep'
  | 'walletPatience'
  | 'missingAfter'
  | 'claimEvery'
  | 'nodePatience'
  | 'transferDelay'
  | 'confirmations'
  | 'privateFor'
> = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      signal.addEventListener('abort', stop, { once: true })
    }),
  walletPatience: 90_000,
  missingAfter: 15,
  claimEvery: 4 * 60_000,
  nodePatience: 3_000,
  transferDelay: (looks) => Math.min(2_000 * 1.5 ** looks, 30_000),
  confirmations: (chain) => (chain.isLocal ? 1 : 2),
  // Senders of private transactions give up after a few minutes.
  privateFor: (chain) => (chain.isLocal ? 0 : 15 * 60),
}

/** Longest delay between two attempts, in milliseconds. */
export const longestDelay = 30_000
/** Delay before the next attempt: the chain's polling interval, doubled with each consecutive failure. */
export const retryDelay = (chain: ChainHandle, failures: number): number =>
  Math.min(chain.client.pollingInterval * 2 ** Math.min(failures, 6), longestDelay)

export const rpcSilent =
  'The network’s node is not responding. Your transaction is not affected: its state will be read as soon as the node responds.'
