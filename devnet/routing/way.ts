import { type Address, BaseError, ContractFunctionRevertedError } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { routerAbi } from '../abi'
import type { DevnetChain } from '../chain'
import type { Order } from './order'
import { isNative } from './token'

/** 0.25% of the amount paid. */
const feeBps = 25n

/** A way to execute an order, with what each hop yields. */
export type Way = {
  kind: 'swap' | 'bridge'
  fee: bigint
  /** Tokens of the pools in order, for a swap. */
  path: readonly Address[]
  /** The amount paid after the fee, then the yield of each hop. */
  amounts: readonly bigint[]
}

const { WETH } = devnetAddresses.tokens
const pooled = (token: { address: Address }) => (isNative(token) ? WETH : token.address)

/** Returns what the pools yield along a path; null if a pool is missing or too shallow. */
async function amountsOut({ client }: DevnetChain, amount: bigint, path: readonly Address[]) {
  try {
    return await client.readContract({
      address: devnetAddresses.router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [amount, path],
    })
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)) return null
    throw error
  }
}

/** Returns a swap through the tokens of `passes`; null if that does not lead there. */
export async function swapWay(order: Order, passes: readonly Address[]): Promise<Way | null> {
  const path = [pooled(order.fromToken), ...passes, pooled(order.toToken)]
  if (new Set(path).size < path.length) return null
  const fee = (order.amount * feeBps) / 10_000n
  const amounts = await amountsOut(order.source, order.amount - fee, path)
  return amounts && (amounts.at(-1) ?? 0n) > 0n ? { kind: 'swap', fee, path, amounts } : null
}

/** The bridge moves the same token to the other chain, except the wrapped coin. */
export function bridgeWay({ fromToken, toToken, amount }: Order): Way | null {
  if (fromToken.address !== toToken.address || fromToken.address === WETH) return null
  const fee = (amount * feeBps) / 10_000n
  return { kind: 'bridge', fee, path: [], amounts: [amount - fee, amount - fee] }
}

/** Returns all ways, best first. */
export async function findWays(order: Order): Promise<Way[]> {
  const candidates =
    order.source === order.target ? await Promise.all([swapWay(order, []), swapWay(order, [WETH])]) : [bridgeWay(order)]
  const ways = candidates.filter((way) => way !== null)
  return ways.sort((a, b) => ((b.amounts.at(-1) ?? 0n) > (a.amounts.at(-1) ?? 0n) ? 1 : -1))
}
