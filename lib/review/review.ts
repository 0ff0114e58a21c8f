import type { Address, Hex } from 'viem'
import type { Figure } from '@/lib/tools/figure'
import type { Finding } from '@/lib/tools/finding'
import type { Allowance, Asset } from '@/lib/tools/plan'
import type { Prices } from './findings/budget'

/** What the plan does to one holding of the account, by simulation. Network fees are apart. */
export type BalanceEffect = {
  asset: Asset
  before: bigint
  after: bigint
  /** Read from the chain and sanitised for display; decimals are the chain's own, null where it does not tell them. */
  symbol: string
  decimals: number | null
  /** False for an asset that is not in our token list: shown as unverified, never with a price. */
  listed: boolean
  /** Of an unlisted one: what it is by our own lists, such as the share of a vault that they name. Absent: nothing. */
  vouched?: string
  /** The token counts what the account owes: more of it is no gain, and less of it no loss. */
  debt?: true
}

export type AllowanceEffect = Allowance & { before: bigint; symbol: string; decimals: number | null }

/** What the whole plan does to the account, worked out from reads before and after the steps. */
export type Effects = {
  chainId: number
  balances: readonly BalanceEffect[]
  allowances: readonly AllowanceEffect[]
  /** NFT operator approvals that the plan gives or takes. With `tokenId`: for that one ERC-721 token only. */
  operators: readonly { collection: Address; operator: Address; approved: boolean; tokenId?: bigint }[]
}

/** Gas of each step, in order, in gas units; and what all of them cost at most, in wei. */
export type NetworkFee = { gas: readonly bigint[]; maxFeePerGas: bigint; total: bigint }

/** The code that a contract runs: its own, and that of the contracts which it runs in place of or beside it. */
export type ContractState = { address: Address; codeHash: Hex; runs: readonly { address: Address; codeHash: Hex }[] }

/** One respect in which a plan is held against the request that it answers. */
export type RequestPart = {
  respect: 'action' | 'gives' | 'gets' | 'keeps' | 'receiver' | 'chain' | 'limit'
  /** What was asked, in the person's words. */
  asked: string
  /** What the plan does in this respect. */
  found: string
  is: 'met' | 'different' | 'unread'
}

/** The request that a plan answers. `reader`: the version that read it. */
export type AnsweredRequest = { quote: string; parts: readonly RequestPart[]; reader: string }

export type Verdict = 'ready' | 'acknowledge' | 'blocked'

/** The outcome of a review of one plan. Bound to the plan by its hash. */
export type Review = {
  planHash: Hex
  /** Milliseconds since the epoch. */
  at: number
  /** The block that the simulation ran as, by its own answer: in most nodes one that is still to come. Null where it tells none. */
  block: bigint | null
  /** How the effects were found. `none`: nothing could be simulated, and the findings say UNVERIFIED. */
  method: 'eth_simulateV1' | 'eth_call' | 'none'
  effects: Effects | null
  fee: NetworkFee | null
  /** By the feeds of the plan's chain: what has none here has no price. */
  prices: Prices
  /** What the person asked, as far as a reader has read it. */
  request?: AnsweredRequest
  /** The names by which the person has called addresses, as this review has looked them up. */
  names?: ReadonlyMap<Address, string>
  /** Of the contracts that are called or given a permission, as far as they could be read: compared at the click. */
  contracts?: readonly ContractState[]
  /** What the tool's own probes and trials measured inside the simulation. */
  figures: readonly Figure[]
  /** Worst first. */
  findings: readonly Finding[]
  verdict: Verdict
}
