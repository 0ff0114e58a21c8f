import { type Address, parseAbi } from 'viem'
import { cleanChainString } from '@/lib/wire/text'
import type { ChainHandle, Price, Token } from '../chains/chain'

/** Chainlink, AggregatorV3Interface.sol. */
export const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Milliseconds. The slowest feeds used here have a heartbeat of 24 hours; one hour more means a missed beat. */
const staleAfter = 25 * 3_600_000

/**
 * Reads prices by token address, in one round trip. The map lacks a token without a feed, or whose feed does not
 * answer, is stale or not above zero: its price is unknown, and must not be taken for zero. `now` is in milliseconds
 * since the epoch.
 */
export async function readPrices(
  chain: ChainHandle,
  tokens: readonly Token[],
  now: number,
): Promise<ReadonlyMap<Address, Price>> {
  const feeds = [...new Set(tokens.flatMap((token) => token.priceFeed ?? []))]
  if (feeds.length === 0) return new Map()
  const answers = await Promise.all(feeds.map((feed) => readFeed(chain, feed, now)))
  const byFeed = new Map(feeds.map((feed, index) => [feed, answers[index] ?? null]))
  return new Map(
    tokens.flatMap((token): [Address, Price][] => {
      const price = token.priceFeed && byFeed.get(token.priceFeed)
      return price ? [[token.address, price]] : []
    }),
  )
}

/** Returns the value of an amount in base units, in USD with 8 decimals, rounded down. */
export const usdValue = (amount: bigint, decimals: number, price: Pick<Price, 'usd'>): bigint =>
  (amount * price.usd) / 10n ** BigInt(decimals)

/**
 * Returns the total of holdings in USD with 8 decimals, for both text and card, and the tokens that it omits because
 * they have no price here.
 */
export const totalOf = (held: readonly { symbol: string; amount: bigint | null; value: bigint | null }[]) => ({
  usd: held.reduce((sum, { value }) => sum + (value ?? 0n), 0n),
  unpriced: [...new Set(held.flatMap(({ symbol, amount, value }) => (amount && value === null ? [symbol] : [])))],
})

/** The client puts the three calls of every feed into one multicall. */
async function readFeed(chain: ChainHandle, feed: Address, now: number): Promise<Price | null> {
  const contract = { address: feed, abi: aggregatorAbi } as const
  const [decimals, description, round] = await Promise.allSettled([
    chain.client.readContract({ ...contract, functionName: 'decimals' }),
    chain.client.readContract({ ...contract, functionName: 'description' }),
    chain.client.readContract({ ...contract, functionName: 'latestRoundData' }),
  ])
  if (decimals.status === 'rejected' || round.status === 'rejected') return null
  const [, answer, , updatedAtSeconds] = round.value
  const updatedAt = Number(updatedAtSeconds) * 1000
  const usd = rescale(answer, decimals.value)
  if (usd <= 0n || now - updatedAt > staleAfter) return null
  const pair = description.status === 'fulfilled' ? cleanChainString(description.value) : ''
  return { usd, decimals: 8, source: pair ? `Chainlink ${pair}` : 'Chainlink', updatedAt }
}

export const rescale = (answer: bigint, decimals: number): bigint =>
  decimals <= 8 ? answer * 10n ** BigInt(8 - decimals) : answer / 10n ** BigInt(decimals - 8)
