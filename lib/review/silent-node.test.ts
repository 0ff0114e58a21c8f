import { beforeEach, describe, expect, test } from 'vitest'
import type { Plan } from '@/lib/tools/plan'
import { compareReviews } from './findings/compare'
import { account, friend } from './fixtures/local-chain'
import { type Interference, withoutSimulateV1, withoutSimulation } from './fixtures/node-proxy'
import {
  deposit,
  levels,
  of,
  planOf,
  reviewOn,
  sendNative,
  sendToken,
  step,
  tokenCall,
  transfer,
  vaultIsPinned,
} from './fixtures/plans'
import type { ReviewRequest } from './review-plan'
import { reviewBench } from './testing/bench'

const bench = reviewBench()

const unverified = (review: Awaited<ReturnType<typeof reviewOn>>) =>
  review.findings.filter(({ level }) => level === 'UNVERIFIED').map(({ rule }) => rule)

/** Returns the rules that report themselves unverified, by failing each method with a different message. */
async function uncheckedOf(plan: Plan, more: Partial<ReviewRequest> = {}) {
  bench.proxy.reset(({ method }) => ({ error: { code: -32005, message: `no ${method}` } }))
  return unverified(await reviewOn(bench.local, plan, { ...more, ...bench.proxied() }))
}

describe('when the node cannot answer', () => {
  test('a node that is down leaves everything unverified, which must be acknowledged', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 1_000_000n), {
      ...vaultIsPinned(bench.local),
      chains: new Map([[31337, bench.local.handle('http://127.0.0.1:21399')]]),
    })
    expect(review).toMatchObject({ method: 'none', effects: null, fee: null, block: null, verdict: 'acknowledge' })
    expect(review.findings).toEqual([
      {
        rule: 'rpc',
        level: 'UNVERIFIED',
        title: 'The chain could not be reached.',
        observed: 'the node is not responding',
        why: expect.stringContaining('whether this would succeed'),
        fix: { kind: 'refresh', label: 'Check again' },
        covers: await uncheckedOf(deposit(bench.local, 1_000_000n), vaultIsPinned(bench.local)),
      },
    ])
  })

  test('a node that never answers counts as down after the timeout', async () => {
    bench.proxy.reset(() => 'hang')
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { ...bench.proxied(), timeoutMs: 50 })
    expect(review).toMatchObject({ method: 'none', verdict: 'acknowledge' })
    expect(unverified(review)).toEqual(['rpc'])
    expect(of(review, 'rpc')[0]?.observed).toBe('the node took too long to answer')
  })

  test('a node that refuses everything gives one finding too, with its message', async () => {
    bench.proxy.reset(() => ({ error: { code: -32005, message: 'too many requests' } }))
    const review = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    expect(review.verdict).toBe('acknowledge')
    expect(unverified(review)).toEqual(['rpc'])
    expect(of(review, 'rpc')[0]?.observed).toContain('too many requests')
  })

  test('findings that need no chain still appear', async () => {
    const down = { chains: new Map([[31337, bench.local.handle('http://127.0.0.1:21399')]]) }
    const stranger = await reviewOn(bench.local, sendNative(friend, 1n), down)
    expect(stranger.findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['G10', 'DANGER'],
      ['rpc', 'UNVERIFIED'],
    ])
    const lost = await reviewOn(bench.local, sendNative('0x0000000000000000000000000000000000000000', 1n), down)
    expect(lost.verdict).toBe('blocked')
    expect(lost.findings.map(({ rule, level }) => [rule, level])).toContainEqual(['G13', 'BLOCK'])
    expect(unverified(lost)).toEqual(['rpc'])
  })

  test('keeps the findings separate if anything was answered or the reasons differ', async () => {
    bench.proxy.reset(() => ({ error: { code: -32005, message: 'too many requests' } }))
    const refused = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    const checkedApart = of(refused, 'rpc')[0]?.covers
    bench.proxy.reset(({ method }) =>
      method === 'eth_blockNumber' ? undefined : { error: { code: -32005, message: 'too many requests' } },
    )
    const answeredOnce = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    expect(unverified(answeredOnce)).toEqual(checkedApart)
    bench.proxy.reset(({ method }) => ({
      error: { code: -32005, message: method === 'eth_blockNumber' ? 'no blocks' : 'too many requests' },
    }))
    const differing = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    expect(unverified(differing)).toEqual(checkedApart)
  })

  test('a node that goes down is a change for the worse, one that comes back is not', async () => {
    const plan = sendNative(friend, 1n)
    const up = await reviewOn(bench.local, plan, bench.proxied())
    bench.proxy.reset(({ method }) => (method === 'eth_simulateV1' ? { result: [{ calls: 'none' }] } : undefined))
    const half = await reviewOn(bench.local, plan, bench.proxied())
    bench.proxy.reset(() => ({ error: { code: -32005, message: 'too many requests' } }))
    const down = await reviewOn(bench.local, plan, bench.proxied())
    expect(compareReviews(up, down)).toMatchObject([{ rule: 'rpc' }])
    expect(compareReviews(half, down)).toMatchObject([{ rule: 'rpc' }])
    expect(compareReviews(down, down)).toBeNull()
    expect(compareReviews(down, half)).toBeNull()
    expect(compareReviews(down, up)).toBeNull()
  })

  test('an answer of the wrong shape counts as none', async () => {
    bench.proxy.reset(({ method }) => (method === 'eth_simulateV1' ? { result: [{ calls: 'none' }] } : undefined))
    const review = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    expect(review).toMatchObject({ method: 'none', verdict: 'acknowledge' })
    expect(of(review, 'G5')[0]?.observed).toBe('the node’s answer could not be read')
  })

  test('a single failing answer leaves only one rule unverified', async () => {
    bench.proxy.reset(({ method }) =>
      method === 'eth_getTransactionCount' ? { error: { code: -32000, message: 'no' } } : undefined,
    )
    const review = await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    expect(unverified(review)).toEqual(['G12'])
  })

  test('an aborted review rejects', async () => {
    bench.proxy.reset(() => 'hang')
    const abort = new AbortController()
    const review = reviewOn(bench.local, sendNative(friend, 1n), { ...bench.proxied(), signal: abort.signal })
    abort.abort(new Error('the card is gone'))
    await expect(review).rejects.toThrow('the card is gone')
  })
})

