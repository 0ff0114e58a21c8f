import { type Address, getAddress, type Hex, keccak256 } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import type { Declared } from '@/lib/tools/plan'
import type { ContractState } from '../review'
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

/** Single answers of the node, requested in the same round trip as the simulation. */
export type Facts = {
  chainId: Fact<bigint>
  block: Fact<bigint>
  /** Native balance of the account, in wei. */
  balance: Fact<bigint>
  maxFeePerGas: Fact<bigint>
  /** Code of every address the plan names, by checksummed address. */
  code: ReadonlyMap<Address, Fact<Hex>>
  /** Number of transactions sent by each recipient, and its native balance. */
  activity: ReadonlyMap<Address, { nonce: Fact<bigint>; balance: Fact<bigint> }>
  /** Code at each recipient's address on the other served chains. */
  elsewhere: ReadonlyMap<Address, readonly { chain: string; code: Fact<Hex> }[]>
  /** Every unvouched contract that is called or given a permission. */
  contracts: ReadonlyMap<Address, Contract>
  /** Answers to the rules' look-backs, by `lookBackKey`. */
  ages: ReadonlyMap<string, Fact<Age>>
  /** Earlier transfers of the same assets to the recipients. Null if not requested. */
  history: Fact<History> | null
}

/** Facts of the first round trip, with what the second one needs. */
export type FirstFacts = Omit<Facts, 'contracts' | 'ages'> & {
  unpinned: ReadonlyMap<Address, { slots: Slots; facets: Facets }>
}

export type FactsRequest = {
  chain: ChainHandle
  account: Address
  decoded: DecodedPlan
  unpinned: readonly UnpinnedContract[]
  lookBacks: readonly LookBack[]
  /** The other served chains. */
  others: readonly ChainHandle[]
  /** Assets that the plan declares to move. */
  declares: Declared
  /** Recipients without a recorded earlier transfer of the like from the account. */
  newRecipients: readonly Address[]
}

/** Milliseconds to wait for chains other than the plan's: they must not hold up the card. */
const patienceElsewhere = 3_000

/**
 * Turns an `eth_feeHistory` of a few blocks into the maximum fee per gas: the next block's base fee plus a fifth (room
 * for one full block and more) plus the median tip. Chains without a base fee report 0 for it.
 */
const feeHistory = z
  .object({ baseFeePerGas: z.array(quantity).min(1), reward: z.array(z.array(quantity)).nullish() })
  .transform(({ baseFeePerGas, reward }) => {
    const next = baseFeePerGas.at(-1) ?? 0n
    const tips = (reward ?? []).flatMap(([median]) => (median === undefined ? [] : [median])).sort(ascending)
    return (next * 120n) / 100n + (tips[Math.floor(tips.length / 2)] ?? 0n)
  })

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Reads the first facts. Every request goes out in the tick of the call, so a batching client makes one round trip. */
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
  const codeOf = (of: ChainClient, address: Address, until = signal) =>
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
 * Follows up on the first facts: reads whose code a contract runs and how old it is. The requests go out in the tick of
 * the call. Makes no round trip if nothing is left to ask.
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
    // A client's first review knows no block height, so its first trip reads no history. That alone is not worth a
    // second trip, but the history is read along if a look-back needs one anyway.
    first.history === null && looksBack && block.ok ? readHistory(request, block.value, signal) : first.history,
  ])
  if (block.ok) blockSeen(client, block.value)
  return { ...facts, contracts: new Map(contracts), ages: new Map(ages), history }
}

export const lookBackKey = ({ address, days }: LookBack): string => `${getAddress(address)}@${days}`

export const unique = (addresses: readonly Address[]): Address[] => [
  ...new Set(addresses.map((address) => getAddress(address))),
]

/**
 * Returns the code hashes of every contract that is called or given a permission or power, and of the contracts they
 * delegate to, for comparison at the click (G16). Omits unreadable contracts, which are UNVERIFIED elsewhere.
 */
export function contractStates(facts: Facts, decoded: DecodedPlan): ContractState[] {
  const { targets, approvals, operators } = decoded
  const named = unique([
    ...targets,
    ...approvals.map(({ spender }) => spender),
    ...operators.map(({ operator }) => operator),
    ...empoweredBy(decoded),
  ])
  return named.flatMap((address): ContractState[] => {
    const code = facts.code.get(address)
    const runs = facts.contracts.get(address)?.runs
    if (!code?.ok || (runs && !runs.ok)) return []
    const implementations = runs?.value ?? []
    return [
      {
        address,
        codeHash: keccak256(code.value),
        runs: implementations.map((each) => ({ address: each.address, codeHash: keccak256(each.code) })),
      },
    ]
  })
}
