import type { Address, Hex } from 'viem'
import { AdvisedError } from '../chains/advised-error'

/** What is asked of the router. Amounts in base units; slippage as a fraction (0.005 is 0.5%). */
export type QuoteRequest = {
  fromChainId: number
  toChainId: number
  fromToken: Address
  toToken: Address
  fromAmount: bigint
  fromAddress: Address
  slippage: number
}

export type RouteFee = { name: string; amount: bigint; token: Address; chainId: number; included: boolean }

/** A way to carry out what was asked, to choose from. Every figure is the router's claim. */
export type RouteOption = {
  /** Names the way itself, so that the same one can be found again in a later answer. */
  key: string
  toolName: string
  path: readonly { tool: string; type: string }[]
  toAmount: bigint
  toAmountMin: bigint
  fees: readonly RouteFee[]
  /** Gas units of its transaction; null where the router does not say. */
  gas: bigint | null
  /** Seconds. */
  duration: number
}

/** A route of one step with its transaction. Every figure is the router's claim until review has checked it. */
export type Quote = {
  id: string
  /** As of `RouteOption`. */
  routeKey: string
  /** Key of the exchange or bridge, and its name. */
  tool: string
  toolName: string
  fromAmount: bigint
  toAmount: bigint
  toAmountMin: bigint
  approvalAddress: Address
  fees: readonly RouteFee[]
  /** Seconds. */
  duration: number
  path: readonly { tool: string; type: string }[]
  transaction: { chainId: number; to: Address; data: Hex; value: bigint; gas?: bigint }
  /** Milliseconds since the epoch at which it was received. */
  at: number
}

/** Where a transfer stands. `refunded` and `partial` are ends too, and not successes. */
export type TransferStatus =
  | { state: 'pending'; message: string }
  | { state: 'done'; destinationHash?: Hex; received?: bigint }
  | { state: 'partial' | 'refunded' | 'failed'; message: string; destinationHash?: Hex }
  | { state: 'not-found' }

/** The port to the routing provider. */
export type Routing = {
  /** The router's best way; or the one that `routeKey` names, if it is still offered. */
  quote: (request: QuoteRequest, signal?: AbortSignal, routeKey?: string) => Promise<Quote>
  /** Every way there is in one step, the router's best first. Costs the router more than a quote: only on demand. */
  routes: (request: QuoteRequest, signal?: AbortSignal) => Promise<readonly RouteOption[]>
  status: (
    transfer: { fromChainId: number; toChainId: number; hash: Hex; tool: string },
    signal?: AbortSignal,
  ) => Promise<TransferStatus>
}

/** Why there is no quote. */
export class QuoteError extends AdvisedError {
  override readonly name = 'QuoteError'
  constructor(
    readonly code: 'no-route' | 'unsupported' | 'rate-limited' | 'unreachable' | 'unreadable',
    happened: string,
    options?: ConstructorParameters<typeof AdvisedError>[1],
  ) {
    super(happened, options)
  }
}
