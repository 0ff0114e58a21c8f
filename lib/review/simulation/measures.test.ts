import { encodeFunctionData, hexToBigInt, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import type { Answer, Check, Probe, Trial } from '@/lib/tools/tool'
import { compareReviews } from '../findings/compare'
import { account, friend } from '../fixtures/local-chain'
import { withoutSimulation } from '../fixtures/node-proxy'
import { deposit, levels, of, planOf, reviewOn, sendNative, sendToken, vaultIsPinned } from '../fixtures/plans'
import { reviewBench } from '../testing/bench'

const bench = reviewBench()

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256)',
])
const balanceOf = (token: `0x${string}`) => ({
  to: token,
  data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }),
})
const redeem = (shares: bigint) => ({
  to: bench.local.vault,
  data: encodeFunctionData({ abi, functionName: 'redeem', args: [shares, account, account] }),
  value: 0n,
})
const number = (answer: Answer | undefined) => hexToBigInt(answer ?? '0x')
const tokens = (amount: bigint) => ({ kind: 'token', amount, decimals: 6, symbol: 'USDC' }) as const

/** Returns the shares before and after as a figure, and warns about more than a hundred. */
const sharesProbe = (): Probe => ({
  id: 'vault.shares',
  about: 'how many shares you get',
  reads: [balanceOf(bench.local.vault)],
  judge: ({ before, after }) => ({
    findings: number(after[0]) > 100n ? [{ rule: 'vault.many', level: 'WARN', title: 'Many shares.' }] : [],
    figures: [{ id: 'shares', label: 'Shares', before: tokens(number(before[0])), after: tokens(number(after[0])) }],
  }),
})

/** Tests whether the shares of a deposit can be redeemed at once, and what comes back. */
const exitTrial = (shares: bigint): Trial => ({
  id: 'vault.exit',
  about: 'whether you can leave again',
  steps: [redeem(shares)],
  reads: [balanceOf(bench.local.usdc)],
  judge: ({ steps, before, between, after }) => ({
    findings: steps[0]?.ok ? [] : [{ rule: 'vault.locked', level: 'DANGER', title: 'You cannot withdraw right away.' }],
    figures: [
      {
        id: 'back',
        label: 'Comes back',
        before: tokens(number(before[0]) - number(between[0])),
        after: tokens(number(after[0]) - number(between[0])),
      },
    ],
  }),
})

