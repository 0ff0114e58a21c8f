import type { Address } from 'viem'
import type { Price } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { AmountReading } from './amount'

/** What the agent says beside what was found; each null where nothing was. */
type Claim<T, Found = T> = { claimed: T | null; found: Found | null }

/** The review's figure of what a vault has really paid: the card shows it beside what the agent says. */
export const paidFigure = 'staking.paid'

/** What the cards of entering and leaving show. Amounts in base units. */
export type StakingDetails = {
  action: 'enter' | 'exit'
  yieldId: string
  /** Null where nobody knows on which chain it is, or the app does not serve it. */
  chain: { id: number; name: string } | null
  token: TokenFacts | null
  /** Null where it is not certain, or not yet. */
  amount: bigint | null
  /** Everything is taken out. */
  all: boolean
  /** Set where the agent's figure can mean two amounts, or none that makes sense: the person says which. */
  question: { asked: string; readings: readonly AmountReading[] } | null
  contract: Address | null
  /** The contract is in the app's own list. */
  pinned: boolean
  protocol: Claim<string>
  pool: Claim<string>
  rewards: Claim<readonly string[]>
  /**
   * `claimed` in words; `stated`, by whoever describes the yield, as a share of one: 0.048 is 4.8%. What the chain says
   * of it is a figure of the review.
   */
  apy: { claimed: string | null; stated: number | null }
  /** `found` in seconds: by the vault, else by whoever describes the yield. */
  lockup: Claim<string, number>
  /** What the account holds of the token; null if the token does not say. */
  balance: bigint | null
  /** What the account has in the yield, by now; null where there is none or it cannot be told. */
  position: bigint | null
  /** Milliseconds since the epoch until which the account's deposit is locked. */
  lockedUntil: number | null
  price: Price | null
}
