import type { Amount, ChainMention, Recipient, TokenMention } from './mention'

/** Why a request cannot be read in one way only. */
export type Unclear =
  /** "Make it half", of a sum: half of that, or of what there is. */
  | { kind: 'half-of-what' }
  | { kind: 'two-amounts' | 'two-recipients' | 'too-many-tokens' | 'too-many-chains' | 'alternatives' }
  /** "Send 10 USDC in DAI": what is sent is one of the two. */
  | { kind: 'two-tokens'; one: TokenMention; other: TokenMention }
  /** A recipient in a swap or bridge: what arrives always goes to the person's own account. */
  | { kind: 'foreign-recipient' }
  /** "to ethereum": the coin or the network. */
  | { kind: 'coin-or-network'; text: string; symbol: string }
  /** One token named without saying which side it is on. */
  | { kind: 'which-side'; token: TokenMention }
  /** "1000 USDC over 10 weeks": the sum of each time or of all of them. */
  | { kind: 'each-or-all' }
  /** A small number alone, where a slippage was named before. */
  | { kind: 'amount-or-slippage'; value: string; symbol: string }

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