describe('probes', () => {
  test('measure inside the simulation, in the same round trip', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), {
      ...bench.proxied(),
      ...vaultIsPinned(bench.local),
      probes: [sharesProbe()],
    })
    expect(review.figures).toEqual([{ id: 'shares', label: 'Shares', before: tokens(0n), after: tokens(400n) }])
    expect(levels(review, 'vault.many')).toEqual(['WARN'])
    expect(of(review, 'vault.shares')).toEqual([])
    expect(bench.proxy.seen.roundTrips).toHaveLength(1)
  })

  test('each gets the answers to its own reads, and null for one that fails', async () => {
    const seen: Parameters<Probe['judge']>[0][] = []
    const asking = (id: string, ...reads: Probe['reads']): Probe => ({
      id,
      about: id,
      reads,
      judge: (answers) => {
        seen.push(answers)
        return { findings: [] }
      },
    })
    const nonsense = { to: bench.local.usdc, data: '0x12345678' } as const
    await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), {
      probes: [
        asking('a', nonsense, balanceOf(bench.local.usdc)),
        asking('b'),
        asking('c', balanceOf(bench.local.vault)),
      ],
    })
    const [a, b, c] = seen
    expect(a?.before.map((answer) => answer && hexToBigInt(answer))).toEqual([null, 1_000_000_000n])
    expect(a?.after.map((answer) => answer && hexToBigInt(answer))).toEqual([null, 999_999_999n])
    expect(b).toEqual({ before: [], after: [] })
    expect(c?.after.map((answer) => answer && hexToBigInt(answer))).toEqual([0n])
  })

  test('answer from the second run if the logs required one', async () => {
    const seen: bigint[] = []
    const probe: Probe = {
      id: 'probe',
      about: 'this',
      reads: [balanceOf(bench.local.bait)],
      judge: ({ before, after }) => {
        seen.push(number(before[0]), number(after[0]))
        return { findings: [] }
      },
    }
    await reviewOn(bench.local, sendToken(bench.local.bait, friend, 7n), { ...bench.proxied(), probes: [probe] })
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    expect(seen).toEqual([500n * 10n ** 18n, 500n * 10n ** 18n - 7n])
  })

  test('a probe whose judge throws is unverified under its id, without figures, and stops no other', async () => {
    const broken: Probe = {
      ...sharesProbe(),
      id: 'broken',
      judge: () => {
        throw new RangeError('no such figure')
      },
    }
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), { probes: [broken, sharesProbe()] })
    expect(of(review, 'broken')).toMatchObject([
      { level: 'UNVERIFIED', title: 'Not checked: how many shares you get.', observed: 'this check itself failed' },
    ])
    expect(review.figures).toHaveLength(1)
    expect(review.verdict).toBe('acknowledge')
  })

  test('are not judged if a step fails, which blocks already', async () => {
    let asked = 0
    const counting: Probe = {
      ...sharesProbe(),
      judge: () => {
        asked += 1
        return { findings: [] }
      },
    }
    const review = await reviewOn(bench.local, deposit(bench.local, 2_000_000_000n), { probes: [counting] })
    expect(levels(review, 'G5')).toEqual(['BLOCK'])
    expect(of(review, 'vault.shares')).toEqual([])
    expect(asked).toBe(0)
  })

  test('are unverified on a node that cannot simulate', async () => {
    bench.proxy.reset(withoutSimulation)
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { ...bench.proxied(), probes: [sharesProbe()] })
    expect(of(review, 'vault.shares')).toMatchObject([
      { level: 'UNVERIFIED', observed: 'this node cannot simulate what a transaction changes' },
    ])
    expect(review.figures).toEqual([])
  })

  test('are covered by one finding if the node does not respond at all', async () => {
    const chains = new Map([[31337, bench.local.handle('http://127.0.0.1:22019')]])
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains, probes: [sharesProbe()] })
    expect(of(review, 'vault.shares')).toEqual([])
    expect(of(review, 'rpc')[0]?.covers).toContain('vault.shares')
    expect(of(review, 'rpc')[0]?.why).toContain('how many shares you get')
  })

  test('report nothing if the chain is not served, which blocks already', async () => {
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains: new Map(), probes: [sharesProbe()] })
    expect(review.verdict).toBe('blocked')
    expect(of(review, 'vault.shares')).toEqual([])
  })

  test('a new finding at the click leads back to review, figures alone do not', async () => {
    const few = await reviewOn(bench.local, deposit(bench.local, 400n), {
      probes: [{ ...sharesProbe(), judge: () => ({ findings: [], figures: [] }) }],
    })
    const many = await reviewOn(bench.local, deposit(bench.local, 400n), { probes: [sharesProbe()] })
    expect(compareReviews(few, many)).toMatchObject([{ rule: 'vault.many', level: 'WARN' }])
    expect(compareReviews({ ...many, figures: [] }, many)).toBeNull()
  })
})

describe('trials', () => {
  test('run after the plan, are not part of its effects, and share its round trip', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), {
      ...bench.proxied(),
      ...vaultIsPinned(bench.local),
      trials: [exitTrial(400n)],
    })
    expect(review.figures).toEqual([{ id: 'back', label: 'Comes back', before: tokens(400n), after: tokens(400n) }])
    expect(of(review, 'vault.locked')).toEqual([])
    expect(review.effects?.balances.map(({ before, after }) => after - before)).toEqual([-400n, 400n])
    expect(review.fee?.gas).toHaveLength(2)
    expect(bench.proxy.seen.roundTrips).toHaveLength(1)
  })

  test('leave a failing step of the trial to the judge', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), { trials: [exitTrial(401n)] })
    expect(levels(review, 'vault.locked')).toEqual(['DANGER'])
    expect(levels(review, 'G5')).toEqual([])
  })

  test('a trial whose judge throws is unverified under its id', async () => {
    const broken: Trial = {
      ...exitTrial(400n),
      judge: () => {
        throw new RangeError('no such figure')
      },
    }
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), { trials: [broken] })
    expect(of(review, 'vault.exit')).toMatchObject([
      { level: 'UNVERIFIED', title: 'Not checked: whether you can leave again.' },
    ])
  })

  test('a trial the account cannot pay for is unverified, without affecting the plan’s simulation', async () => {
    const trial = { ...exitTrial(400n), steps: [{ to: friend, data: '0x', value: 10n ** 30n }] } as const
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), { trials: [trial] })
    expect(of(review, 'vault.exit')).toMatchObject([
      { level: 'UNVERIFIED', observed: 'the account could not pay for trying it' },
    ])
    expect(review.method).toBe('eth_simulateV1')
  })

  test('a trial the node refuses is unverified, with its message', async () => {
    let simulations = 0
    bench.proxy.reset(({ method }) => {
      if (method !== 'eth_simulateV1') return undefined
      simulations += 1
      return simulations === 1 ? undefined : { error: { code: -32005, message: 'one at a time, please' } }
    })
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), {
      ...bench.proxied(),
      trials: [exitTrial(400n)],
    })
    expect(of(review, 'vault.exit')).toMatchObject([
      { level: 'UNVERIFIED', observed: expect.stringContaining('one at a time, please') },
    ])
    expect(review.effects).not.toBeNull()
  })

  test('are not judged if the plan fails', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 2_000_000_000n), { trials: [exitTrial(400n)] })
    expect(levels(review, 'G5')).toEqual(['BLOCK'])
    expect(of(review, 'vault.exit')).toEqual([])
  })
})

