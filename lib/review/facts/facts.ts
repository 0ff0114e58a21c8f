import { type Address, getAddress, type Hex, type PublicClient } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Declared } from '@/lib/tools/plan'
import { bytes, type Fact, fact, quantity } from '../simulation/rpc'
import {
  type Age,
  ageOf,
  blocksOf,
  type Contract,
  type Facets,
  followUp,
  type LookBack,
  readSlots,
  type Slots,
  type UnpinnedContract,
} from './contract-facts'
import { type DecodedPlan, empoweredBy } from './decoded-plan'
import { blockSeen, type History, readHistory } from './history'

/** Single answers of the node, asked beside the simulation and in the same round trip. */
export type Facts = {
  chainId: Fact<bigint>
  block: Fact<bigint>
  /** Native balance of the account, in wei. */
  balance: Fact<bigint>
  maxFeePerGas: Fact<bigint>
  /** Code of every address that the plan names, by checksummed address. */
  code: ReadonlyMap<Address, Fact<Hex>>
  /** Transactions sent and native balance of each recipient. */
  activity: ReadonlyMap<Address, { nonce: Fact<bigint>; balance: Fact<bigint> }>
  /** What stands on the other served chains at the address of each recipient. */
  elsewhere: ReadonlyMap<Address, readonly { chain: string; code: Fact<Hex> }[]>
  /** Of every contract that is called or given a permission, and that nobody vouches for. */
  contracts: ReadonlyMap<Address, Contract>
  /** What the rules have to know of the past, by `lookBackKey`. */
  ages: ReadonlyMap<string, Fact<Age>>
  /** Earlier transfers of the same assets to the recipients; null where that was not asked. */
  history: Fact<History> | null
}

/** The facts of the first round trip, and what the second has to ask about. */
export type FirstFacts = Omit<Facts, 'contracts' | 'ages'> & {
  unpinned: ReadonlyMap<Address, { slots: Slots; facets: Facets }>
}

export type FactsRequest = {
  chain: ChainHandle
  account: Address
  decoded: DecodedPlan
  unpinned: readonly UnpinnedContract[]
  lookBacks: readonly LookBack[]
  /** The other chains that are served. */
  others: readonly ChainHandle[]
  /** What the plan says that it moves. */
  declares: Declared
  /** The recipients that nothing on record says the account has sent the like to. */
  newRecipients: readonly Address[]
}

/** A card must not wait long for a chain that it is not about, in milliseconds. */
const patienceElsewhere = 3_000

/**
 * `eth_feeHistory` of a few blocks. The most that a unit of gas may cost is the next block's base fee and a fifth
 * (room for one full block and more) with the median tip. Chains without a base fee give 0 there.
 */
const feeHistory = z
  .object({ baseFeePerGas: z.array(quantity).min(1), reward: z.array(z.array(quantity)).nullish() })
  .transform(({ baseFeePerGas, reward }) => {
    const next = baseFeePerGas.at(-1) ?? 0n
    const tips = (reward ?? []).flatMap(([median]) => (median === undefined ? [] : [median])).sort(ascending)
    return (next * 120n) / 100n + (tips[Math.floor(tips.length / 2)] ?? 0n)
  })

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Sends every request in the tick of the call, so that a batching client makes one round trip of them. */
export async function readFacts(request: FactsRequest, signal: AbortSignal): Promise<FirstFacts> {
  const { chain, account, decoded, others } = request
  const { client } = chain
  const options = { signal }
  const recipients = unique(decoded.recipients.map(({ address }) => address))
  const named = unique([
    ...recipients,
    ...decoded.targets,
    ...decoded.approvals.map(({ spender }) => spender),
    ...decoded.operators.map(({ operator }) => operator),
    ...empoweredBy(decoded),
  ])
  const balanceOf = (address: Address) =>
    fact(client.request({ method: 'eth_getBalance', params: [address, 'latest'] }, options), quantity)
  const codeOf = (of: PublicClient, address: Address, until = signal) =>
    fact(of.request({ method: 'eth_getCode', params: [address, 'latest'] }, { signal: until }), bytes)
  const soon = AbortSignal.any([signal, AbortSignal.timeout(patienceElsewhere)])
  const [chainId, block, balance, maxFeePerGas, code, activity, elsewhere, unpinned, history] = await Promise.all([
    fact(client.request({ method: 'eth_chainId' }, options), quantity),
    fact(client.request({ method: 'eth_blockNumber' }, options), quantity),
    balanceOf(account),
    fact(client.request({ method: 'eth_feeHistory', params: ['0x5', 'latest', [50]] }, options), feeHistory),
    Promise.all(named.map(async (address) => [address, await codeOf(client, address)] as const)),
    Promise.all(
      recipients.map(async (address) => {
        const [nonce, held] = await Promise.all([
          fact(client.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] }, options), quantity),
          balanceOf(address),
        ])
        return [address, { nonce, balance: held }] as const
      }),
    ),
    Promise.all(
      recipients.map(async (address) => {
        const there = others.map(async (other) => ({
          chain: other.name,
          code: await codeOf(other.client, address, soon),
        }))
        return [address, await Promise.all(there)] as const
      }),
    ),
    Promise.all(request.unpinned.map(async (each) => [each.address, await readSlots(client, each, signal)] as const)),
    readHistory(request, blockSeen(client), signal),
  ])
  return {
    chainId,
    block,
    balance,
    maxFeePerGas,
    code: new Map(code),
    activity: new Map(activity),
    elsewhere: new Map(elsewhere),
    unpinned: new Map(unpinned),
    history,
  }
}

/**
 * What the first answers make it necessary to ask: whose code a contract runs, and how old it is. The requests go out in
 * the tick of the call; where there is nothing to ask there is no round trip.
 */
export async function completeFacts(request: FactsRequest, first: FirstFacts, signal: AbortSignal): Promise<Facts> {
  const { unpinned, ...facts } = first
  const { client, viemChain } = request.chain
  const { block } = first
  const codeOf = (address: Address) =>
    first.code.get(address) ?? ({ ok: false, reason: 'it was not requested' } as const)
  const looksBack = request.lookBacks.some(({ days }) => block.ok && block.value >= blocksOf(days, viemChain))
  const [contracts, ages, history] = await Promise.all([
    Promise.all(
      [...unpinned].map(async ([address, found]) => {
        const known = { ...found, code: codeOf(address) }
        return [address, await followUp(client, known, signal)] as const
      }),
    ),
    Promise.all(
      request.lookBacks.map(async (each) => {
        const known = { code: codeOf(each.address), block }
        return [lookBackKey(each), await ageOf(request.chain, each, known, signal)] as const
      }),
    ),
    // The first time that a chain is asked, the first trip does not know where to look. That is no reason for a second,
    // but where code of some days ago is read there is one.
    first.history === null && looksBack && block.ok ? readHistory(request, block.value, signal) : first.history,
  ])
  if (block.ok) blockSeen(client, block.value)
  return { ...facts, contracts: new Map(contracts), ages: new Map(ages), history }
}

export const lookBackKey = ({ address, days }: LookBack): string => `${getAddress(address)}@${days}`

export const unique = (addresses: readonly Address[]): Address[] => [
  ...new Set(addresses.map((address) => getAddress(address))),
]
