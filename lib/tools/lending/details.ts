import type { Address } from 'viem'
import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Approval } from '../shared/approval'
import type { LendingAction } from './parameters'

/** What the card of a lending action shows. Amounts in base units of the token. */
export type LendingDetails = {
  action: LendingAction
  chain: { id: number; name: string }
  /** `name` is null for a market that this app does not vouch for. */
  market: { address: Address; name: string | null }
  /** As the agent asks; more than there is means all. */
  asked: bigint
  /** Null where there is no token at the address, or nothing was read. */
  token: TokenFacts | null
  /** What the account holds of it in the wallet; null if the token does not say. */
  balance: bigint | null
  /** The account's position in the market; null where it does not tell. */
  account: LendingAccount | null
  /** The reserves of the token among which the person has to choose, or has chosen. Empty where only one fits. */
  choices: readonly LendingReserve[]
  /** Null where there is none, or the person has not chosen yet. */
  terms: LendingTerms | null
}

export type LendingTerms = {
  reserve: LendingReserve
  /** What moves. Of everything: what that comes to by now, for interest goes on. */
  amount: bigint
  /** The whole debt, or all that was supplied. */
  all: boolean
  /** Only where the market takes tokens: the most that it may take, and what has to be approved for that. */
  spending: { most: bigint; allowance: bigint; approval: Approval } | null
  /** Only of a supply: whether it counts as collateral afterwards, and whether the person can choose. */
  collateral: { use: boolean; isChoice: boolean } | null
}
