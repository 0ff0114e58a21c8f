import type { Amount, ChainMention, TokenMention } from './mention'

/** The place that is wanted of several, as far as the person said. */
export type PlaceHint = {
  /** Days of lock-up; 0 for none, null for any but none. */
  lockDays?: number | null
  /** A protocol by its name, in lower case. */
  protocol?: string
  /** Per cent a year, as exact as it was typed. */
  rate?: string
}

/** A request at a lending market or a vault. Nothing in it has been checked against a chain. */
export type Job = {
  act: 'supply' | 'borrow' | 'repay' | 'withdraw' | 'stake' | 'unstake'
  amount?: Amount
  token?: TokenMention
  chain?: ChainMention
  hint?: PlaceHint
  /** The name of a place as the agent listed it; null where the person picked from no list. */
  pick?: string | null
  /** The best place of these is meant, and none need be picked. */
  best?: { isCautious?: true }
  unclear?: 'two-amounts' | 'too-many-tokens' | 'too-many-chains' | 'recipient' | 'alternatives'
  unsure?: true
  /** A deposit after a list of places, in whichever of them takes it: a vault or a market. */
  isPut?: true
  /** A withdrawal that was said to be from a market, and not just "withdraw". */
  isAtMarket?: true
}
