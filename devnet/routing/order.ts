import type { Address } from 'viem'
import { z } from 'zod'
import { addressField } from '../api/fields'
import { HttpError } from '../api/http-error'
import type { DevnetChain } from '../chain'
import { findChain, findToken, type PricedToken } from './token'

/** A request for a route. */
export type Order = {
  source: DevnetChain
  target: DevnetChain
  fromToken: PricedToken
  toToken: PricedToken
  /** Including the fee. */
  amount: bigint
  /** The payer; a route can be looked up before one is known. */
  fromAddress?: Address
  toAddress?: Address
  /** Millionths. */
  slippage: bigint
  integrator: string
}

const amountField = z
  .string()
  .regex(/^\d{1,78}$/, 'must be a number of base units')
  .transform(BigInt)
  .refine((amount) => amount > 0n, 'must be more than 0')
const slippageField = z.coerce.number().gt(0).lt(1).default(0.005)
const chainField = z.union([z.string().regex(/^\d+$/, 'must be a chain id'), z.int()])
const tokenField = z.string().min(1)

/** Query of GET /quote. */
const quoteSchema = z.object({
  fromChain: chainField,
  toChain: chainField,
  fromToken: tokenField,
  toToken: tokenField,
  fromAmount: amountField,
  fromAddress: addressField,
  toAddress: addressField.optional(),
  slippage: slippageField,
  integrator: z.string().max(64).default(''),
})

/** Body of POST /advanced/routes. */
const routesSchema = z
  .object({
    fromChainId: chainField,
    toChainId: chainField,
    fromTokenAddress: tokenField,
    toTokenAddress: tokenField,
    fromAmount: amountField,
    fromAddress: addressField.optional(),
    toAddress: addressField.optional(),
    options: z
      .object({ slippage: slippageField, integrator: z.string().max(64).default('') })
      .default({ slippage: 0.005, integrator: '' }),
  })
  .transform(({ fromChainId, toChainId, fromTokenAddress, toTokenAddress, options, ...rest }) => ({
    ...rest,
    ...options,
    fromChain: fromChainId,
    toChain: toChainId,
    fromToken: fromTokenAddress,
    toToken: toTokenAddress,
  }))

/** Body of POST /advanced/stepTransaction: a whole step, whose inner swap steps tell the chosen route. */
const stepSchema = z.object({
  id: z.string().min(1),
  integrator: z.string().max(64).default(''),
  action: z.object({
    fromChainId: chainField,
    toChainId: chainField,
    fromToken: z.object({ address: tokenField }),
    toToken: z.object({ address: tokenField }),
    fromAmount: amountField,
    fromAddress: addressField,
    toAddress: addressField.optional(),
    slippage: slippageField,
  }),
  includedSteps: z.array(
    z.object({
      type: z.string(),
      action: z.object({
        fromToken: z.object({ address: addressField }),
        toToken: z.object({ address: addressField }),
      }),
    }),
  ),
})

type Wish = Omit<z.output<typeof quoteSchema>, 'fromAddress'> & { fromAddress?: Address }

async function orderOf(chains: readonly DevnetChain[], wish: Wish): Promise<Order> {
  const { fromChain, toChain, fromAmount, slippage, ...rest } = wish
  const source = findChain(chains, fromChain)
  const target = findChain(chains, toChain)
  const [fromToken, toToken] = await Promise.all([findToken(source, rest.fromToken), findToken(target, rest.toToken)])
  if (source === target && fromToken.address === toToken.address)
    throw new HttpError(400, 'fromToken and toToken are the same.', 1011)
  return {
    ...rest,
    source,
    target,
    fromToken,
    toToken,
    amount: fromAmount,
    slippage: BigInt(Math.round(slippage * 1_000_000)),
  }
}

export function readQuoteOrder(chains: readonly DevnetChain[], query: unknown): Promise<Order> {
  return orderOf(chains, quoteSchema.parse(query))
}

export function readRoutesOrder(chains: readonly DevnetChain[], body: unknown): Promise<Order> {
  return orderOf(chains, routesSchema.parse(body))
}

/** Reads the order behind a step, its id, and the tokens along its way. */
export async function readStep(chains: readonly DevnetChain[], body: unknown) {
  const { id, integrator, action, includedSteps } = stepSchema.parse(body)
  const { fromChainId, toChainId, fromToken, toToken, ...rest } = action
  const order = await orderOf(chains, {
    ...rest,
    integrator,
    fromChain: fromChainId,
    toChain: toChainId,
    fromToken: fromToken.address,
    toToken: toToken.address,
  })
  const hops = includedSteps.filter(({ type }) => type === 'swap').map(({ action }) => action.toToken.address)
  return { id, order, passes: hops.slice(0, -1) }
}
