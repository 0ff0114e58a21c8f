import type { Address } from 'viem'
import type { Chains, Price, Token } from '@/lib/chain/chains/chain'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Asset, AssetAmount } from '@/lib/tools/plan'

/** Most that may leave the account, in USD with 8 decimals. Null if the person set no limit. */
export type SpendingLimits = {
  /** For one proposal, all of its transactions together. */
  perProposal: bigint | null
  /** For all proposals of 24 hours, this one included. */
  perDay: bigint | null
}

/** The person's limits, and what left the account in the proposals of the last 24 hours. */
export type Budget = {
  limits: SpendingLimits
  spent: readonly AssetAmount[]
  /** Number of those proposals without a record of what they moved. */
  unrecorded: number
}

/** Prices of assets by `priceKey`. Assets without a price are absent. */
export type Prices = ReadonlyMap<string, Price>

export const isLimited = ({ perProposal, perDay }: SpendingLimits): boolean => perProposal !== null || perDay !== null

/** Key of a token in `Prices`. The native coin uses `nativeAddress`. */
export const priceKey = (chainId: number, address: Address): string => `${chainId}:${address.toLowerCase()}`

/** Returns the entry of an asset in our token list. Null for unlisted assets and NFTs. */
function listed(asset: Asset, chains: Chains): Token | null {
  const chain = chains.get(asset.chainId)
  if (!chain || asset.kind === 'erc721' || asset.kind === 'erc1155') return null
  return findToken(chain, asset.kind === 'native' ? nativeAddress : asset.address)
}

/** Reads prices from their feeds, on all chains at once. `now` in milliseconds. Never rejects; empty if aborted. */
export async function readAssetPrices(
  assets: readonly Asset[],
  chains: Chains,
  now: number,
  signal: AbortSignal,
): Promise<Prices> {
  const tokens = new Map(
    assets.flatMap((asset) => {
      const token = listed(asset, chains)
      return token ? [[priceKey(asset.chainId, token.address), token] as const] : []
    }),
  )
  const read = [...chains.values()].map(async (chain) => {
    const here = [...tokens.values()].filter(({ chainId }) => chainId === chain.id)
    const prices = here.length > 0 ? await readPrices(chain, here, now) : new Map<Address, Price>()
    return [...prices].map(([address, price]) => [priceKey(chain.id, address), price] as const)
  })
  const prices = await untilAborted(Promise.all(read), signal).catch((error: unknown) => {
    if (signal.aborted) return []
    throw error
  })
  return new Map(prices.flat())
}

/** Returns the worth of an amount in USD with 8 decimals, rounded down. Null without a price. */
export function worthOfOne({ asset, amount }: AssetAmount, prices: Prices, chains: Chains): bigint | null {
  const token = listed(asset, chains)
  const price = token && prices.get(priceKey(asset.chainId, token.address))
  return token && price ? usdValue(amount, token.decimals, price) : null
}

/** Returns the total worth of amounts in USD with 8 decimals, and the non-zero ones without a price. */
export function worthOf(amounts: readonly AssetAmount[], prices: Prices, chains: Chains) {
  let usd = 0n
  const unpriced: AssetAmount[] = []
  for (const each of amounts) {
    const worth = worthOfOne(each, prices, chains)
    if (worth !== null) usd += worth
    else if (each.amount > 0n) unpriced.push(each)
  }
  return { usd, unpriced }
}
