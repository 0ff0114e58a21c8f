import type { Address, Hex } from 'viem'
import { AdvisedError } from '../chains/advised-error'

/** A request to the router. Amounts in base units; slippage as a fraction (0.005 is 0.5%). */
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

/** One of several ways to carry out the request. Every figure is the router's claim. */
export type RouteOption = {
  /** Identifies the way, so that it can be found again in a later answer. */
  key: string
  toolName: string
  path: readonly { tool: string; type: string }[]
  toAmount: bigint
  toAmountMin: bigint
  fees: readonly RouteFee[]
  /** Gas units of its transaction; null if the router does not say. */
  gas: bigint | null
  /** Seconds. */
  duration: number
}

/** A route of one step with its transaction. Every figure is the router's claim until the review has checked it. */
export type Quote = {
  id: string
  /** The key of its `RouteOption`. */
  routeKey: string
  /** Key and name of the exchange or bridge. */
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
  /** When it was received, in milliseconds since the epoch. */
  at: number
}

/** State of a transfer. `refunded` and `partial` are final too, and not successes. */
export type TransferStatus =
  | { state: 'pending'; message: string }
  | { state: 'done'; destinationHash?: Hex; received?: bigint }
  | { state: 'partial' | 'refunded' | 'failed'; message: string; destinationHash?: Hex }
  | { state: 'not-found' }

/** The interface to the routing provider. */
export type Routing = {
  /** Returns the router's best way; or the one named by `routeKey`, if it is still offered. */
  quote: (request: QuoteRequest, signal?: AbortSignal, routeKey?: string) => Promise<Quote>
  /**
   * Returns every way in one step, the router's best first. More expensive for the router than a quote: only on demand.
   */
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
    readonly code: 'no-route' | 'unsupported' | 'rate-limited' | 'unreachable' | 'unreadable' | 'switched-off',
    happened: string,
    options?: ConstructorParameters<typeof AdvisedError>[1],
  ) {
    super(happened, options)
  }
}

/** Asks the router for nothing while `isQuiet`. A transfer under way goes on, and is not looked up. */
export function quietRouting(routing: Routing, isQuiet: () => boolean): Routing {
  const unlessQuiet = <T>(ask: () => Promise<T>): Promise<T> =>
    isQuiet()
      ? Promise.reject(
          new QuoteError('switched-off', 'Quiet mode is on, so no route was requested. Nothing was signed.', {
            advice: 'Swaps and bridges need it off: see the settings.',
          }),
        )
      : ask()
  return {
    quote: (...asked) => unlessQuiet(() => routing.quote(...asked)),
    routes: (...asked) => unlessQuiet(() => routing.routes(...asked)),
    status: async (...asked) =>
      isQuiet()
        ? { state: 'pending', message: 'Quiet mode is on, so the arrival is not looked up. The transfer goes on.' }
        : routing.status(...asked),
  }
}
