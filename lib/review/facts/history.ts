import { type Address, getAddress, type Hex, isAddressEqual, numberToHex, pad } from 'viem'
import { z } from 'zod'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import type { Declared } from '@/lib/tools/plan'
import { bytes, type Fact, fact } from '../simulation/rpc'
import type { FactsRequest } from './facts'
import { isLike } from './known-addresses'

/** Recipients to which the account sent one of the assets within the last `blocksOfHistory` blocks. */
export type History = ReadonlySet<Address>

/** Number of blocks to search: what most public nodes allow in one request. */
export const blocksOfHistory = 10_000n

/** Milliseconds. A long search must not hold up the card. */
const patience = 2_500

const topic = {
  /** ERC-20 and ERC-721: Transfer(address,address,uint256) */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC-1155: TransferSingle and TransferBatch, whose first topic is the operator. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

const logs = z.array(z.object({ address: bytes, topics: z.array(bytes), data: bytes }))

/**
 * True if an earlier transfer is evidence for this one. Anybody can make most tokens log a zero transfer from an
 * account, which is how address poisoning works, and a tiny transfer is as cheap. With a token id (a fourth topic)
 * there is no amount to compare.
 */
function isReal({ address, topics, data }: z.infer<typeof logs>[number], chainId: number, { out }: Declared): boolean {
  if (topics.length === 4) return true
  const asset = { kind: 'erc20', chainId, address: getAddress(address) } as const
  const amount = data.length === 66 ? BigInt(data) : 0n
  return amount > 0n && isLike({ asset, amount }, asset, out)
}

const heights = new WeakMap<ChainClient, bigint>()

/**
 * Returns the chain height last seen through a client, and stores `height` if given. A log search needs a block number
 * to start at, and asking for it first would cost a round trip.
 */
export function blockSeen(client: ChainClient, height?: bigint): bigint | null {
  if (height !== undefined) heights.set(client, height)
  return heights.get(client) ?? null
}

/** Searches the logs for earlier transfers. Null if there is nothing to search for or no known height to start at. */
export async function readHistory(
  { chain, account, decoded, newRecipients, declares }: FactsRequest,
  height: bigint | null,
  signal: AbortSignal,
): Promise<Fact<History> | null> {
  if (height === null) return null
  const sends = decoded.recipients.flatMap(({ asset, address }) =>
    asset.kind !== 'native' && newRecipients.some((each) => isAddressEqual(each, address)) ? [{ asset, address }] : [],
  )
  if (sends.length === 0) return null
  const until = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const from = pad(account)
  const to = [...new Set(sends.map(({ address }) => pad(getAddress(address)).toLowerCase() as Hex))]
  const fromBlock = numberToHex(height > blocksOfHistory ? height - blocksOfHistory : 0n)
  const search = async (kinds: readonly string[], topics: (Hex | Hex[] | null)[]) => {
    const address = [...new Set(sends.flatMap(({ asset }) => (kinds.includes(asset.kind) ? asset.address : [])))]
    if (address.length === 0) return []
    const params = [{ address, topics, fromBlock, toBlock: 'latest' as const }] as const
    return logs.parse(await chain.client.request({ method: 'eth_getLogs', params: [...params] }, { signal: until }))
  }
  const asked = Promise.all([
    search(['erc20', 'erc721'], [topic.transfer, from, to]),
    search(['erc1155'], [[topic.transferSingle, topic.transferBatch], null, from, to]),
  ]).then((found) => found.flat())
  return fact(
    asked,
    logs.transform((found) => {
      const words = new Set(found.filter((log) => isReal(log, chain.id, declares)).flatMap(({ topics }) => topics))
      return new Set(
        sends.map(({ address }) => getAddress(address)).filter((each) => words.has(pad(each).toLowerCase() as Hex)),
      )
    }),
  )
}
