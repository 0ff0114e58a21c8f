import { createClient, getQuote, getRoutes, getStatus, getStepTransaction } from '@lifi/sdk'
import { type Address, isAddressEqual } from 'viem'
import { isNative } from '../chains/chain'
import {
  type DescribedStep,
  type LifiStep,
  parseDescribedStep,
  parseStatus,
  parseStep,
  routeKeyOf,
} from './lifi-answers'
import { type Quote, QuoteError, type QuoteRequest, type RouteFee, type RouteOption, type Routing } from './routing'

/** Milliseconds to wait for an answer. Quotes over many bridges take several seconds. */
const patience = 20_000

export type LifiOptions = {
  /** Absolute base address of the API: `https://li.quest/v1`. */
  apiUrl: string
  /** Name under which LI.FI counts the requests. */
  integrator: string
  /** Server only: a browser asks through a proxy that adds it. */
  apiKey?: string
  now?: () => number
}

/**
 * LI.FI through the core of its SDK: quotes with their transactions, and the status of transfers. The SDK's signing,
 * sending and polling are not used (docs/decisions.md, "Choices that need a reason").
 */
export function createRouting({ apiUrl, integrator, apiKey, now = Date.now }: LifiOptions): Routing {
  const client = createClient({
    apiUrl,
    integrator,
    disableVersionCheck: true,
    // The chains are our own, so the SDK need not fetch its list.
    preloadChains: false,
    ...(apiKey ? { apiKey } : {}),
  })
  client.setChains([])
  const best = (request: QuoteRequest, signal?: AbortSignal) => {
    const { fromChainId, toChainId, fromToken, toToken, fromAmount, fromAddress, slippage } = request
    const ask = {
      fromChain: fromChainId,
      toChain: toChainId,
      fromToken,
      toToken,
      fromAmount: fromAmount.toString(),
      fromAddress,
      toAddress: fromAddress,
      slippage,
    }
    return asked(signal, (bounded) => getQuote(client, ask, { signal: bounded }))
  }
  /** Returns the raw steps with what could be read of them. Omits routes of several transactions. */
  const described = async (request: QuoteRequest, signal?: AbortSignal) => {
    const { fromChainId, toChainId, fromToken, toToken, fromAmount, fromAddress, slippage } = request
    const ask = {
      fromChainId,
      toChainId,
      fromTokenAddress: fromToken,
      toTokenAddress: toToken,
      fromAmount: fromAmount.toString(),
      fromAddress,
      toAddress: fromAddress,
      options: { slippage, allowSwitchChain: false },
    }
    const { routes } = await asked(signal, (bounded) => getRoutes(client, ask, { signal: bounded }))
    return routes.flatMap(({ steps: [raw, ...more] }) => {
      const step = raw && more.length === 0 ? parseDescribedStep(raw) : null
      return raw && step && answers(step, request) === null ? [{ raw, step }] : []
    })
  }
  return {
    quote: async (request, signal, routeKey) => {
      const chosen =
        routeKey === undefined
          ? undefined
          : (await described(request, signal)).find(({ step }) => routeKeyOf(step) === routeKey)
      const raw = chosen
        ? await asked(signal, (bounded) => getStepTransaction(client, chosen.raw, { signal: bounded }))
        : await best(request, signal)
      const step = parseStep(raw)
      assertAnswers(step, request)
      return quoteOf(step, request, now())
    },
    routes: async (request, signal) => (await described(request, signal)).map(({ step }) => optionOf(step)),
    status: async ({ fromChainId, toChainId, hash, tool }, signal) => {
      const ask = { fromChain: fromChainId, toChain: toChainId, txHash: hash, bridge: tool }
      try {
        return parseStatus(await asked(signal, (bounded) => getStatus(client, ask, { signal: bounded })))
      } catch (error) {
        if (error instanceof QuoteError && error.code === 'no-route') return { state: 'not-found' }
        throw error
      }
    },
  }
}

