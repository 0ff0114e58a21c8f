import { type Address, getAddress, isAddressEqual, parseAbi } from 'viem'
import { type ChainHandle, isNative, type Price } from './chain'
import { localChainIds } from './chain-facts'
import { devnetAddresses } from './devnet-addresses'

/** Uniswap V2 Router02: quotes from its pools (docs.uniswap.org, "V2 Deployment Addresses"). */
const v2Routers: ReadonlyMap<number, Address> = new Map<number, Address>([
  [1, '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
  [8453, getAddress('0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24')],
  [42161, getAddress('0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24')],
  [10, '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'],
  ...localChainIds.map((id): [number, Address] => [id, devnetAddresses.router]),
])

const quoterAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

/** A ten-thousandth: small enough not to move a pool, large enough for tokens of few decimals. */
const sample = 10_000n

/** What pools pay for a little of a token, in base units; `of` says in what. */
type PoolQuote = { paid: bigint; for: bigint; in: 'native' | 'anchor' }

/** A listed stablecoin with a feed, against which the native coin is measured. */
const anchorOf = (chain: ChainHandle) => chain.tokens.find(({ symbol, priceFeed }) => symbol === 'USDC' && priceFeed)

/**
 * Asks the pinned pools what a token fetches now: in the native coin, or the native coin itself in USDC. Null where no
 * pool is known or none answers: that is no second source, and no fault. One read, in the tick of the call.
 */
export async function readPoolQuote(
  chain: ChainHandle,
  token: { address: Address; decimals: number },
): Promise<PoolQuote | null> {
  const router = v2Routers.get(chain.id)
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
 * The pool's price in USD: what was paid, at the feed's price of the coin it was paid in, without the pool's fee of
 * 0.3 %. A pool can be bent for the length of a block, so its word alone proves nothing.
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
