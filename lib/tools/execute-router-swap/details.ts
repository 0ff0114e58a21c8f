import type { Price } from '@/lib/chain/chains/chain'
import type { Quote, RouteOption } from '@/lib/chain/routing/routing'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Approval } from '../shared/approval'
import type { Transfer } from '../tool'

/** What the swap's card shows. Amounts in base units, values in USD of 8 decimals, null where no price is known. */
export type SwapDetails = {
  isBridge: boolean
  /** Fraction: 0.005 is 0.5%. */
  slippage: number
  /** True if it is neither the agent's figure nor our default but the person's own. */
  slippageAdjusted: boolean
  fromChain: { id: number; name: string }
  toChain: { id: number; name: string }
  /** Asked to leave the account, in base units of the source token. */
  fromAmount: bigint
  /** Null where the chain is not served or there is no token at the address. */
  from: SwapSide | null
  to: SwapSide | null
  /** Null where no quote was asked for, because a finding rules the swap out beforehand. */
  terms: SwapTerms | null
  /** The ways to choose from, once the person has asked for them; `unread`: they could not be had. */
  alternatives: readonly SwapAlternative[] | 'unread' | null
}

/** Values in USD of 8 decimals; null where no price is known. */
export type SwapAlternative = RouteOption & {
  toUsd: bigint | null
  /** Fees of the route that have a price, and the network's. */
  costUsd: bigint | null
  /** The one that the plan is made of. */
  chosen: boolean
}

export type SwapSide = {
  token: TokenFacts
  /** By Chainlink; by a pool alone where there is no feed. */
  price: Price | null
  /** The same from Uniswap's pools: a second opinion. */
  poolPrice: Price | null
  /** What the account holds of it; null if the token does not say. */
  balance: bigint | null
}

export type SwapTerms = {
  /** The route as the router claims it; `quote.path` are the exchanges and bridges in order. */
  quote: Quote
  toAmount: bigint
  toAmountMin: bigint
  fromUsd: bigint | null
  toUsd: bigint | null
  minimumUsd: bigint | null
  /** Base units of the destination token for one whole source token. */
  rate: bigint
  fees: readonly SwapFee[]
  /** All fees that have a price. */
  feesUsd: bigint
  /** Loss against on-chain prices as a fraction: 0.01 is 1% less. Negative is a gain. Null: cannot be said. */
  priceImpact: number | null
  /** What the approval does before the swap: none is needed, an exact one, or one after a reset to zero. */
  approval: Approval
  /** Allowance of the diamond before the swap. */
  allowance: bigint
}

/** `symbol` and `decimals` are null for a fee in a token that is in no list of ours. */
export type SwapFee = {
  name: string
  amount: bigint
  chainId: number
  symbol: string | null
  decimals: number | null
  usd: bigint | null
  /** Already taken out of what the quote promises. */
  included: boolean
}

/** Where the money of a bridge is followed; null for a swap on one chain, which is done when it is mined. */
export const swapTransfer = ({
  isBridge,
  fromChain,
  toChain,
  terms,
}: SwapDetails & { terms: SwapTerms }): Transfer | null =>
  isBridge ? { fromChainId: fromChain.id, toChainId: toChain.id, tool: terms.quote.tool } : null
