import type { Address } from 'viem'
import type { PlaceHint } from './job'
import type { Amount, ChainMention, TokenMention } from './mention'

/** What the person wants to know about their account: everything, or only these tokens and networks. */
export type BalancesQuery = { symbols: readonly string[]; chainIds: readonly number[] }

/**
 * What the person wants the price of. Without `amount`, of one. `isGeneral`: of the everyday tokens, none named.
 * `isOfAnotherTime`: of another day than today, or how it has changed.
 */
export type PriceQuery = {
  tokens: readonly TokenMention[]
  amount?: Amount
  into?: TokenMention
  isGeneral?: true
  isOfAnotherTime?: true
}

/** What the person wants to know about who may spend their tokens: everything, or only what is named. */
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

/** What the person wants to know beyond balances and prices. */
export type Insight =
  | {
      of: 'yields'
      token?: TokenMention
      chain?: ChainMention
      hint?: PlaceHint
      maxLockupDays?: number
      isCautious?: true
      /** It is about what lies idle in the wallet: the answer ends in a proposal for all of it. */
      isIdle?: true
      /** What it would come to for so much. */
      amount?: Amount
    }
  | { of: 'borrow-rates'; token?: TokenMention; chain?: ChainMention }
  | { of: 'positions' }
  /** What that comes to at the rates of now. */
  | { of: 'earnings'; over: Span }
  /** What it has come to so far. */
  | { of: 'earned' }
  | { of: 'loan' }
  /** `inWords`: about a side of it, which no card of balances answers. */
  | { of: 'portfolio'; inWords?: true }
  /** What became of the portfolio since the last look. */
  | { of: 'changes'; inWords?: true }
  /** `collection`: only those of it, by its name in our list. */
  | { of: 'nfts'; collection?: string }
  | { of: 'gas' }
  /** Where a token's contract is. */
  | { of: 'contracts'; token: TokenMention; chain?: ChainMention }
  /** Which account and network the person has signed in with. */
  | { of: 'account' }
