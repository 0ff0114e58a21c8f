import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { CallClaims } from './claims/call-claims'
import type { Ledger } from './ledger/ledger'
import type { Locks } from './signing/locks'
import type { Wallet } from './signing/wallet'

/** What execution needs of the world. Made once per page. */
export type ExecutionContext = {
  ledger: Ledger
  /** Null where the browser has no locks: then nothing is executed. */
  locks: Locks | null
  wallet: Wallet
  chains: Chains
  routing: Pick<Routing, 'status'>
  claims: Pick<CallClaims, 'renew' | 'release'>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Aborted when the page is done with this account: everything stops where it is, and the ledger keeps it. */
  signal: AbortSignal
  /** Resolves after `milliseconds`; rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds after which a wallet that has not answered is said to be silent. It may still answer. */
  walletPatience: number
  /** Looks in a row at which no node knows a transaction, after which it counts as missing: news of it takes its time. */
  missingAfter: number
  /** Milliseconds between two times that the service is told that a call is still with the wallet, or on its way. */
  claimEvery: number
  /** Milliseconds until a node is asked again that may not have seen the step before yet. */
  nodePatience: number
  /** Milliseconds between two looks at a transfer's status. `looks` counts from 0. */
  transferDelay: (looks: number) => number
  /** Blocks, its own included, that a transaction must have before it counts as mined. */
  confirmations: (chain: ChainHandle) => number
  /**
   * Seconds that a nonce must have been used by another transaction before that counts against one which no node has
   * shown: it may wait in private, under another nonce than the wallet was asked for.
   */
  privateFor: (chain: ChainHandle) => number
}

/** The paces of a page in use. Two blocks outlive the one-block reorganisations that Ethereum has now and then. */
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
  // Those who send in private give up after some minutes.
  privateFor: (chain) => (chain.isLocal ? 0 : 15 * 60),
}

/** The longest wait between two tries, in milliseconds. */
export const longestDelay = 30_000
/** The wait before the next try: the pace of the chain, doubled with each failure in a row. */
export const retryDelay = (chain: ChainHandle, failures: number): number =>
  Math.min(chain.client.pollingInterval * 2 ** Math.min(failures, 6), longestDelay)

export const rpcSilent =
  'The network’s node is not responding. Your transaction is not affected: its state will be read as soon as the node responds.'