function quoteOf(step: LifiStep, request: QuoteRequest, at: number): Quote {
  const { estimate, transactionRequest } = step
  const { gasLimit, to, data, value, chainId = request.fromChainId } = transactionRequest
  return {
    id: step.id,
    routeKey: routeKeyOf(step),
    tool: step.tool,
    toolName: step.toolDetails.name || step.tool,
    fromAmount: estimate.fromAmount,
    toAmount: estimate.toAmount,
    toAmountMin: estimate.toAmountMin,
    approvalAddress: estimate.approvalAddress,
    fees: feesOf(step),
    duration: estimate.executionDuration,
    path: pathOf(step),
    transaction: { chainId, to, data, value, ...(gasLimit ? { gas: gasLimit } : {}) },
    at,
  }
}

const optionOf = (step: DescribedStep): RouteOption => ({
  key: routeKeyOf(step),
  toolName: step.toolDetails.name || step.tool,
  path: pathOf(step),
  toAmount: step.estimate.toAmount,
  toAmountMin: step.estimate.toAmountMin,
  fees: feesOf(step),
  gas: step.estimate.gasCosts[0]?.limit ?? null,
  duration: step.estimate.executionDuration,
})

const feesOf = ({ estimate }: DescribedStep): readonly RouteFee[] =>
  estimate.feeCosts.map(({ name, amount, token, included }) => ({
    name,
    amount,
    token: token.address,
    chainId: token.chainId,
    included,
  }))

const pathOf = ({ includedSteps }: DescribedStep) =>
  includedSteps.map(({ type, toolDetails, tool }) => ({ type, tool: toolDetails.name || tool }))

/** Returns in what respect an answer differs from the question; null if it matches. */
function answers({ action, estimate }: DescribedStep, request: QuoteRequest): string | null {
  const same = {
    fromChain: action.fromChainId === request.fromChainId,
    toChain: action.toChainId === request.toChainId,
    fromToken: isSameToken(action.fromToken.address, request.fromToken),
    toToken: isSameToken(action.toToken.address, request.toToken),
    amount: action.fromAmount === request.fromAmount && estimate.fromAmount === request.fromAmount,
    account: [action.fromAddress, action.toAddress].every(
      (address) => !address || isAddressEqual(address, request.fromAddress),
    ),
  }
  return Object.entries(same).find(([, isSame]) => !isSame)?.[0] ?? null
}

/** Throws if an answer is to a different question. */
function assertAnswers(step: LifiStep, request: QuoteRequest): void {
  const { from } = step.transactionRequest
  const differing = answers(step, request) ?? (from && !isAddressEqual(from, request.fromAddress) ? 'account' : null)
  if (differing)
    throw new QuoteError(
      'unreadable',
      `The routing service answered with a different ${differing} from the one asked for. Nothing was signed.`,
    )
}

const isSameToken = (a: Address, b: Address): boolean => isAddressEqual(a, b) || (isNative(a) && isNative(b))

/** Runs one request within `patience`, and describes a failure in words. */
async function asked<T>(signal: AbortSignal | undefined, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(patience)
  try {
    return await request(signal ? AbortSignal.any([signal, deadline]) : deadline)
  } catch (error) {
    // The person moved on, which is no failure of the service.
    if (signal?.aborted) throw signal.reason
    throw quoteError(error)
  }
}

/** The SDK wraps everything; the actual error is the cause, with a `status` if the service answered. */
function quoteError(error: unknown): QuoteError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const status = cause instanceof Error && 'status' in cause ? cause.status : null
  const options = { cause: error }
  if (cause instanceof SyntaxError)
    return new QuoteError('unreadable', 'The routing service sent an answer that cannot be read. Try again.', options)
  if (typeof status !== 'number')
    return new QuoteError('unreachable', 'The routing service is not responding. Nothing was signed.', {
      ...options,
      advice: 'Try again.',
    })
  if (status === 404)
    return new QuoteError('no-route', 'No route was found for this pair and amount. Try another amount.', options)
  if (status === 429)
    return new QuoteError('rate-limited', 'Too many quotes were requested. Wait a minute, then try again.', options)
  if (status >= 400 && status < 500 && status !== 424)
    return new QuoteError('unsupported', 'The routing service does not support this pair, chain or amount.', options)
  return new QuoteError('unreachable', `The routing service failed (${status}). Nothing was signed.`, {
    ...options,
    advice: 'Try again.',
  })
}
