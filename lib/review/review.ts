import type { Address, Hex } from 'viem'
import type { Figure } from '@/lib/tools/figure'
import type { Finding } from '@/lib/tools/finding'
import type { Allowance, Asset } from '@/lib/tools/plan'
import type { Prices } from './findings/budget'

/** Simulated change of one of the account's balances, without network fees. */
export type BalanceEffect = {
  asset: Asset
  before: bigint
  after: bigint
  /** For display: from our token list, or read from the chain and sanitised. `decimals` is null if unknown. */
  symbol: string
  decimals: number | null
  /** False if our token list lacks the asset: it is shown as unverified, never with a price. */
  listed: boolean
  /**
   * Description of an unlisted asset in our other lists, such as the share of a known vault. Absent if there is none.
   */
  vouched?: string
  /** Set if the token counts a debt of the account: more of it is no gain, less of it no loss. */
  debt?: true
}

export type AllowanceEffect = Allowance & { before: bigint; symbol: string; decimals: number | null }

/** Effects of the whole plan on the account, derived from reads before and after the steps. */
export type Effects = {
  chainId: number
  balances: readonly BalanceEffect[]
  allowances: readonly AllowanceEffect[]
  /** NFT operator approvals that the plan grants or revokes. `tokenId` limits one to a single ERC-721 token. */
  operators: readonly { collection: Address; operator: Address; approved: boolean; tokenId?: bigint }[]
}

/** Gas units of each step, in order. `total` is the most that all steps can cost, in wei. */
export type NetworkFee = { gas: readonly bigint[]; maxFeePerGas: bigint; total: bigint }

/** Code that a contract runs: its own, and that of the contracts it delegates to. */
export type ContractState = { address: Address; codeHash: Hex; runs: readonly { address: Address; codeHash: Hex }[] }

/** One respect in which a plan, or terms to sign, are compared with the request they answer. */
export type RequestPart = {
  respect: 'action' | 'gives' | 'gets' | 'keeps' | 'receiver' | 'chain' | 'limit' | 'time'
  /** The request, in the person's words. */
  asked: string
  /** What the plan or the terms do about it. */
  found: string
  /** `unsaid`: the words leave it open. */
  is: 'met' | 'different' | 'unread' | 'unsaid'
  /** `asked` is in the words of an agent's offer that the person agreed to. */
  offered?: true
}

/**
 * The request that a plan or terms answer. `quote` is in the person's words, empty if they have only agreed to an agent's
 * `offer`. `reader` is the version of the reader that parsed it. `isReported`: only the service says that the person
 * wrote it.
 */
export type AnsweredRequest = {
  quote: string
  offer?: string
  parts: readonly RequestPart[]
  reader: string
  isReported?: true
}

export type Verdict = 'ready' | 'acknowledge' | 'blocked'

/** Outcome of reviewing one plan, bound to the plan by its hash. */
export type Review = {
  planHash: Hex
  /** Milliseconds since the epoch. */
  at: number
  /** Number of the simulated block as the node reports it, in most nodes the next one. Null if not reported. */
  block: bigint | null
  /** Method by which the effects were found. `none` if nothing could be simulated; the findings then say UNVERIFIED. */
  method: 'eth_simulateV1' | 'eth_call' | 'none'
  effects: Effects | null
  fee: NetworkFee | null
  /** Prices from on-chain feeds. An asset that is missing here has no price. */
  prices: Prices
  /** The person's request, as far as the reader could parse it. */
  request?: AnsweredRequest
  /** Names that the person used for addresses, as this review resolved them. */
  names?: ReadonlyMap<Address, string>
  /** Code of the contracts that are called or given a permission, as far as readable. Compared again at the click. */
  contracts?: readonly ContractState[]
  /** Measurements by the tool's own probes, trials and checks. */
  figures: readonly Figure[]
  /** Worst first. */
  findings: readonly Finding[]
  verdict: Verdict
}