describe('a node without eth_simulateV1', () => {
  const pinned = () => ({ ...bench.proxied(), ...vaultIsPinned(bench.local) })
  beforeEach(() => bench.proxy.reset(withoutSimulateV1))

  test('shows the same effects by one call with state overrides, and says what it cannot know', async () => {
    const plan = sendToken(bench.local.usdc, friend, 1n)
    const review = await reviewOn(bench.local, plan, bench.proxied())
    expect(review).toMatchObject({ method: 'eth_call', verdict: 'acknowledge' })
    expect(review.effects).toEqual((await reviewOn(bench.local, plan)).effects)
    expect(unverified(review)).toEqual(['G7', 'G23.environment'])
    expect(of(review, 'G7')[0]?.observed).toContain('not show what else a transaction moves')
    expect(review.fee?.gas).toHaveLength(1)
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    expect(bench.proxy.seen.roundTrips[1]?.toSorted()).toEqual(['eth_call', 'eth_call', 'eth_estimateGas'])
  })

  test('runs each step after the steps before it', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 1_000_000n), pinned())
    expect(review).toMatchObject({ method: 'eth_call', verdict: 'acknowledge' })
    expect(review.effects).toEqual(
      (await reviewOn(bench.local, deposit(bench.local, 1_000_000n), vaultIsPinned(bench.local))).effects,
    )
    expect(levels(review, 'G5')).toEqual([])
    expect(levels(review, 'G8')).toEqual([])
  })

  test('blocks a later step that fails, with its reason', async () => {
    const [approval, action] = deposit(bench.local, 1_000_000n).steps
    if (!action) throw new Error('a deposit has two steps')
    const short = { ...approval, data: tokenCall('approve', [bench.local.vault, 999_999n]) }
    const review = await reviewOn(
      bench.local,
      { ...deposit(bench.local, 1_000_000n), steps: [short, action] },
      pinned(),
    )
    expect(review.verdict).toBe('blocked')
    expect(of(review, 'G5')[0]).toMatchObject({ level: 'BLOCK', observed: expect.stringContaining('Deposit') })
  })

  test('blocks a first step that fails, with its reason', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 2_000_000_000n), bench.proxied())
    expect(review).toMatchObject({ method: 'eth_call', verdict: 'blocked' })
    expect(of(review, 'G5')[0]).toMatchObject({
      level: 'BLOCK',
      observed: expect.stringContaining('does not hold enough'),
    })
  })

  test('blocks an undeclared outflow', async () => {
    const review = await reviewOn(bench.local, planOf([transfer(bench.local.usdc, friend, 5n)]), bench.proxied())
    expect(levels(review, 'G7')).toContain('BLOCK')
  })

  test('blocks an allowance that is left over', async () => {
    const [approval, action] = deposit(bench.local, 1_000_000n).steps
    if (!action) throw new Error('a deposit has two steps')
    const ample = { ...approval, data: tokenCall('approve', [bench.local.vault, 1_000_001n]) }
    const review = await reviewOn(
      bench.local,
      { ...deposit(bench.local, 1_000_000n), steps: [ample, action] },
      pinned(),
    )
    expect(review.effects?.allowances).toMatchObject([{ amount: 1n }])
    expect(review.verdict).toBe('blocked')
  })

  test('says that the account cannot pay', async () => {
    const review = await reviewOn(bench.local, sendNative(friend, 10n ** 30n), bench.proxied())
    expect(levels(review, 'G6')).toEqual(['BLOCK'])
    expect(levels(review, 'G5')).toEqual([])
  })

  test('lets the account receive an NFT while its code is overridden', async () => {
    const plan = planOf([step(bench.local.postcards, tokenCall('safeTransferFrom', [account, account, 1n]))])
    expect(levels(await reviewOn(bench.local, plan, bench.proxied()), 'G5')).toEqual([])
  })

  test('leaves the fee of several steps unknown', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 1n), pinned())
    expect(review.fee).toBeNull()
    expect(levels(review, 'G6')).toEqual(['UNVERIFIED'])
  })

  test.each<[string, Interference]>([
    ['refuses', withoutSimulation],
    [
      'overlooks',
      (request) =>
        request.method === 'eth_call' && request.params.length > 2 ? { result: '0x' } : withoutSimulateV1(request),
    ],
    [
      'garbles',
      (request) =>
        request.method === 'eth_call' && request.params.length > 2 ? { result: '0x1234' } : withoutSimulateV1(request),
    ],
  ])('that %s state overrides runs the first step alone and leaves the effects unverified', async (_how, node) => {
    bench.proxy.reset(node)
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), bench.proxied())
    expect(review).toMatchObject({ method: 'eth_call', effects: null, verdict: 'acknowledge' })
    expect(unverified(review)).toEqual(['G5', 'G7', 'G9', 'G18', 'G24', 'G31', 'G23.environment'])
    expect(review.fee?.gas).toHaveLength(1)
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    const failing = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 2_000_000_000n), bench.proxied())
    expect(failing.verdict).toBe('blocked')
  })
})
