import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { Knobs } from '../services/control'
import type { Order } from './order'
import { findToken, isNative, type PricedToken, tokenJson, usdOf } from './token'
import { tools } from './tools'
import type { Way } from './way'

const gasLimits = { swap: 400_000n, bridge: 250_000n }

/** Returns what a way promises: `toAmount`, and the minimum that the calldata enforces. */
export function promisedAmounts(order: Order, way: Way, { rateShiftBps }: Knobs) {
  const toAmount = ((way.amounts.at(-1) ?? 0n) * BigInt(10_000 + rateShiftBps)) / 10_000n
  return { toAmount, toAmountMin: (toAmount * (1_000_000n - order.slippage)) / 1_000_000n }
}

export const gasLimitOf = (way: Way) => gasLimits[way.kind]

async function gasCost(order: Order, way: Way) {
  const [price, coin] = await Promise.all([
    order.source.client.getGasPrice(),
    findToken(order.source, order.source.info.viemChain.nativeCurrency.symbol),
  ])
  const limit = gasLimitOf(way)
  const amount = price * limit
  return {
    type: 'SEND',
    price: String(price),
    estimate: String(limit),
    limit: String(limit),
    amount: String(amount),
    amountUSD: usdOf(coin, amount),
    token: tokenJson(coin),
  }
}

/** One leg within a step: the fee, a hop through a pool, or the bridge. */
function leg(
  order: Order,
  kind: { type: 'protocol' | 'swap' | 'cross'; tool: (typeof tools)[keyof typeof tools]; approvalAddress: Address },
  from: { token: PricedToken; amount: bigint },
  to: { token: PricedToken; amount: bigint },
) {
  const { type, tool, approvalAddress } = kind
  return {
    id: randomUUID(),
    type,
    tool: tool.key,
    toolDetails: tool,
    action: {
      fromChainId: from.token.chainId,
      toChainId: to.token.chainId,
      fromToken: tokenJson(from.token),
      toToken: tokenJson(to.token),
      fromAmount: String(from.amount),
      slippage: Number(order.slippage) / 1_000_000,
    },
    estimate: {
      tool: tool.key,
      fromAmount: String(from.amount),
      toAmount: String(to.amount),
      toAmountMin: String(to.amount),
      approvalAddress,
      executionDuration: 0,
      feeCosts: [],
      gasCosts: [],
    },
  }
}

async function legs(order: Order, way: Way) {
  const { source, fromToken, toToken, amount } = order
  const { diamond, router } = devnetAddresses
  const net = { token: fromToken, amount: amount - way.fee }
  const fee = leg(
    order,
    { type: 'protocol', tool: tools.fee, approvalAddress: diamond },
    { token: fromToken, amount },
    net,
  )
  if (way.kind === 'bridge')
    return [
      fee,
      leg(order, { type: 'cross', tool: tools.bridge, approvalAddress: diamond }, net, {
        token: toToken,
        amount: net.amount,
      }),
    ]
  const between = await Promise.all(way.path.slice(1, -1).map((address) => findToken(source, address)))
  const stops = [fromToken, ...between, toToken].map((token, index) => ({ token, amount: way.amounts[index] ?? 0n }))
  const hops = stops
    .slice(1)
    .map((stop, index) =>
      leg(order, { type: 'swap', tool: tools.exchange, approvalAddress: router }, stops[index] ?? net, stop),
    )
  return [fee, ...hops]
}

/** Describes a way in the format of a LI.FI step, without its transaction. */
export async function describeStep(order: Order, way: Way, knobs: Knobs, id: string = randomUUID()) {
  const { source, target, fromToken, toToken, amount, fromAddress, integrator } = order
  const { toAmount, toAmountMin } = promisedAmounts(order, way, knobs)
  const tool = way.kind === 'swap' ? tools.exchange : tools.bridge
  const [gas, includedSteps] = await Promise.all([gasCost(order, way), legs(order, way)])
  return {
    type: 'lifi',
    id,
    tool: tool.key,
    toolDetails: tool,
    integrator,
    action: {
      fromChainId: source.info.id,
      toChainId: target.info.id,
      fromToken: tokenJson(fromToken),
      toToken: tokenJson(toToken),
      fromAmount: String(amount),
      fromAddress,
      toAddress: order.toAddress ?? fromAddress,
      slippage: Number(order.slippage) / 1_000_000,
    },
    estimate: {
      tool: tool.key,
      fromAmount: String(amount),
      fromAmountUSD: usdOf(fromToken, amount),
      toAmount: String(toAmount),
      toAmountMin: String(toAmountMin),
      toAmountUSD: usdOf(toToken, toAmount),
      approvalAddress: devnetAddresses.diamond,
      ...(isNative(fromToken) ? { skipApproval: true } : {}),
      executionDuration: way.kind === 'swap' ? 2 : Math.ceil(knobs.bridgeDelayMs / 1_000) + 2,
      feeCosts: [
        {
          name: tools.fee.name,
          description: 'Fixed fee of 0.25%',
          percentage: '0.0025',
          token: tokenJson(fromToken),
          amount: String(way.fee),
          amountUSD: usdOf(fromToken, way.fee),
          included: true,
        },
      ],
      gasCosts: [gas],
    },
    includedSteps,
  }
}