describe('checks', () => {
  const code = (at: ChainHandle): Check => ({
    id: 'vault.code',
    about: 'whether there is a vault',
    ask: async (signal) => {
      const params = [bench.local.vault, 'latest'] as const
      const found = await at.client.request({ method: 'eth_getCode', params: [...params] }, { signal })
      return {
        findings: [{ rule: 'vault.code', level: found === '0x' ? 'BLOCK' : 'OK', title: 'Asked.' }],
        figures: [{ id: 'code', label: 'Code', before: null, after: { kind: 'text', text: 'read' } }],
      }
    },
  })
  const on = (chains: Chains) => {
    const chain = chains.get(31337)
    if (!chain) throw new Error('the chain is served')
    return chain
  }

  test('run in the same round trip as the simulation', async () => {
    const { chains } = bench.proxied()
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), {
      chains,
      ...vaultIsPinned(bench.local),
      checks: [code(on(chains))],
    })
    expect(levels(review, 'vault.code')).toEqual(['OK'])
    expect(review.figures.map(({ id }) => id)).toEqual(['code'])
    expect(bench.proxy.seen.roundTrips).toHaveLength(1)
  })

  test('also judge a failing plan, before the failure itself', async () => {
    const { chains } = bench.proxied()
    const bad: Check = {
      ...code(on(chains)),
      ask: async () => ({ findings: [{ rule: 'bad', level: 'BLOCK', title: 'No.' }] }),
    }
    const review = await reviewOn(bench.local, deposit(bench.local, 2_000_000_000n), { chains, checks: [bad] })
    const blocks = review.findings.filter(({ level }) => level === 'BLOCK').map(({ rule }) => rule)
    expect(blocks).toEqual(['bad', 'G5'])
  })

  test('run on a node that cannot simulate', async () => {
    bench.proxy.reset(withoutSimulation)
    const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains, checks: [code(on(chains))] })
    expect(review.method).toBe('eth_call')
    expect(levels(review, 'vault.code')).toEqual(['OK'])
  })

  test('a check that fails is unverified under its id and must be acknowledged', async () => {
    const failing: Check = { ...code(on(bench.proxied().chains)), ask: () => Promise.reject(new RangeError('no')) }
    const review = await reviewOn(bench.local, deposit(bench.local, 400n), {
      checks: [failing, code(on(bench.proxied().chains))],
    })
    expect(of(review, 'vault.code')).toMatchObject([
      { level: 'UNVERIFIED', title: 'Not checked: whether there is a vault.', observed: 'the node could not be asked' },
      { level: 'OK' },
    ])
    expect(review.verdict).toBe('acknowledge')
  })

  test('a check without an answer ends with the timeout of the review', async () => {
    bench.proxy.reset(() => 'hang')
    const asked = new Map([[31337, bench.local.handle(bench.proxy.url)]])
    const review = await reviewOn(bench.local, sendNative(friend, 1n), {
      chains: asked,
      checks: [code(on(asked))],
      timeoutMs: 300,
    })
    expect(of(review, 'rpc')).toMatchObject([
      { observed: 'the node took too long to answer', covers: expect.arrayContaining(['vault.code']) },
    ])
  })

  test('are covered by one finding if the node does not respond at all', async () => {
    const chains = new Map([[31337, bench.local.handle('http://127.0.0.1:22019')]])
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains, checks: [code(on(chains))] })
    expect(of(review, 'vault.code')).toEqual([])
    expect(of(review, 'rpc')[0]?.covers).toContain('vault.code')
  })
})

test('a contract counts as known only if the tool pins it', async () => {
  const approveAndEnter = planOf([...deposit(bench.local, 400n).steps], deposit(bench.local, 400n).declares)
  const unknown = await reviewOn(bench.local, approveAndEnter)
  const pinned = await reviewOn(bench.local, approveAndEnter, {
    pinned: [{ address: bench.local.vault, label: 'the vault' }],
  })
  expect(levels(unknown, 'G10')).toContain('DANGER')
  expect(levels(pinned, 'G10')).toEqual([])
})
