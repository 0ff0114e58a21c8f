import { getAddress, namehash, toCoinType } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesAbi } from '@/devnet/abi'
import { deployer, friend } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { revertingWithLookup } from '../testing/offchain-lookup'
import { nameChain, normalizedName, OffchainNameError, readName } from './names'
import { unreachableChains } from '../testing/chains'

const name = 'friend.countersign.eth'
const there = getAddress('0x0000000000000000000000000000000000000b0b')

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet?.stop())

const served = (url = '') => buildChains([{ id: 31337, rpcUrl: url || devnet.first.info.rpcUrl }])
const read = (asked: string, chainId = 31337, chains = served()) => {
  const [chain] = chains.values()
  if (!chain) throw new Error('the chain is missing')
  return readName(chain, asked, chainId)
}

describe('the address of a name', () => {
  it('is the one for Ethereum, on every chain for which there is no other', async () => {
    expect(await read(name)).toEqual({ address: friend, isOfChain: true })
    expect(await read(name, 31338)).toEqual({ address: friend, isOfChain: false })
  })

  it('is the one for the chain where there is one (ENSIP-11)', async () => {
    const start = await devnet.first.client.snapshot()
    const hash = await devnet.first.client.writeContract({
      address: devnetAddresses.names,
      abi: namesAbi,
      functionName: 'setRecord',
      args: [namehash(name), toCoinType(31338), there],
      account: deployer,
      chain: null,
    })
    await minedReceipt(devnet.first.client, hash)
    expect(await read(name, 31338)).toEqual({ address: there, isOfChain: true })
    expect(await read(name)).toEqual({ address: friend, isOfChain: true })
    await devnet.first.client.revert({ id: start })
  })

  it('is none where nobody has recorded one', async () => {
    expect(await read('nobody.countersign.eth')).toBeNull()
  })

  it('is not known where the record is kept off the chain, and nobody is asked for it', async () => {
    const start = await devnet.first.client.snapshot()
    const bytecode = revertingWithLookup(devnetAddresses.names, 'http://127.0.0.1:1')
    await devnet.first.client.setCode({ address: devnetAddresses.names, bytecode })
    await expect(read(name)).rejects.toBeInstanceOf(OffchainNameError)
    await devnet.first.client.revert({ id: start })
  })

  it('is not known where the chain does not answer', async () => {
    await expect(read(name, 31337, served('http://127.0.0.1:1'))).rejects.toThrow(/fetch failed|HTTP request failed/)
  })
})

describe('the chain that keeps names', () => {
  const chains = unreachableChains(1, 8453, 11155111, 31337, 31338)
  const of = (id: number, among = chains) => {
    const chain = chains.get(id)
    return chain && nameChain(chain, among)?.id
  }

  it('is Ethereum, of test networks Sepolia, and locally the first', () => {
    expect([1, 8453, 11155111, 31337, 31338].map((id) => of(id))).toEqual([1, 1, 11155111, 31337, 31337])
  })

  it('is none where it is not served: a test network says nothing of real ones', () => {
    expect(of(8453, new Map([...chains].filter(([id]) => id !== 1)))).toBeUndefined()
  })
})

it.each([
  ['Friend.Countersign.ETH', name],
  ['vi--talik.eth', null],
  // A letter of another alphabet among those of ours.
  ['vіtalik.eth', null],
])('%s is written as %s (ENSIP-15)', (written, normal) => {
  expect(normalizedName(written)).toBe(normal)
})
