import { type Address, getAddress, type Hex, numberToHex, type PublicClient } from 'viem'
import { z } from 'zod'
import { bytes, type Fact, fact, quantity } from './rpc'
import type { Subjects } from './subjects'

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
  /** Where the code of each questionable contract stands, if it is a proxy; null if it is none. */
  implementation: ReadonlyMap<Address, Fact<Address | null>>
}

/** EIP-1967, "Logic contract address": bytes32(uint256(keccak256('eip1967.proxy.implementation')) - 1). */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** A storage word that holds an address, or nothing. Some nodes leave the zeros of an empty word out. */
const addressWord = z
  .union([quantity, z.literal('0x').transform(() => 0n)])
  .refine((word) => word >> 160n === 0n)
  .transform((word) => (word === 0n ? null : getAddress(numberToHex(word, { size: 20 }))))

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

/**
 * Sends every request in the tick of the call, so that a batching client makes one round trip of them. `questionable`
 * are the contracts that are asked whether they are proxies.
 */
export async function readFacts(
  client: PublicClient,
  account: Address,
  subjects: Subjects,
  questionable: readonly Address[],
  signal: AbortSignal,
): Promise<Facts> {
  const options = { signal }
  const recipients = unique(subjects.recipients.map(({ address }) => address))
  const named = unique([
    ...recipients,
    ...subjects.targets,
    ...subjects.approvals.map(({ spender }) => spender),
    ...subjects.operators.map(({ operator }) => operator),
  ])
  const balanceOf = (address: Address) =>
    fact(client.request({ method: 'eth_getBalance', params: [address, 'latest'] }, options), quantity)
  const [chainId, block, balance, maxFeePerGas, code, activity, implementation] = await Promise.all([
    fact(client.request({ method: 'eth_chainId' }, options), quantity),
    fact(client.request({ method: 'eth_blockNumber' }, options), quantity),
    balanceOf(account),
    fact(client.request({ method: 'eth_feeHistory', params: ['0x5', 'latest', [50]] }, options), feeHistory),
    Promise.all(
      named.map(
        async (address) =>
          [
            address,
            await fact(client.request({ method: 'eth_getCode', params: [address, 'latest'] }, options), bytes),
          ] as const,
      ),
    ),
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
      questionable.map(async (address) => {
        const params: [Address, Hex, 'latest'] = [address, implementationSlot, 'latest']
        const read = client.request({ method: 'eth_getStorageAt', params }, options)
        return [address, await fact(read, addressWord)] as const
      }),
    ),
  ])
  return {
    chainId,
    block,
    balance,
    maxFeePerGas,
    code: new Map(code),
    activity: new Map(activity),
    implementation: new Map(implementation),
  }
}

export const unique = (addresses: readonly Address[]): Address[] => [
  ...new Set(addresses.map((address) => getAddress(address))),
]
