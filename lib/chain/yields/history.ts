import {
  type Address,
  BaseError,
  encodeFunctionData,
  erc4626Abi,
  type Hex,
  hexToBigInt,
  LimitExceededRpcError,
  numberToHex,
  RpcRequestError,
  size,
  slice,
} from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '../chains/chain'
import { ChainReadError } from '../chains/read-error'

/** Growth of a share's worth: what a vault has actually paid. */
export type Growth = {
  /** A share of one per year, compounded: 0.048 is 4.8%. Negative for a loss. */
  apy: number
  /** Length of the measured period, by the blocks' own clocks. */
  seconds: number
}

/** A block to count back from. */
export type Anchor = { number: bigint /** Seconds since the epoch. */; timestamp: bigint }

const week = 7 * 86_400
const year = 365 * 86_400
/** Number of shares to value: enough that rounding to whole base units does not matter. */
const manyShares = 10n ** 24n

const block = z.object({ number: z.string().transform(BigInt), timestamp: z.string().transform(BigInt) }).nullable()

const latest = new WeakMap<object, Anchor>()

/** Returns a recent block, which is requested once and then reused: any known number and time will do. */
export async function readAnchor({ client }: ChainHandle): Promise<Anchor> {
  const known = latest.get(client)
  // Tests turn the local chains' clocks, so only the newest block will do there.
  if (known && client.chain?.blockTime) return known
  const { number, timestamp } = await client.getBlock()
  const anchor = { number, timestamp }
  latest.set(client, anchor)
  return anchor
}

/**
 * Picks the blocks to examine: a week back by the pace of the chain. Without a pace the clock may have been turned
 * anywhere, even between the first two blocks, with all others in one second after it; so the points get denser towards
 * both ends.
 */
function blocksOf(
  { number: newest, timestamp }: Anchor,
  blockTime: number | undefined,
  now: number,
): readonly bigint[] {
  if (blockTime === undefined) return [...new Set(powersOfTwo(newest).flatMap((step) => [step, newest - step]))]
  const sinceAnchor = now / 1000 - Number(timestamp)
  return [week, week / 7]
    .map((back) => newest - BigInt(Math.round(((back - sinceAnchor) * 1000) / blockTime)))
    .filter((number) => number > 0n && number < newest)
}

/** Returns 1, 2, 4 and so on, below `end`. */
function powersOfTwo(end: bigint): readonly bigint[] {
  const powers: bigint[] = []
  for (let power = 1n; power < end; power *= 2n) powers.push(power)
  return powers
}

type Point = { timestamp: bigint; worth: bigint }

/**
 * Measures the growth of a vault's shares over the last week, or over the closest period that the chain can tell of.
 * Null if there is no past: the node keeps none, or the vault was empty. Throws ChainReadError if the node does not
 * answer, because there may be one. `now` is in milliseconds since the epoch. One round trip, whose requests go out in
 * the tick of the call.
 */
export async function readGrowth(
  chain: ChainHandle,
  vault: Address,
  anchor: Anchor,
  now: number,
  signal?: AbortSignal,
): Promise<Growth | null> {
  const blocks = blocksOf(anchor, chain.viemChain.blockTime, now)
  const read = await Promise.allSettled([null, ...blocks].map((number) => pointAt(chain, vault, number, signal)))
  const [newest, ...past] = read.map((point) => (point.status === 'fulfilled' ? point.value : null))
  const start = newest ? nearestToAWeek(past, newest) : null
  const failure = read.find((point) => point.status === 'rejected')
  if (failure && !start) throw new ChainReadError(chain, { cause: failure.reason })
  if (!newest || !start) return null
  const seconds = Number(newest.timestamp - start.timestamp)
  const factor = Number((newest.worth * 10n ** 15n) / start.worth) / 1e15
  return { apy: factor ** (year / seconds) - 1, seconds }
}

/** Returns the point closest to a week before the newest one. */
function nearestToAWeek(past: readonly (Point | null)[], newest: Point): Point | null {
  const distance = ({ timestamp }: Point) => Math.abs(Number(newest.timestamp - timestamp) - week)
  const usable = past.flatMap((point) => (point && point.timestamp < newest.timestamp ? [point] : []))
  return usable.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

const convert = encodeFunctionData({ abi: erc4626Abi, functionName: 'convertToAssets', args: [manyShares] })
const supply = encodeFunctionData({ abi: erc4626Abi, functionName: 'totalSupply' })

/**
 * Returns null if the vault did not exist then. Plain requests, which share one batch: a multicall contract may not
 * have existed either.
 */
async function pointAt(
  { client }: ChainHandle,
  vault: Address,
  number: bigint | null,
  signal: AbortSignal | undefined,
): Promise<Point | null> {
  const tag = number === null ? 'latest' : numberToHex(number)
  const call = (data: Hex) => client.request({ method: 'eth_call', params: [{ to: vault, data }, tag] }, { signal })
  const answers = await unlessUnavailable(
    Promise.all([
      client.request({ method: 'eth_getBlockByNumber', params: [tag, false] }, { signal }),
      call(convert).then(uint),
      call(supply).then(uint),
    ]),
  )
  if (!answers) return null
  const [raw, worth, shares] = answers
  const header = block.parse(raw)
  // In an empty vault, the worth of a share is a definition and not a measurement.
  return header && worth && shares ? { timestamp: header.timestamp, worth } : null
}

/** Returns null for an empty answer: there is no contract yet. */
const uint = (data: Hex): bigint | null => (size(data) < 32 ? null : hexToBigInt(slice(data, 0, 32)))

/**
 * Returns null if the node answered that it cannot tell: it no longer has that state, or the contract reverts. Throws
 * if it does not answer, or says to try again later.
 */
async function unlessUnavailable<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    const walks = (kind: typeof RpcRequestError | typeof LimitExceededRpcError) =>
      error instanceof BaseError && error.walk((cause) => cause instanceof kind) !== null
    if (walks(RpcRequestError) && !walks(LimitExceededRpcError)) return null
    throw error
  }
}
