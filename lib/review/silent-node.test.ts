import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '@/devnet/anvil'
import { readArtifact } from '@/devnet/contracts/artifact'
import { compareReviews } from './compare'
import { friend, type LocalChain, populate } from './fixtures/local-chain'
import { methodMissing, startNodeProxy } from './fixtures/node-proxy'
import { deposit, levels, of, reviewOn, sendNative, sendToken, vaultIsPinned } from './fixtures/plans'

let anvil: Anvil
let local: LocalChain
let proxy: Awaited<ReturnType<typeof startNodeProxy>>

beforeAll(async () => {
  anvil = await startAnvil({ port: 21395, chainId: 31337, allowOrigin: 'http://localhost' })
  local = await populate(anvil.url, readArtifact)
  proxy = await startNodeProxy(anvil.url, 21396)
})
beforeEach(() => proxy.reset())
afterAll(async () => {
  await proxy?.stop()
  await anvil?.stop()
})

const throughProxy = () => ({ chains: new Map([[31337, local.handle(proxy.url)]]) })

describe('when the node cannot answer', () => {
  const unverified = (review: Awaited<ReturnType<typeof reviewOn>>) =>
    review.findings.filter(({ level }) => level === 'UNVERIFIED').map(({ rule }) => rule)

  test('a node that is down leaves everything unverified and has to be acknowledged', async () => {
    const review = await reviewOn(local, deposit(local, 1_000_000n), {
      ...vaultIsPinned(local),
      chains: new Map([[31337, local.handle('http://127.0.0.1:21399')]]),
    })
    expect(review).toMatchObject({ method: 'none', effects: null, fee: null, block: null, verdict: 'acknowledge' })
    expect(review.findings).toEqual([
      {
        rule: 'rpc',
        level: 'UNVERIFIED',
        title: 'The chain could not be asked.',
        observed: 'the node does not answer',
        why: expect.stringContaining('whether this would succeed'),
        fix: { kind: 'refresh', label: 'Check again' },
        covers: ['G3', 'G5', 'G6', 'G7', 'G8', 'G15', 'G18', 'G24', 'G23.environment'],
      },
    ])
  })

  test('a node that never answers counts as down after a while', async () => {
    proxy.reset(() => 'hang')
    const review = await reviewOn(local, sendNative(friend, 1n), { ...throughProxy(), timeoutMs: 50 })
    expect(review).toMatchObject({ method: 'none', verdict: 'acknowledge' })
    expect(unverified(review)).toEqual(['rpc'])
    expect(of(review, 'rpc')[0]?.observed).toBe('the node took too long to answer')
  })

  test('one that refuses everything has one finding too, with its words', async () => {
    proxy.reset(() => ({ error: { code: -32005, message: 'too many requests' } }))
    const review = await reviewOn(local, sendNative(friend, 1n), throughProxy())
    expect(review.verdict).toBe('acknowledge')
    expect(unverified(review)).toEqual(['rpc'])
    expect(of(review, 'rpc')[0]?.observed).toContain('too many requests')
  })

  test('what can be told without the chain is still told beside it', async () => {
    const down = { chains: new Map([[31337, local.handle('http://127.0.0.1:21399')]]) }
    const stranger = await reviewOn(local, sendNative(friend, 1n), down)
    expect(stranger.findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['rpc', 'UNVERIFIED'],
      ['G10', 'WARN'],
    ])
    const lost = await reviewOn(local, sendNative('0x0000000000000000000000000000000000000000', 1n), down)
    expect(lost.verdict).toBe('blocked')
    expect(lost.findings.map(({ rule, level }) => [rule, level])).toContainEqual(['G13', 'BLOCK'])
    expect(unverified(lost)).toEqual(['rpc'])
  })

  test('a single answer, or reasons that differ, keep the findings apart', async () => {
    proxy.reset(({ method }) =>
      method === 'eth_blockNumber' ? undefined : { error: { code: -32005, message: 'too many requests' } },
    )
    const answeredOnce = await reviewOn(local, sendNative(friend, 1n), throughProxy())
    expect(unverified(answeredOnce)).toEqual(['G3', 'G5', 'G6', 'G7', 'G12', 'G13', 'G14', 'G24', 'G23.environment'])
    proxy.reset(({ method }) => ({
      error: { code: -32005, message: method === 'eth_blockNumber' ? 'no blocks' : 'too many requests' },
    }))
    const differing = await reviewOn(local, sendNative(friend, 1n), throughProxy())
    expect(unverified(differing)).toEqual(['G3', 'G5', 'G6', 'G7', 'G12', 'G13', 'G14', 'G24', 'G23.environment'])
  })

  test('a node that comes back is no change for the worse, and one that goes down is', async () => {
    const plan = sendNative(friend, 1n)
    const up = await reviewOn(local, plan, throughProxy())
    proxy.reset(({ method }) => (method === 'eth_simulateV1' ? { result: [{ calls: 'none' }] } : undefined))
    const half = await reviewOn(local, plan, throughProxy())
    proxy.reset(() => ({ error: { code: -32005, message: 'too many requests' } }))
    const down = await reviewOn(local, plan, throughProxy())
    expect(compareReviews(up, down)).toMatchObject([{ rule: 'rpc' }])
    expect(compareReviews(half, down)).toMatchObject([{ rule: 'rpc' }])
    expect(compareReviews(down, down)).toBeNull()
    expect(compareReviews(down, half)).toBeNull()
    expect(compareReviews(down, up)).toBeNull()
  })

  test('without eth_simulateV1 the first step is tried alone and the effects stay unverified', async () => {
    proxy.reset(({ method }) => (method === 'eth_simulateV1' ? methodMissing : undefined))
    const review = await reviewOn(local, sendToken(local.usdc, friend, 1n), throughProxy())
    expect(review).toMatchObject({ method: 'eth_call', effects: null, verdict: 'acknowledge' })
    expect(unverified(review)).toEqual(['G5', 'G7', 'G18', 'G24', 'G23.environment'])
    expect(review.fee?.gas).toHaveLength(1)
    expect(proxy.seen.roundTrips).toHaveLength(2)
    expect(proxy.seen.roundTrips[1]?.toSorted()).toEqual(['eth_call', 'eth_estimateGas'])
  })

  test('without eth_simulateV1 a first step that fails still blocks, with its reason', async () => {
    proxy.reset(({ method }) => (method === 'eth_simulateV1' ? methodMissing : undefined))
    const review = await reviewOn(local, sendToken(local.usdc, friend, 2_000_000_000n), throughProxy())
    expect(review).toMatchObject({ method: 'eth_call', verdict: 'blocked' })
    expect(of(review, 'G5')[0]).toMatchObject({
      level: 'BLOCK',
      observed: expect.stringContaining('does not hold enough'),
    })
  })

  test('without eth_simulateV1 the fee of several steps is unknown', async () => {
    proxy.reset(({ method }) => (method === 'eth_simulateV1' ? methodMissing : undefined))
    const review = await reviewOn(local, deposit(local, 1n), { ...throughProxy(), ...vaultIsPinned(local) })
    expect(review.fee).toBeNull()
    expect(levels(review, 'G6')).toEqual(['UNVERIFIED'])
  })

  test('an answer of the wrong shape is no answer', async () => {
    proxy.reset(({ method }) => (method === 'eth_simulateV1' ? { result: [{ calls: 'none' }] } : undefined))
    const review = await reviewOn(local, sendNative(friend, 1n), throughProxy())
    expect(review).toMatchObject({ method: 'none', verdict: 'acknowledge' })
    expect(of(review, 'G5')[0]?.observed).toBe('the node’s answer could not be read')
  })

  test('a single failing answer leaves one rule unverified, not all', async () => {
    proxy.reset(({ method }) =>
      method === 'eth_getTransactionCount' ? { error: { code: -32000, message: 'no' } } : undefined,
    )
    const review = await reviewOn(local, sendNative(friend, 1n), throughProxy())
    expect(unverified(review)).toEqual(['G12'])
  })

  test('an aborted review rejects', async () => {
    proxy.reset(() => 'hang')
    const abort = new AbortController()
    const review = reviewOn(local, sendNative(friend, 1n), { ...throughProxy(), signal: abort.signal })
    abort.abort(new Error('the card is gone'))
    await expect(review).rejects.toThrow('the card is gone')
  })
})
