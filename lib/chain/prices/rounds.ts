import { type Address, parseAbi } from 'viem'
import type { ChainHandle } from '../chains/chain'
import { readingFrom, unlessRefused } from '../chains/read-error'
import { aggregatorAbi, rescale } from './prices'

/** A price that a feed gave: USD in 8 decimals, at a time in milliseconds since the epoch. */
export type Round = { usd: bigint; at: number }

const roundAbi = parseAbi([
  'function getRoundData(uint80 roundId) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Length of the history, in milliseconds. */
const week = 7 * 86_400_000
/** Most rounds to read besides the latest, however many there are. */
const mostRounds = 48
/** Distances, in rounds, at which to look for the beginning of the week. A busy feed has some hundreds in one. */
const probes = Array.from({ length: 13 }, (_, power) => 2n ** BigInt(power))
/** Rounds count from one in the lower bits of their ids. The bits above are the number of the feed's aggregator. */
const countBits = 2n ** 64n - 1n

/**
 * Reads a feed's rounds of the last week: at most 49, evenly spread, oldest first, the latest last. Null if the feed
 * has no past rounds or no price. Throws ChainReadError if the chain does not answer. Four round trips.
 */
export const readRounds = (chain: ChainHandle, feed: Address): Promise<readonly Round[] | null> =>
  readingFrom(chain, roundsOf(chain, feed))

async function roundsOf({ client }: ChainHandle, address: Address): Promise<readonly Round[] | null> {
  const [decimals, data] = await Promise.all([
    unlessRefused(client.readContract({ address, abi: aggregatorAbi, functionName: 'decimals' })),
    unlessRefused(client.readContract({ address, abi: aggregatorAbi, functionName: 'latestRoundData' })),
  ])
  const latest = data && decimals !== null ? toRound(data, decimals) : null
  if (!data || !latest || decimals === null) return null
  const [id] = data
  const before = async (back: bigint): Promise<Past | null> => {
    const call = { address, abi: roundAbi, functionName: 'getRoundData', args: [id - back] } as const
    const past = await unlessRefused(client.readContract(call))
    const round = past && toRound(past, decimals)
    return round && round.at < latest.at ? { ...round, back } : null
  }
  const most = (id & countBits) - 1n
  const found = await Promise.all([...probes.filter((back) => back < most), most].map(before))
  const closer = await Promise.all(between(...around(found, latest.at - week)).map(before))
  const [inside, outside] = around([...found, ...closer], latest.at - week)
  const start = inside?.back ?? outside?.back ?? 0n
  const past = await Promise.all(spread(start).map(before))
  const rounds = past.flatMap((round) =>
    round && round.at > latest.at - week ? [{ usd: round.usd, at: round.at }] : [],
  )
  return rounds.length > 0 ? [...rounds.toSorted((a, b) => a.at - b.at), latest] : null
}

/** `back`: how many rounds before the latest. */
type Past = Round & { back: bigint }

/** Returns the earliest of some rounds after a moment, and the latest before it. */
function around(found: readonly (Past | null)[], moment: number): [Past | null, Past | null] {
  const known = found.flatMap((round) => round ?? []).toSorted((a, b) => b.at - a.at)
  return [known.findLast(({ at }) => at > moment) ?? null, known.find(({ at }) => at <= moment) ?? null]
}

/** Returns at most 16 places between two rounds, evenly spread. */
function between(inside: Past | null, outside: Past | null): readonly bigint[] {
  if (!outside) return []
  const from = inside?.back ?? 0n
  const places = Array.from({ length: 16 }, (_, index) => from + ((outside.back - from) * BigInt(index + 1)) / 17n)
  return [...new Set(places)].filter((back) => back > from)
}

/** Returns how many rounds back to read, oldest first. */
function spread(start: bigint): readonly bigint[] {
  const count = start < BigInt(mostRounds) ? Number(start) : mostRounds
  return Array.from({ length: count }, (_, index) => start - (start * BigInt(index)) / BigInt(count))
}

function toRound([, answer, , updatedAt]: readonly [bigint, bigint, ...bigint[]], decimals: number): Round | null {
  const usd = rescale(answer, decimals)
  return usd > 0n && updatedAt !== undefined && updatedAt > 0n ? { usd, at: Number(updatedAt) * 1000 } : null
}

/** Describes a price movement from the first round to the last, with the lowest and the highest price. */
export function movementOf(rounds: readonly Round[]) {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last || first.at === last.at) return null
  const byPrice = rounds.toSorted((a, b) => (a.usd < b.usd ? -1 : 1))
  const [lowest, highest] = [byPrice[0] ?? first, byPrice.at(-1) ?? last]
  return { first, last, lowest, highest, change: Number(((last.usd - first.usd) * 1_000_000n) / first.usd) / 1e6 }
}
