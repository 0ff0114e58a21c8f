import type { Amount, ChainMention, Recipient, TokenMention } from './mention'

/**
 * Why a request cannot be read in one way only. `foreign-recipient`: what a swap or bridge brings always goes to the
 * person's own account. `each-or-all`: "1000 USDC over 10 weeks", the sum of each time or of all of them.
 */
export type Unclear =
  | 'two-amounts'
  | 'two-recipients'
  | 'too-many-tokens'
  | 'too-many-chains'
  | 'foreign-recipient'
  | 'each-or-all'

/** The person's request so far. Nothing in it has been checked against a chain. */
export type Draft = {
  action: 'swap' | 'bridge' | 'send'
  /** Amount of `from`. */
  amount?: Amount
  from?: TokenMention
  to?: TokenMention
  fromChain?: ChainMention
  toChain?: ChainMention
  recipient?: Recipient
  /** As a fraction. */
  slippage?: number
  /** An amount of `to`, which cannot be fixed. */
  receive?: Amount
  unclear?: Unclear
  /** True where words were left over or it was put as a question: to be confirmed before anything is proposed. */
  unsure?: boolean
}
