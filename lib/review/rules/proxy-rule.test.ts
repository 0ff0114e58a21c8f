import { type Address, type Hex, pad } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '@/devnet/anvil'
import { readArtifact } from '@/devnet/contracts/artifact'
import { compareReviews } from '../compare'
import { friend, type LocalChain, nobody, populate, thief } from '../fixtures/local-chain'
import { startNodeProxy } from '../fixtures/node-proxy'
import { levels, of, reviewOn, sendNative, sendToken } from '../fixtures/plans'

// EIP-1967, "Logic contract address".
const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

let anvil: Anvil
let local: LocalChain
let proxy: Awaited<ReturnType<typeof startNodeProxy>>
let snapshot: Hex

beforeAll(async () => {
  anvil = await startAnvil({ port: 21390, chainId: 31337, allowOrigin: 'http://localhost' })
  local = await populate(anvil.url, readArtifact)
  proxy = await startNodeProxy(anvil.url, 21391)
})
beforeEach(async () => {
  snapshot = await local.anvil.snapshot()
})
afterEach(() => local.anvil.revert({ id: snapshot }))
afterAll(async () => {
  await proxy?.stop()
  await anvil?.stop()
})

const runs = (address: Address, implementation: Address | null) =>
  local.anvil.setStorageAt({ address, index: slot, value: implementation ? pad(implementation) : pad('0x0') })
const throughProxy = () => ({ chains: new Map([[31337, local.handle(proxy.url)]]) })

test('a contract that runs the code of another is named with it, and is no reason to stop', async () => {
  await runs(local.toll, friend)
  const review = await reviewOn(local, sendToken(local.toll, friend, 0n))
  expect(of(review, 'G16')).toMatchObject([{ level: 'INFO', observed: `${local.toll} runs the code of ${friend}` }])
})

test('a contract with code of its own passes', async () => {
  expect(levels(await reviewOn(local, sendToken(local.toll, friend, 0n)), 'G16')).toEqual([])
})

test('what is pinned and what is not called is not asked', async () => {
  await runs(local.usdc, friend)
  expect(levels(await reviewOn(local, sendToken(local.usdc, friend, 1n)), 'G16')).toEqual([])
  proxy.reset()
  await reviewOn(local, sendNative(local.toll, 1n), throughProxy())
  expect(proxy.seen.roundTrips.flat()).not.toContain('eth_getStorageAt')
})

test('code exchanged between review and click blocks, in either direction', async () => {
  const plan = sendToken(local.toll, friend, 0n)
  const plain = await reviewOn(local, plan)
  await runs(local.toll, friend)
  const one = await reviewOn(local, plan)
  await runs(local.toll, thief)
  const other = await reviewOn(local, plan)
  const blocked = { rule: 'G16', level: 'BLOCK' }
  expect(compareReviews(one, one)).toBeNull()
  expect(compareReviews(one, other)).toMatchObject([
    { ...blocked, claim: expect.stringContaining(friend), observed: expect.stringContaining(thief) },
  ])
  expect(compareReviews(plain, one)).toMatchObject([blocked])
  expect(compareReviews(one, plain)).toMatchObject([blocked])
})

test.each([
  ['an error', { error: { code: -32000, message: 'no storage here' } }],
  ['more than an address', { result: `0x${'f'.repeat(64)}` }],
])('%s leaves it unverified, which is news at the click', async (_, answer) => {
  proxy.reset()
  const plan = sendToken(local.toll, friend, 0n)
  const before = await reviewOn(local, plan, throughProxy())
  proxy.reset(({ method }) => (method === 'eth_getStorageAt' ? answer : undefined))
  const after = await reviewOn(local, plan, throughProxy())
  expect(levels(after, 'G16')).toEqual(['UNVERIFIED'])
  expect(compareReviews(before, after)).toMatchObject([{ rule: 'G16', level: 'UNVERIFIED' }])
  expect(compareReviews(after, before)).toBeNull()
})

test.each(['0x', '0x0'])('an empty word written as %s is no implementation', async (result) => {
  proxy.reset(({ method }) => (method === 'eth_getStorageAt' ? { result } : undefined))
  const review = await reviewOn(local, sendToken(local.toll, nobody, 0n), throughProxy())
  expect(levels(review, 'G16')).toEqual([])
})
