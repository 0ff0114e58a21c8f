import {
  type Address,
  type Chain,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  slice,
  stringToHex,
} from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { bytes, type Fact, fact, nodeError, quantity } from '../simulation/rpc'
import { forwardsTo } from '../simulation/runtime-code'

/** A storage word with an address, or null if empty. Some nodes omit the zeros of an empty word. */
const addressWord = z
  .union([quantity, z.literal('0x').transform(() => 0n)])
  .refine((word) => word >> 160n === 0n)
  .transform((word) => (word === 0n ? null : getAddress(numberToHex(word, { size: 20 }))))

/** Storage slots in which proxies keep their implementation and its admin. */
const slots = {
  /** EIP-1967: bytes32(uint256(keccak256('eip1967.proxy.implementation')) - 1), and likewise for the others. */
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  /** OpenZeppelin before EIP-1967: keccak256('org.zeppelinos.proxy.implementation'). */
  openZeppelin: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  /** EIP-1822: keccak256('PROXIABLE'). */
  proxiable: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
} as const satisfies Record<string, Hex>

const diamondAbi = parseAbi(['function facetAddress(bytes4 selector) view returns (address)'])

export type Slots = Record<keyof typeof slots, Fact<Address | null>>

/** Facet of a diamond (EIP-2535) for each selector. `facet` is null if none serves it; null: not a diamond. */
export type Facets = ReadonlyMap<Hex, Fact<{ facet: Address | null } | null>>

/** An unvouched contract that is called or given a permission, with the selectors it is called with. */
export type UnpinnedContract = { address: Address; selectors: readonly Hex[] }

/** Reads a contract's proxy slots and facets. One round trip: every request goes out in the tick of the call. */
export async function readSlots(client: ChainClient, { address, selectors }: UnpinnedContract, signal: AbortSignal) {
  const slot = (index: Hex) =>
    fact(client.request({ method: 'eth_getStorageAt', params: [address, index, 'latest'] }, { signal }), addressWord)
  const [implementation, beacon, admin, openZeppelin, proxiable, facets] = await Promise.all([
    slot(slots.implementation),
    slot(slots.beacon),
    slot(slots.admin),
    slot(slots.openZeppelin),
    slot(slots.proxiable),
    Promise.all(
      selectors.map(async (selector) => [selector, await facetOf(client, address, selector, signal)] as const),
    ),
  ])
  const found: Slots = { implementation, beacon, admin, openZeppelin, proxiable }
  return { slots: found, facets: new Map(facets) as Facets }
}

const zeroWord = `0x${'0'.repeat(64)}`

/** One word that is an address or zero. Any other answer means that the contract has no such function. */
const facetAnswer = bytes.transform((answer) => {
  if (answer === zeroWord) return { facet: null }
  return isAddressWord(answer) ? { facet: getAddress(slice(answer, 12)) } : null
})

const isAddressWord = (hex: Hex): boolean => /^0x0{24}[0-9a-f]{40}$/.test(hex)

function facetOf(client: ChainClient, to: Address, selector: Hex, signal: AbortSignal) {
  const data = encodeFunctionData({ abi: diamondAbi, args: [selector] })
  const asked = client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, { signal }).catch((error) => {
    // A contract that is not a diamond lacks the function, so any failure of the call is an answer.
    if (isExecutionError(error)) return '0x'
    throw error
  })
  return fact(asked, facetAnswer)
}

/** True if the node ran the call and the contract failed. Other errors (a limit, a missing method) are no answer. */
function isExecutionError(error: unknown): boolean {
  const answered = nodeError(error)
  return (
    answered !== null && (answered.code === 3 || /revert|opcode|out of gas|stack|jump|halt/i.test(answered.message))
  )
}

/** Mechanism by which a contract runs another's code, as named on the card. */
export type ProxyKind = 'EIP-1967' | 'beacon' | 'OpenZeppelin' | 'EIP-1822' | 'EIP-1167' | 'EIP-7702' | 'diamond'

export type Implementation = { address: Address; kind: ProxyKind; code: Hex }

/** An account that may replace a contract's code. `isAccount` is true for an externally owned account. */
export type Admin = { address: Address; isAccount: boolean }

/** Asks whether an address had code this many days ago. */
export type LookBack = { address: Address; days: number }

/** Answer to a `LookBack`. `unborn` if the chain itself is younger. */
export type Age = 'old' | 'new' | 'unborn'

export type Contract = {
  /** Contracts whose code it runs: one, or one per selector for a diamond. Empty if it runs only its own. */
  runs: Fact<readonly Implementation[]>
  /** Null if there is none or it is unknown. */
  admin: Fact<Admin | null>
}

/** Follows up on the answers of `readSlots`: reads implementations and admin. One more round trip, or none. */
export async function followUp(
  client: ChainClient,
  known: { code: Fact<Hex>; slots: Slots; facets: Facets },
  signal: AbortSignal,
): Promise<Contract> {
  const { code } = known
  if (!code.ok) return { runs: code, admin: code }
  if (code.value === '0x') return { runs: { ok: true, value: [] }, admin: { ok: true, value: null } }
  const codeOf: CodeOf = (of) => codeAt(client, of, 'latest', signal)
  const [runs, admin] = await Promise.all([
    implementations(client, code.value, known, codeOf, signal),
    adminOf(known.slots.admin, codeOf),
  ])
  return { runs, admin }
}

