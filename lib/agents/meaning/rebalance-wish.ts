import type { ChainMention, TokenMention } from '@/lib/language/steps/mention'

/** A wish to have a yield position watched, and moves proposed. Nothing in it has been checked against a chain. */
export type RebalanceWish = {
  token?: TokenMention
  chain?: ChainMention
  /** Protocol of the position, in lower case. */
  protocol?: string
  /** Percentage points, as exact as they were typed. */
  minIncrease?: string
  maxLockupDays?: number
  /** The name of a position as the agent listed it; null where none of that number was listed. */
  pick?: string | null
  unclear?: 'increase' | 'lockup' | 'too-many-tokens' | 'too-many-chains'
  unsure?: true
}
