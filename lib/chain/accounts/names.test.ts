import { getAddress, namehash, toCoinType } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesAbi } from '@/devnet/abi'
import { deployer, friend } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { unreachableChains } from '../testing/chains'
import { revertingWithLookup } from '../testing/offchain-lookup'
import { loadNormalizeName, nameChain, OffchainNameError, readName } from './names'

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
  it('is the one for Ethereum, on every chain without its own', async () => {
    expect(await read(name)).toEqual({ address: friend, isOfChain: true })
    expect(await read(name, 31338)).toEqual({ address: friend, isOfChain: false })
  })

  it('is the chain’s own if there is one (ENSIP-11)', async () => {
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

  it('is null if none is recorded', async () => {
    expect(await read('nobody.countersign.eth')).toBeNull()
  })

  it('is unknown if the record is kept off chain, and nobody is asked for it', async () => {
    const start = await devnet.first.client.snapshot()
    const bytecode = revertingWithLookup(devnetAddresses.names, 'http://127.0.0.1:1')
    await devnet.first.client.setCode({ address: devnetAddresses.names, bytecode })
    await expect(read(name)).rejects.toBeInstanceOf(OffchainNameError)
    await devnet.first.client.revert({ id: start })
  })

  it('is unknown if the chain does not answer', async () => {
    await expect(read(name, 31337, served('http://127.0.0.1:1'))).rejects.toThrow(/fetch failed|HTTP request failed/)
  })
})

describe('the chain that keeps names', () => {
  const chains = unreachableChains(1, 8453, 11155111, 31337, 31338)
  const of = (id: number, among = chains) => {
    const chain = chains.get(id)
    return chain && nameChain(chain, among)?.id
  }

  it('is Ethereum, Sepolia for test networks, and the first of the local chains', () => {
    expect([1, 8453, 11155111, 31337, 31338].map((id) => of(id))).toEqual([1, 1, 11155111, 31337, 31337])
  })

  it('is null if not served: a test network has no names of real chains', () => {
    expect(of(8453, new Map([...chains].filter(([id]) => id !== 1)))).toBeUndefined()
  })
})

it.each([
  ['Friend.Countersign.ETH', name],
  ['vi--talik.eth', null],
  // A Cyrillic letter among Latin ones.
  ['vіtalik.eth', null],
])('%s is normalized to %s (ENSIP-15)', async (written, normal) => {
  const normalize = await loadNormalizeName()
  expect(normalize(written)).toBe(normal)
})
