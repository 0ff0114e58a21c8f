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

/** How a share's worth has grown: what a vault has really paid. */
export type Growth = {
  /** A share of one a year, compounded: 0.048 is 4.8%. Negative for a loss. */
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

/**
 * Where to look: a week back by the pace of the chain. Without a pace the clock was turned somewhere, maybe between the
 * first two blocks, with all others in one second after it; so the points lie the closer, the nearer to either end.
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

/** 1, 2, 4 and so on, below `end`. */
function powersOfTwo(end: bigint): readonly bigint[] {
  const powers: bigint[] = []
  for (let power = 1n; power < end; power *= 2n) powers.push(power)
  return powers
}

type Point = { timestamp: bigint; worth: bigint }

/**
 * What the vault's shares have earned over the last week, or over the stretch nearest to one that the chain can tell of.
 * Null where there is no past: the node says that it keeps none, or the vault was empty. Throws ChainReadError where the
 * node does not answer: then there may be one. `now` in milliseconds since the epoch. One round trip, whose requests go
 * out in the tick of the call.
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

/** The point of time that is nearest to a week before the newest one. */
function nearestToAWeek(past: readonly (Point | null)[], newest: Point): Point | null {
  const distance = ({ timestamp }: Point) => Math.abs(Number(newest.timestamp - timestamp) - week)
  const usable = past.flatMap((point) => (point && point.timestamp < newest.timestamp ? [point] : []))
  return usable.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

const convert = encodeFunctionData({ abi: erc4626Abi, functionName: 'convertToAssets', args: [manyShares] })
const supply = encodeFunctionData({ abi: erc4626Abi, functionName: 'totalSupply' })

/**
 * Null where the vault has none there. Plain requests, which share one batch: contracts that gather reads may not have
 * been there then.
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
  // Of a vault that nobody is in, the worth of a share is a definition and no experience.
  return header && worth && shares ? { timestamp: header.timestamp, worth } : null
}

/** Null where nothing is returned: there is no contract yet. */
const uint = (data: Hex): bigint | null => (size(data) < 32 ? null : hexToBigInt(slice(data, 0, 32)))

/**
 * Null where the node did answer, and the answer is that it cannot tell: it has no such state any more, or the contract
 * reverts. Throws where it does not answer, or not so soon again.
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
