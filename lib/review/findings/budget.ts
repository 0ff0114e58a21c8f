import type { Address } from 'viem'
import type { Chains, Price, Token } from '@/lib/chain/chains/chain'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Asset, AssetAmount } from '@/lib/tools/plan'

/** The most that may leave the account, in USD of 8 decimals; null where the person has set no limit. */
export type SpendingLimits = {
  /** With one proposal, all of its transactions together. */
  perProposal: bigint | null
  /** With all proposals of 24 hours, this one included. */
  perDay: bigint | null
}

/** What the person allows, and what has left the account with the proposals of the last 24 hours. */
export type Budget = {
  limits: SpendingLimits
  spent: readonly AssetAmount[]
  /** Proposals of that time of which it is not on record what they moved. */
  unrecorded: number
}

/** The price of each asset that has one, by `priceKey`. */
export type Prices = ReadonlyMap<string, Price>

export const isLimited = ({ perProposal, perDay }: SpendingLimits): boolean => perProposal !== null || perDay !== null

/** Where `Prices` has the price of a token; of the native coin by `nativeAddress`. */
export const priceKey = (chainId: number, address: Address): string => `${chainId}:${address.toLowerCase()}`

/** Our own list's entry for an asset; null for what is not listed, and for NFTs. */
function listed(asset: Asset, chains: Chains): Token | null {
  const chain = chains.get(asset.chainId)
  if (!chain || asset.kind === 'erc721' || asset.kind === 'erc1155') return null
  return findToken(chain, asset.kind === 'native' ? nativeAddress : asset.address)
}

/** Prices of these assets by their feeds, of all chains at once. `now` in milliseconds. Never rejects; aborted it is empty. */
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

/** What an asset is worth in USD of 8 decimals, rounded down. Null: nobody here can price it. */
export function worthOfOne({ asset, amount }: AssetAmount, prices: Prices, chains: Chains): bigint | null {
  const token = listed(asset, chains)
  const price = token && prices.get(priceKey(asset.chainId, token.address))
  return token && price ? usdValue(amount, token.decimals, price) : null
}

/** What assets are worth together in USD of 8 decimals, and those among them that nobody here can price. */
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
