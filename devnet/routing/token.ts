import { type Address, erc20Abi, formatUnits, getAddress, isAddress, isAddressEqual } from 'viem'
import type { Token } from '@/lib/chain/chains/chain'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { feedAbi } from '../abi'
import { HttpError } from '../api/http-error'
import type { DevnetChain } from '../chain'

/** A token as in the routing API, with its price in the feeds' 8 decimals. */
export type PricedToken = Token & { price: bigint }

/** Finds the chain with this id, given as text or number. */
export function findChain(chains: readonly DevnetChain[], id: string | number): DevnetChain {
  const chain = chains.find(({ info }) => String(info.id) === String(id))
  if (!chain) throw new HttpError(400, `Chain ${id} is not supported here.`, 1011)
  return chain
}

/** Finds a listed token by address or symbol, with its current price. */
export async function findToken(chain: DevnetChain, sought: string): Promise<PricedToken> {
  const token = chain.info.tokens.find(({ address, symbol }) =>
    isAddress(sought, { strict: false })
      ? isAddressEqual(address, sought)
      : symbol.toLowerCase() === sought.toLowerCase(),
  )
  if (token) return withPrice(chain, token)
  const unlisted = isAddress(sought, { strict: false }) ? await readUnlisted(chain, sought) : null
  if (!unlisted) throw new HttpError(404, `Token ${sought} is not listed on chain ${chain.info.id}.`, 1003)
  return unlisted
}

/** Reads an unlisted token, which the API serves as well: with its own name, and without a price. */
async function readUnlisted({ client, info }: DevnetChain, address: Address): Promise<PricedToken | null> {
  const contract = { address, abi: erc20Abi } as const
  const [symbol, name, decimals] = await Promise.allSettled([
    client.readContract({ ...contract, functionName: 'symbol' }),
    client.readContract({ ...contract, functionName: 'name' }),
    client.readContract({ ...contract, functionName: 'decimals' }),
  ])
  if (symbol.status === 'rejected' || name.status === 'rejected' || decimals.status === 'rejected') return null
  const facts = { symbol: symbol.value, name: name.value, decimals: decimals.value, price: 0n }
  return { chainId: info.id, address: getAddress(address), ...facts }
}

export async function withPrice({ client }: DevnetChain, token: Token): Promise<PricedToken> {
  if (!token.priceFeed) throw new HttpError(404, `Token ${token.symbol} has no price.`, 1003)
  const [, answer] = await client.readContract({
    address: token.priceFeed,
    abi: feedAbi,
    functionName: 'latestRoundData',
  })
  return { ...token, price: answer }
}

/** Formats a value in USD with the feeds' 8 decimals. */
export function usdOf(token: PricedToken, amount: bigint): string {
  return formatUnits((amount * token.price) / 10n ** BigInt(token.decimals), 8)
}

export function isNative(token: { address: Address }): boolean {
  return token.address === nativeAddress
}

/** Formats the token as in the LI.FI API. */
export function tokenJson({ chainId, address, symbol, name, decimals, price }: PricedToken) {
  return { chainId, address, symbol, name, decimals, priceUSD: formatUnits(price, 8), coinKey: symbol, logoURI: '' }
}
