import type { Address } from 'viem'
import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Approval } from '../shared/approval'
import type { LendingAction } from './parameters'

/** The figures on the card of a lending action. Amounts in base units of the token. */
export type LendingDetails = {
  action: LendingAction
  chain: { id: number; name: string }
  /** `name` is null for a market that this app does not vouch for. */
  market: { address: Address; name: string | null }
  /** As the agent asks; more than there is means all. */
  asked: bigint
  /** Null if there is no token at the address, or nothing was read. */
  token: TokenFacts | null
  /** The account's balance of it in the wallet; null if the token does not say. */
  balance: bigint | null
  /** The account's position in the market; null if the market does not say. */
  account: LendingAccount | null
  /** The token's reserves that the person has to choose from, or chose from. Empty if only one fits. */
  choices: readonly LendingReserve[]
  /** Null if there are none, or the person has not chosen yet. */
  terms: LendingTerms | null
}

export type LendingTerms = {
  reserve: LendingReserve
  /** The amount that moves. For everything: its current total, as interest continues. */
  amount: bigint
  /** True for the whole debt, or the whole supply. */
  all: boolean
  /** Only if the market takes tokens: the most it may take, and the approval needed for that. */
  spending: { most: bigint; allowance: bigint; approval: Approval } | null
  /** Only for a supply: whether it counts as collateral afterwards, and whether the person can choose. */
  collateral: { use: boolean; isChoice: boolean } | null
}
