import { type Address, isAddressEqual, parseAbi } from 'viem'
import { type ChainHandle, isNative, type Price } from '../chains/chain'
import { uniswapV2 } from './uniswap-v2'

const quoterAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

/** A ten-thousandth: small enough not to move a pool, large enough for tokens with few decimals. */
const sample = 10_000n

/** The pools' payment for a little of a token, in base units of the coin named by `in`. */
type PoolQuote = { paid: bigint; for: bigint; in: 'native' | 'anchor' }

/** A listed stablecoin with a feed, against which the native coin is measured. */
const anchorOf = (chain: ChainHandle) => chain.tokens.find(({ symbol, priceFeed }) => symbol === 'USDC' && priceFeed)

/**
 * Asks the pinned pools for a token's current price: in the native coin, or for the native coin itself in USDC. Null if
 * no pool is known or none answers: then there is no second source, which is no fault. One read, in the tick of the
 * call.
 */
export async function readPoolQuote(
  chain: ChainHandle,
  token: { address: Address; decimals: number },
): Promise<PoolQuote | null> {
  const router = uniswapV2.get(chain.id)?.router
  const isWrapped = isNative(token.address) || isAddressEqual(token.address, chain.wrappedNative)
  const other = isWrapped ? anchorOf(chain)?.address : chain.wrappedNative
  if (!router || !other) return null
  const amount = 10n ** BigInt(token.decimals) / sample
  if (amount === 0n) return null
  try {
    const amounts = await chain.client.readContract({
      address: router,
      abi: quoterAbi,
      functionName: 'getAmountsOut',
      args: [amount, [isWrapped ? chain.wrappedNative : token.address, other]],
    })
    const paid = amounts.at(-1) ?? 0n
    return paid === 0n ? null : { paid, for: amount, in: isWrapped ? 'anchor' : 'native' }
  } catch {
    return null
  }
}

/**
 * Returns the pool's price in USD: the amount paid, at the feed's price of the coin it was paid in, without the pool's
 * fee of 0.3%. A pool can be manipulated for the length of a block, so its price alone proves nothing.
 */
export function poolPrice(
  chain: ChainHandle,
  quote: PoolQuote | null,
  token: { decimals: number },
  feeds: { native: Price | null; anchor: Price | null },
): Price | null {
  const unit = quote && feeds[quote.in]
  if (!unit) return null
  const decimals = quote.in === 'native' ? chain.viemChain.nativeCurrency.decimals : (anchorOf(chain)?.decimals ?? 6)
  const usd =
    (quote.paid * unit.usd * 10n ** BigInt(token.decimals) * 1000n) / (10n ** BigInt(decimals) * quote.for * 997n)
  return { usd, decimals: 8, source: 'Uniswap V2', updatedAt: unit.updatedAt }
}
