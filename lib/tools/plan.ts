import type { Address, Hex } from 'viem'

/** Something an account can hold. `chainId` is the chain it is held on. */
export type Asset =
  | { kind: 'native'; chainId: number }
  | { kind: 'erc20'; chainId: number; address: Address }
  | { kind: 'erc721'; chainId: number; address: Address; tokenId: bigint }
  | { kind: 'erc1155'; chainId: number; address: Address; tokenId: bigint }

/** An amount of an asset in its base units (1 for an ERC-721). */
export type AssetAmount = { asset: Asset; amount: bigint }

export type Allowance = { token: Address; spender: Address; amount: bigint }

/** One exact transaction: the wallet is asked to sign this, byte for byte. */
export type Step = {
  /** Unique within the plan: `approve`, `swap`, ... */
  id: string
  purpose: 'approval' | 'action'
  /** A few words for progress and wallet prompts: "Approve 100 USDC". */
  title: string
  chainId: number
  to: Address
  data: Hex
  /** Wei sent with the transaction. */
  value: bigint
  /** Gas limit to request, in gas units; left to the wallet if absent. */
  gas?: bigint
}

/** The tool's declaration of what the plan does to the account. The review compares the simulation with it (G7, G8). */
export type Declared = {
  /** The most that may leave the account, per asset, excluding network fees. */
  out: readonly AssetAmount[]
  /**
   * The least that must arrive within these transactions. What arrives on another chain later is in `later` instead.
   */
  in: readonly AssetAmount[]
  /** Allowances that may remain after the last step. Exact approvals leave none. */
  allowances: readonly Allowance[]
  /** Asset that is to arrive on another chain, in somebody else's transaction. */
  later?: Asset
}

/** Exact transactions, in order, all from one account. */
export type Plan = {
  account: Address
  steps: readonly [Step, ...Step[]]
  declares: Declared
  /**
   * The tool's `prepare` takes `allowanceAdjustment`s: the person's own amounts for the approvals in its calldata.
   * Absent: approvals cannot be changed.
   */
  adjustsAllowances?: true
}

/**
 * Key of the adjustment that rewrites an approval of a token to a spender; its value is an amount in base units, as a
 * string.
 */
export const allowanceAdjustment = (token: Address, spender: Address): `allow:${string}` =>
  `allow:${token.toLowerCase()}:${spender.toLowerCase()}`
