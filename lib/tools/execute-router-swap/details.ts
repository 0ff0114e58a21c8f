import type { Price } from '@/lib/chain/chains/chain'
import type { Quote, RouteOption } from '@/lib/chain/routing/routing'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Approval } from '../shared/approval'
import type { Transfer } from '../tool'

/** The figures on the swap's card. Amounts in base units, values in USD with 8 decimals, null without a known price. */
export type SwapDetails = {
  isBridge: boolean
  /** Fraction: 0.005 is 0.5%. */
  slippage: number
  /** True if it is the person's own figure, rather than the agent's or our default. */
  slippageAdjusted: boolean
  /** True if it is the person's default from the settings, because the call names none. */
  slippageFromSettings?: boolean | undefined
  fromChain: { id: number; name: string }
  toChain: { id: number; name: string }
  /** Amount asked to leave the account, in base units of the source token. */
  fromAmount: bigint
  /** Null if the chain is not supported or there is no token at the address. */
  from: SwapSide | null
  to: SwapSide | null
  /** Null if no quote was requested, because a finding rules the swap out beforehand. */
  terms: SwapTerms | null
  /** The alternative routes, once the person has asked for them; `unread`: they could not be fetched. */
  alternatives: readonly SwapAlternative[] | 'unread' | null
}

/** Values in USD with 8 decimals; null without a known price. */
export type SwapAlternative = RouteOption & {
  toUsd: bigint | null
  /** Fees of the route that have a price, plus the network's. */
  costUsd: bigint | null
  /** True for the route used in the plan. */
  chosen: boolean
}

export type SwapSide = {
  token: TokenFacts
  /** From Chainlink; from a pool alone if there is no feed. */
  price: Price | null
  /** The same from Uniswap's pools: a second opinion. */
  poolPrice: Price | null
  /** The account's balance of it; null if the token does not say. */
  balance: bigint | null
}

export type SwapTerms = {
  /** The route as the router claims it; `quote.path` lists the exchanges and bridges in order. */
  quote: Quote
  toAmount: bigint
  toAmountMin: bigint
  fromUsd: bigint | null
  toUsd: bigint | null
  minimumUsd: bigint | null
  /** Base units of the destination token for one whole source token. */
  rate: bigint
  fees: readonly SwapFee[]
  /** Sum of all fees that have a price. */
  feesUsd: bigint
  /** Loss against on-chain prices as a fraction: 0.01 is 1% less. Negative for a gain. Null if unknown. */
  priceImpact: number | null
  /** The approval before the swap: none, an exact one, or one after a reset to zero. */
  approval: Approval
  /** Allowance of the diamond before the swap. */
  allowance: bigint
}

/** `symbol` and `decimals` are null for a fee in an unlisted token. */
export type SwapFee = {
  name: string
  amount: bigint
  chainId: number
  symbol: string | null
  decimals: number | null
  usd: bigint | null
  /** True if it is already deducted from what the quote promises. */
  included: boolean
}

/** Returns how to follow a bridge's transfer; null for a swap on one chain, which is done when mined. */
export const swapTransfer = ({
  isBridge,
  fromChain,
  toChain,
  terms,
}: SwapDetails & { terms: SwapTerms }): Transfer | null =>
  isBridge ? { fromChainId: fromChain.id, toChainId: toChain.id, tool: terms.quote.tool } : null