type CodeOf = (of: Address) => Promise<Fact<Hex>>

const codeAt = (client: ChainClient, of: Address, block: 'latest' | Hex, signal: AbortSignal): Promise<Fact<Hex>> =>
  fact(client.request({ method: 'eth_getCode', params: [of, block] }, { signal }), bytes)

async function implementations(
  client: ChainClient,
  code: Hex,
  { slots, facets }: { slots: Slots; facets: Facets },
  codeOf: CodeOf,
  signal: AbortSignal,
): Promise<Fact<readonly Implementation[]>> {
  const forward = forwardsTo(code)
  const named: { address: Address; kind: ProxyKind }[] = forward ? [forward] : []
  const places = [
    [slots.implementation, 'EIP-1967'],
    [slots.openZeppelin, 'OpenZeppelin'],
    [slots.proxiable, 'EIP-1822'],
  ] as const
  for (const [found, kind] of places) {
    if (!found.ok) return found
    if (found.value) named.push({ address: found.value, kind })
  }
  for (const found of facets.values()) {
    if (!found.ok) return found
    if (found.value?.facet) named.push({ address: found.value.facet, kind: 'diamond' })
  }
  if (!slots.beacon.ok) return slots.beacon
  const [throughBeacon, ...codes] = await Promise.all([
    slots.beacon.value ? askBeacon(client, slots.beacon.value, signal) : null,
    ...named.map(async (each): Promise<Fact<Implementation>> => {
      const read = await codeOf(each.address)
      return read.ok ? { ok: true, value: { ...each, code: read.value } } : read
    }),
  ])
  const all = throughBeacon ? [...codes, throughBeacon] : codes
  const value: Implementation[] = []
  for (const each of all) {
    if (!each.ok) return each
    // One facet may serve several selectors.
    if (!value.some(({ address }) => address === each.value.address)) value.push(each.value)
  }
  return { ok: true, value }
}

const behindBeacon = bytes
  .refine((answer) => isAddressWord(slice(answer, 0, 32)) && slice(answer, 0, 32) !== zeroWord)
  .transform((answer): Implementation => {
    const code = answer.length > 66 ? slice(answer, 32) : '0x'
    return { address: getAddress(slice(answer, 12, 32)), kind: 'beacon', code }
  })

const askBeacon = (client: ChainClient, beacon: Address, signal: AbortSignal): Promise<Fact<Implementation>> =>
  fact(
    client.request(
      { method: 'eth_call', params: [beaconReader.read(beacon), 'latest', beaconReader.stateOverrides] },
      { signal },
    ),
    behindBeacon,
  )

async function adminOf(admin: Fact<Address | null>, codeOf: CodeOf): Promise<Contract['admin']> {
  if (!admin.ok) return admin
  if (!admin.value) return { ok: true, value: null }
  const code = await codeOf(admin.value)
  if (!code.ok) return code
  const isAccount = code.value === '0x' || forwardsTo(code.value)?.kind === 'EIP-7702'
  return { ok: true, value: { address: admin.value, isAccount } }
}

/** Tells whether an address had code this many days ago. No request if it has none now or the chain is younger. */
export async function ageOf(
  { client, viemChain }: Pick<ChainHandle, 'client' | 'viemChain'>,
  { address, days }: LookBack,
  { code, block }: { code: Fact<Hex>; block: Fact<bigint> },
  signal: AbortSignal,
): Promise<Fact<Age>> {
  if (!code.ok) return code
  if (code.value === '0x') return { ok: true, value: 'new' }
  if (!block.ok) return block
  const back = blocksOf(days, viemChain)
  if (block.value < back) return { ok: true, value: 'unborn' }
  const before = await codeAt(client, address, numberToHex(block.value - back), signal)
  return before.ok ? { ok: true, value: before.value === '0x' ? 'new' : 'old' } : before
}

/** Number of blocks in this many days, by the chain's block time, or Ethereum's if the chain defines none. */
export const blocksOf = (days: number, { blockTime = 12_000 }: Pick<Chain, 'blockTime'>): bigint =>
  BigInt(Math.ceil((days * 86_400_000) / blockTime))

/** An unused address that holds the reader's code during a call. */
const address = getAddress(slice(keccak256(stringToHex('countersign beacon reader')), 12))

/**
 * Reads a beacon's implementation and that contract's code in one `eth_call` instead of two round trips. A state
 * override puts these bytes at an unused address. Calldata: the beacon as a word. Returns the implementation as a word,
 * followed by its code.
 */
const code = `0x${[
  '635c60da1b60e01b600052', // MSTORE(0, the selector of implementation(), EIP-1967)
  '60206000600460006000355afa50', // POP(STATICCALL(GAS, CALLDATALOAD(0), 0, 4, 0, 32))
  '600051803b', // implementation, EXTCODESIZE of it
  '8060006020843c', // EXTCODECOPY(implementation, to 32, from 0, size)
  '6020016000f3', // RETURN(0, 32 + size)
].join('')}` as const satisfies Hex

const beaconReader = {
  stateOverrides: { [address]: { code } },
  read: (beacon: Address) => ({ to: address, data: pad(beacon, { size: 32 }) }),
} as const
