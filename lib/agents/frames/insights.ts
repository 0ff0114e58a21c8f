import type { Amount, ChainMention, TokenMention } from '../tagger/item'
import type { Span } from './earnings'
import type { PlaceHint } from './place-words'

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
