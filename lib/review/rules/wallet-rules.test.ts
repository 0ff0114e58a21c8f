import { expect, test } from 'vitest'
import { account, friend } from '../fixtures/local-chain'
import { levels, of, planOf, reviewOn, sendNative, step } from '../fixtures/plans'
import { reviewBench } from '../testing/bench'

const bench = reviewBench()

const plan = sendNative(friend, 1n)

test('G2: the plan’s own account passes', async () => {
  expect(levels(await reviewOn(bench.local, plan), 'G2')).toEqual([])
})

test('G2: case does not matter', async () => {
  const lower = account.toLowerCase() as typeof account
  expect(levels(await reviewOn(bench.local, plan, { wallet: { account: lower, chainId: 31337 } }), 'G2')).toEqual([])
})

test('G2: another account blocks and names both', async () => {
  const review = await reviewOn(bench.local, plan, { wallet: { account: friend, chainId: 31337 } })
  expect(of(review, 'G2')).toMatchObject([{ level: 'BLOCK', claim: account, observed: friend }])
  expect(review.verdict).toBe('blocked')
})

test('G2: no wallet blocks', async () => {
  expect(levels(await reviewOn(bench.local, plan, { wallet: null }), 'G2')).toEqual(['BLOCK'])
})

test('G3: everything on one chain passes', async () => {
  expect(levels(await reviewOn(bench.local, plan), 'G3')).toEqual([])
})

test('G3: a wallet on another chain blocks and offers to switch', async () => {
  const review = await reviewOn(bench.local, plan, { wallet: { account, chainId: 1 } })
  expect(of(review, 'G3')).toMatchObject([
    {
      level: 'BLOCK',
      observed: 'Ethereum (chain 1)',
      fix: { kind: 'switch-chain', chainId: 31337, label: 'Switch to Local' },
    },
  ])
  // Everything else was checked nevertheless.
  expect(review.effects?.balances).toHaveLength(1)
})

test('G3: an unserved chain blocks', async () => {
  const elsewhere = planOf([step(friend, '0x', 1n, { chainId: 5 })])
  const review = await reviewOn(bench.local, elsewhere)
  expect(of(review, 'G3')).toMatchObject([{ level: 'BLOCK', title: 'Chain 5 is not supported here.' }])
  expect(review.findings.some(({ level }) => level === 'UNVERIFIED')).toBe(false)
})

test('G3: steps on two chains block', async () => {
  const both = planOf([step(friend, '0x', 1n), step(friend, '0x', 1n, { chainId: 1 })])
  expect(of(await reviewOn(bench.local, both), 'G3')).toMatchObject([
    { level: 'BLOCK', observed: 'Chains 31337 and 1' },
  ])
})

test('G3: a node on the wrong chain blocks', async () => {
  bench.proxy.reset(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined))
  const review = await reviewOn(bench.local, plan, { chains: new Map([[31337, bench.local.handle(bench.proxy.url)]]) })
  expect(of(review, 'G3')).toMatchObject([{ level: 'BLOCK', observed: 'Chain 1' }])
})

test('G3: a node that does not report its chain is unverified', async () => {
  bench.proxy.reset(({ method }) =>
    method === 'eth_chainId' ? { error: { code: -32000, message: 'not now' } } : undefined,
  )
  const review = await reviewOn(bench.local, plan, { chains: new Map([[31337, bench.local.handle(bench.proxy.url)]]) })
  expect(of(review, 'G3')).toMatchObject([{ level: 'UNVERIFIED', observed: expect.stringContaining('“not now”') }])
  expect(review.verdict).toBe('acknowledge')
})
