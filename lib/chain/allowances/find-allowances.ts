import {
  type Address,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  numberToHex,
  pad,
  slice,
  toEventSelector,
} from 'viem'
import { z } from 'zod'
import { addressSchema } from '@/lib/wire/address'
import { permit2Address } from '../accounts/fixed-addresses'
import { type ChainHandle, isNative } from '../chains/chain'
import { readingFrom } from '../chains/read-error'
import { lendingMarkets } from '../lending/markets'
import { findCollection } from '../nft/collections'
import { tryBalances } from '../tokens/balances'
import { findToken } from '../tokens/tokens'
import { pinnedVaultsOn } from '../yields/pinned-vaults'
import { type Allowance, type AllowanceKey, readAllowances } from './allowances'

/** A permission that stands, and when it was last given: milliseconds since the epoch, null if that was not found. */
export type FoundAllowance = Allowance & { since: number | null }

export type FoundAllowances = {
  found: readonly FoundAllowance[]
  /** The part of the chain that was searched: all of it, the part since a moment, or nothing if the node refuses. */
  searched: 'all' | 'nothing' | { since: number }
  /** Contracts on no list have claimed more than were looked at. */
  isCut: boolean
}

const approval = toEventSelector('Approval(address,address,uint256)')
const approvalForAll = toEventSelector('ApprovalForAll(address,address,bool)')

/** Searches that are tried until the node allows one, the widest first: windows of blocks, the newest last. */
const searches = [
  { blocks: null, windows: 1 },
  { blocks: 10_000n, windows: 10 },
  { blocks: 1_000n, windows: 10 },
] as const

/** Most permissions of contracts on no list that are looked at. Anyone can make up thousands. */
const mostUnlisted = 50

/**
 * Finds the permissions that an account has given on a chain and that still stand. Events tell where to look, and the
 * contracts what is true. If the node does not let anyone search to the beginning, also looks at what contracts on our
 * lists may spend of the tokens that the account holds. Throws ChainReadError if the chain does not answer.
 */
export const findAllowances = (chain: ChainHandle, account: Address): Promise<FoundAllowances> =>
  readingFrom(chain, find(chain, account))

async function find(chain: ChainHandle, account: Address): Promise<FoundAllowances> {
  const newest = await chain.client.getBlockNumber({ cacheTime: 0 })
  const { events, from } = await search(chain, account, newest)
  const given = latestOf(events)
  const isListed = ({ contract }: AllowanceKey) =>
    (findToken(chain, contract) ?? findCollection(chain.id, contract)) !== null
  const unlisted = given.filter((key) => !isListed(key))
  const keys: Given[] = [
    ...given.filter(isListed),
    ...unlisted.slice(0, mostUnlisted),
    ...(from === 0n ? [] : (await usual(chain, account)).filter((key) => !given.some((other) => isSame(key, other)))),
  ]
  const standing = await readAllowances(chain, account, keys)
  const kept = standing.flatMap((allowance, index) => (allowance ? [{ allowance, block: keys[index]?.block }] : []))
  const times = await timesOf(chain, [...kept.flatMap(({ block }) => block ?? []), ...(from ? [from] : [])])
  return {
    found: kept.map(({ allowance, block }) => ({
      ...allowance,
      since: (block === undefined ? null : times.get(block)) ?? null,
    })),
    searched: from === null ? 'nothing' : from === 0n ? 'all' : { since: times.get(from) ?? 0 },
    isCut: unlisted.length > mostUnlisted,
  }
}

const logSchema = z.object({
  address: addressSchema,
  topics: z.array(z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))),
  blockNumber: z
    .custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
    .transform((hex) => hexToBigInt(hex)),
})
type Log = z.infer<typeof logSchema>

/** Returns the account's events, oldest first, and the first block searched; null if the node allows no search. */
async function search(
  { client }: ChainHandle,
  account: Address,
  newest: bigint,
): Promise<{ events: readonly Log[]; from: bigint | null }> {
  const topics = [[approval, approvalForAll], pad(account)]
  const logs = async (fromBlock: bigint, toBlock: bigint) =>
    z.array(logSchema).parse(
      await client.request({
        method: 'eth_getLogs',
        params: [{ fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock), topics }],
      }),
    )
  for (const { blocks, windows } of searches) {
    const size = blocks ?? newest + 1n
    const ends = Array.from({ length: windows }, (_, index) => newest - size * BigInt(windows - 1 - index))
    const ranges = ends.filter((end) => end >= 0n).map((end) => [end < size ? 0n : end - size + 1n, end] as const)
    try {
      const events = await Promise.all(ranges.map(([from, to]) => logs(from, to)))
      return { events: events.flat(), from: ranges[0]?.[0] ?? 0n }
    } catch {
      // Many nodes refuse a wide search, each in its own words. A silent node fails the next read as well.
    }
  }
  return { events: [], from: null }
}

/** `block`: the one in which it was last given, if an event told. */
type Given = AllowanceKey & { block?: bigint }

/** Returns each permission once, the latest first. An ERC-721 has the token's id as a fourth topic, for that one alone. */
function latestOf(events: readonly Log[]): readonly Given[] {
  const latest = new Map<string, Given>()
  for (const { address: contract, topics, blockNumber: block } of events) {
    const [selector, , spenderTopic] = topics
    if (!spenderTopic || topics.length !== 3) continue
    const spender = getAddress(slice(spenderTopic, 12))
    const kind = selector === approval ? 'token' : 'collection'
    const id = `${kind}:${contract}:${spender}`
    // Moves it to the end.
    latest.delete(id)
    latest.set(id, { kind, contract, spender, block })
  }
  return [...latest.values()].toReversed()
}

/** Returns what contracts on our lists may usually spend of the listed tokens that an account holds. */
async function usual(chain: ChainHandle, account: Address): Promise<readonly Given[]> {
  const tokens = chain.tokens.filter(({ address }) => !isNative(address))
  const balances = await tryBalances(chain, account, tokens)
  const held = tokens.filter((_, index) => balances[index] !== 0n)
  const markets = lendingMarkets(chain.id).map(({ address }) => address)
  const spenders = [permit2Address, ...(chain.diamond ? [chain.diamond] : []), ...markets]
  return [
    ...held.flatMap(({ address }) => spenders.map((spender) => ({ contract: address, spender }))),
    ...pinnedVaultsOn(chain.id).map(({ asset, contract }) => ({ contract: asset.address, spender: contract })),
  ].map((pair) => ({ kind: 'token', ...pair }))
}

const isSame = (one: AllowanceKey, other: AllowanceKey): boolean =>
  one.kind === other.kind && isAddressEqual(one.contract, other.contract) && isAddressEqual(one.spender, other.spender)

/** Returns when blocks were made, in milliseconds. A block that the node does not have is missing. */
async function timesOf({ client }: ChainHandle, blocks: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const wanted = [...new Set(blocks)]
  const read = await Promise.allSettled(wanted.map((blockNumber) => client.getBlock({ blockNumber })))
  return new Map(
    read.flatMap((block, index): [bigint, number][] =>
      block.status === 'fulfilled' ? [[wanted[index] ?? 0n, Number(block.value.timestamp) * 1000]] : [],
    ),
  )
}
