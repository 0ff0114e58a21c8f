import { type Address, decodeFunctionResult, encodeFunctionData, erc4626Abi, hexToBigInt, numberToHex } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '../chain'

/** How a share's worth has grown: what a vault has really paid. */
export type Growth = {
  /** A share of one a year, compounded: 0.048 is 4.8 %. Negative for a loss. */
  apy: number
  /** Of the stretch that was looked at, by the blocks' own clocks. */
  seconds: number
}

/** A block to count back from. */
export type Anchor = { number: bigint /** Seconds since the epoch. */; timestamp: bigint }

const week = 7 * 86_400
const year = 365 * 86_400
/** How many shares are valued: enough that rounding to whole base units does not matter. */
const manyShares = 10n ** 24n

const block = z.object({ number: z.string().transform(BigInt), timestamp: z.string().transform(BigInt) }).nullable()

const latest = new WeakMap<object, Anchor>()

/** The newest block, asked for once; later the same one serves, for its number and time do not age. */
export async function readAnchor({ client }: ChainHandle): Promise<Anchor> {
  const known = latest.get(client)
  // The local chains' clocks are turned by tests: there only the newest block will do.
  if (known && client.chain?.blockTime) return known
  const { number, timestamp } = await client.getBlock()
  const anchor = { number, timestamp }
  latest.set(client, anchor)
  return anchor
}

/** Where to look: a week back by the pace of the chain; without a pace at points spread over all there is. */
function blocksOf(anchor: Anchor, blockTime: number | undefined, now: number): readonly bigint[] {
  if (blockTime === undefined) {
    const points = 12n
    return [...new Set(Array.from({ length: 13 }, (_, point) => (anchor.number * BigInt(point)) / points))]
  }
  const sinceAnchor = now / 1000 - Number(anchor.timestamp)
  return [week, week / 7]
    .map((back) => anchor.number - BigInt(Math.round(((back - sinceAnchor) * 1000) / blockTime)))
    .filter((number) => number > 0n && number < anchor.number)
}

type Point = { timestamp: bigint; worth: bigint }

/**
 * What the vault's shares have earned over the last week, or over the longest stretch that the chain can tell of. Null
 * where it cannot: the node keeps no history, or the vault was empty. `now` in milliseconds since the epoch. One round
 * trip, whose requests go out in the tick of the call.
 */
export async function readGrowth(
  chain: ChainHandle,
  vault: Address,
  anchor: Anchor,
  now: number,
  signal?: AbortSignal,
): Promise<Growth | null> {
  const blocks = blocksOf(anchor, chain.viemChain.blockTime, now)
  const [newest, ...past] = await Promise.all(
    [null, ...blocks].map((number) => pointAt(chain, vault, number, signal).catch(() => null)),
  )
  const known = past.filter((point) => point !== null)
  if (!newest || known.length === 0) return null
  const start = nearestToAWeek(known, newest)
  if (!start) return null
  const seconds = Number(newest.timestamp - start.timestamp)
  const factor = Number((newest.worth * 10n ** 15n) / start.worth) / 1e15
  return { apy: factor ** (year / seconds) - 1, seconds }
}

/** The point of time that is nearest to a week before the newest one. */
function nearestToAWeek(past: readonly Point[], newest: Point): Point | null {
  const distance = ({ timestamp }: Point) => Math.abs(Number(newest.timestamp - timestamp) - week)
  const usable = past.filter(({ timestamp }) => timestamp < newest.timestamp)
  return usable.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

const convert = encodeFunctionData({ abi: erc4626Abi, functionName: 'convertToAssets', args: [manyShares] })
const supply = encodeFunctionData({ abi: erc4626Abi, functionName: 'totalSupply' })

/** Plain requests, which share one batch: contracts that gather reads may not have been there then. */
async function pointAt(
  { client }: ChainHandle,
  vault: Address,
  number: bigint | null,
  signal: AbortSignal | undefined,
): Promise<Point | null> {
  const tag = number === null ? 'latest' : numberToHex(number)
  const call = (data: `0x${string}`) =>
    client.request({ method: 'eth_call', params: [{ to: vault, data }, tag] }, { signal })
  const [raw, worth, shares] = await Promise.all([
    client.request({ method: 'eth_getBlockByNumber', params: [tag, false] }, { signal }),
    call(convert),
    call(supply),
  ])
  const header = block.parse(raw)
  // Of a vault that nobody is in, the worth of a share is a definition and no experience.
  if (!header || hexToBigInt(shares) === 0n) return null
  return {
    timestamp: header.timestamp,
    worth: decodeFunctionResult({ abi: erc4626Abi, functionName: 'convertToAssets', data: worth }),
  }
}
