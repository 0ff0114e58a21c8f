import type { Address } from 'viem'
import type { PlaceHint } from '@/lib/language/steps/job'
import type { Amount, ChainMention, TokenMention } from '@/lib/language/steps/mention'

/** A question about the account: everything, or only these tokens and networks. */
export type BalancesQuery = { symbols: readonly string[]; chainIds: readonly number[] }

/**
 * A question about prices. Without `amount`, of one token. `isGeneral`: of the everyday tokens, none named.
 * `isOfAnotherTime`: of another day than today, or of a change.
 */
export type PriceQuery = {
  tokens: readonly TokenMention[]
  amount?: Amount
  into?: TokenMention
  isGeneral?: true
  isOfAnotherTime?: true
}

/** A question about who may spend the person's tokens: all of it, or only what is named. */
export type ApprovalsQuery = {
  /** `revoke`: one of them is to be taken back. */
  do: 'list' | 'revoke'
  symbol?: string
  /** The everyday word for a collection on our lists. */
  collection?: string
  spender?: Address
  chainId?: number
}

/** Over what time earnings are reckoned, as it was said. */
export type Span = { unit: 'day' | 'week' | 'month' | 'year'; count: number } | { unit: 'end-of-month' | 'end-of-year' }

/** A question about anything beyond balances and prices. */
export type Insight =
  | {
      of: 'yields'
      token?: TokenMention
      chain?: ChainMention
      hint?: PlaceHint
      isCautious?: true
      /** It is about what lies idle in the wallet: the answer ends in a proposal for all of it. */
      isIdle?: true
      /** Amount to work the answer out for, and the time to work it out over. */
      amount?: Amount
      over?: Span
    }
  /** Lending markets with their rates. `isOfBoth`: also what can only be supplied. */
  | { of: 'borrow-rates'; token?: TokenMention; chain?: ChainMention; isOfBoth?: true }
  | { of: 'positions' }
  /** Earnings over a span at current rates: of all that earns, or of one token or on one network. */
  | { of: 'earnings'; over: Span; token?: TokenMention; chain?: ChainMention }
  /** Earnings so far. */
  | { of: 'earned' }
  | { of: 'loan' }
  | { of: 'portfolio' }
  /** Changes of the portfolio since the last look. */
  | { of: 'changes' }
  /** `collection`: only those of it, by its name in our list. */
  | { of: 'nfts'; collection?: string }
  | { of: 'gas' }
  /** Account and network that the person has signed in with. */
  | { of: 'account' }
