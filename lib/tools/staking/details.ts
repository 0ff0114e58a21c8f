import type { Address } from 'viem'
import type { Price } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { AmountReading } from './amount'

/** The agent's claim next to what was found; each null if there is none. */
type Claim<T, Found = T> = { claimed: T | null; found: Found | null }

/** Id of the review's figure for what a vault has really paid: the card shows it next to the agent's claim. */
export const paidFigure = 'staking.paid'

/** The figures on the cards of entering and leaving. Amounts in base units. */
export type StakingDetails = {
  action: 'enter' | 'exit'
  yieldId: string
  /** Null if its chain is unknown, or the app does not support it. */
  chain: { id: number; name: string } | null
  token: TokenFacts | null
  /** Null if it is uncertain, or not known yet. */
  amount: bigint | null
  /** True if everything is taken out. */
  all: boolean
  /** Set if the agent's figure can mean two amounts, or none that makes sense: the person says which. */
  question: { asked: string; readings: readonly AmountReading[] } | null
  contract: Address | null
  /** True if the contract is on the app's own list. */
  pinned: boolean
  protocol: Claim<string>
  pool: Claim<string>
  rewards: Claim<readonly string[]>
  /**
   * `claimed` in words; `stated`, from the yield's description, as a fraction of one: 0.048 is 4.8%. The chain's own
   * figure is part of the review.
   */
  apy: { claimed: string | null; stated: number | null }
  /** `found` in seconds: from the vault, otherwise from the yield's description. */
  lockup: Claim<string, number>
  /** The account's balance of the token; null if the token does not say. */
  balance: bigint | null
  /** The account's current position in the yield; null if there is none or it cannot be determined. */
  position: bigint | null
  /** Milliseconds since the epoch until which the account's deposit is locked. */
  lockedUntil: number | null
  price: Price | null
}
