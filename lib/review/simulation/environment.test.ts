import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileHostile } from '../fixtures/compile'
import { account, friend, thief } from '../fixtures/local-chain'
import {
  deposit,
  levels,
  native,
  of,
  planOf,
  reviewOn,
  sendNative,
  sendToken,
  step,
  tokenCall,
} from '../fixtures/plans'
import { reviewBench } from '../testing/bench'
import { fittingTime } from './environment'

const bench = reviewBench()
let contracts: ReturnType<typeof compileHostile>

beforeAll(() => {
  contracts = compileHostile()
})

const id = 'G23.environment'

const isElsewhere = (request: unknown) => JSON.stringify(request).includes('"blockOverrides"')

const abi = parseAbi([
  'function claim(uint256 unwatched)',
  'function open() payable',
  'function borrow() payable',
  'function bless()',
  'function curse()',
  'function toil()',
])
type Name = 'open' | 'borrow' | 'bless' | 'curse' | 'toil'
const call = (functionName: Name): Hex => encodeFunctionData({ abi, functionName })
const claim = (to: Address, unwatched: bigint) =>
  step(to, encodeFunctionData({ abi, functionName: 'claim', args: [unwatched] }))

const senses = {
  producer: 0n,
  price: 1n,
  time: 2n,
  gas: 3n,
  ourPrice: 4n,
  ourProducer: 5n,
  ourReader: 6n,
  number: 7n,
  date: 8n,
  realLater: 9n,
  realNow: 10n,
}
const redPill = (sense: keyof typeof senses | bigint): Promise<Address> => {
  const contract = contracts.get('RedPill')
  if (!contract) throw new Error('hostile.sol has no RedPill')
  return bench.local.deploy(contract, [thief, typeof sense === 'bigint' ? sense : senses[sense]])
}

describe('a contract that behaves only while simulated', () => {
  test.each(['producer', 'price', 'time', 'gas', 'ourPrice', 'ourProducer'] as const)(
    'is detected if it goes by %s',
    async (sense) => {
      const pill = await redPill(sense)
      const review = await reviewOn(bench.local, planOf([step(pill, call('open'))]))
      expect(levels(review, 'G5')).toEqual([])
      expect(of(review, id)).toMatchObject([
        { level: 'DANGER', observed: '“Do it” fails: the contract says “closed”', claim: 'Everything succeeds' },
      ])
      expect(review.verdict).not.toBe('ready')
    },
  )

  test('finds no code at the former fixed address of the balance reader', async () => {
    const pill = await redPill('ourReader')
    const review = await reviewOn(bench.local, planOf([step(pill, call('open'))]))
    expect(of(review, 'G5')).toMatchObject([{ level: 'BLOCK', observed: expect.stringContaining('closed') }])
  })

  test('is detected if it gives less, with the figure of each block', async () => {
    const pill = await redPill('producer')
    const review = await reviewOn(bench.local, planOf([claim(pill, 0n)]))
    expect(of(review, id)).toMatchObject([
      { level: 'DANGER', claim: `in: 1 of the unlisted token ${pill}`, observed: 'nothing moves' },
    ])
    expect(review.effects?.balances).toMatchObject([{ before: 0n, after: 1_000_000n }])
  })

  test('is detected if it keeps coins that it returned before', async () => {
    const pill = await redPill('producer')
    const plan = planOf([step(pill, call('borrow'), parseEther('1'))], {
      out: [{ asset: native, amount: parseEther('1') }],
    })
    const review = await reviewOn(bench.local, plan)
    expect(of(review, id)).toMatchObject([{ claim: 'nothing moves', observed: 'out: 1 ETH' }])
  })

  test.each([
    ['a block number that is reached only later', 'number'],
    ['a time some minutes later', 'date'],
    ['a later block number, with real gas', 'realLater'],
    ['the block number, with real gas, and is harmless later', 'realNow'],
    [
      'whether the gas was deducted from a balance the agent knows',
      () => bench.local.anvil.getBalance({ address: account }),
    ],
    [
      'the margin on top of the needed gas',
      async () => {
        const { fee } = await reviewOn(bench.local, planOf([step(await redPill('realNow'), call('bless'))]))
        return fee?.gas[0] ?? 0n
      },
    ],
  ] as const)('is detected if it goes by %s', async (_, sense) => {
    const pill = await redPill(typeof sense === 'function' ? await sense() : sense)
    const review = await reviewOn(bench.local, planOf([step(pill, call('bless'))]))
    expect(of(review, id)).toMatchObject([
      {
        level: 'DANGER',
        claim: 'nothing of the kind',
        observed: `${thief} may take your balance of the token ${pill}`,
      },
    ])
  })

  test('is detected if some minutes later it keeps what it returned before', async () => {
    const pill = await redPill('number')
    const plan = planOf([step(pill, call('borrow'), parseEther('1'))], {
      out: [{ asset: native, amount: parseEther('1') }],
    })
    expect(of(await reviewOn(bench.local, plan), id)).toMatchObject([
      { claim: 'nothing moves', observed: 'out: 1 ETH' },
    ])
  })

  test('is detected if with real gas it keeps coins of a plain transfer', async () => {
    const contract = contracts.get('Purse')
    if (!contract) throw new Error('hostile.sol has no Purse')
    const purse = await bench.local.deploy(contract)
    const review = await reviewOn(bench.local, sendNative(purse, parseEther('1')), bench.proxied())
    expect(of(review, id)).toMatchObject([{ level: 'DANGER', claim: 'nothing moves', observed: 'out: 1 ETH' }])
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    expect(of(review, 'G28')).toMatchObject([{ level: 'DANGER', claim: '1 ETH', observed: purse }])
  })

  test.each([
    ['a balance was read before', 0n],
    ['gas costs what our source says', 1n],
    ['there is more gas than a wallet provides', 1_000_000n],
  ])('is detected if it returns its payment when %s', async (_, spare) => {
    const contract = contracts.get('Wary')
    if (!contract) throw new Error('hostile.sol has no Wary')
    const wary = await bench.local.deploy(contract, [spare])
    await bench.local.anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: 7_000_000_000n })
    await bench.local.anvil.mine({ blocks: 1 })
    const plan = planOf([step(wary, call('borrow'), parseEther('1'))], {
      out: [{ asset: native, amount: parseEther('1') }],
    })
    // Also if the person typed the contract's address: it may come from a swindler.
    const review = await reviewOn(bench.local, plan, { conversation: { userMessages: [`call ${wary}`] } })
    expect(
      review.effects?.balances.filter(({ asset, before, after }) => asset.kind === 'native' && before !== after),
    ).toEqual([])
    expect(of(review, id)).toMatchObject([{ level: 'DANGER', claim: 'nothing moves', observed: 'out: 1 ETH' }])
  })

  test('is detected if it opens a permission that only its logs in the other block show', async () => {
    const pill = await redPill('producer')
    const allowing = await reviewOn(bench.local, planOf([step(pill, call('bless'))]))
    expect(of(allowing, id)).toMatchObject([
      { claim: 'nothing stays allowed', observed: expect.stringContaining(`${thief} may take`) },
    ])
    const cursed = await reviewOn(bench.local, planOf([step(pill, call('curse'))]))
    expect(of(cursed, id)).toMatchObject([{ observed: `${thief} may take every token of the collection ${pill}` }])
  })
})

describe('only a loss of more than 0.5% is a danger', () => {
  test.each([
    ['0.5% less', 995_000n, []],
    ['one unit less than that', 994_999n, ['DANGER']],
    ['more', 2_000_000n, []],
  ])('%s', async (_, unwatched, expected) => {
    const review = await reviewOn(bench.local, planOf([claim(await redPill('producer'), unwatched)]))
    expect(levels(review, id)).toEqual(expected)
  })
})

describe('an honest plan', () => {
  test('behaves the same and takes one round trip', async () => {
    const plans = [
      sendNative(friend, parseEther('1')),
      sendNative(friend, parseEther('10')),
      sendToken(bench.local.usdc, friend, 1_000_000n),
      deposit(bench.local, 1_000_000n),
      planOf([step(bench.local.postcards, tokenCall('safeTransferFrom', [account, friend, 1n]))]),
    ]
    for (const plan of plans) {
      bench.proxy.reset()
      const review = await reviewOn(bench.local, plan, {
        ...bench.proxied(),
        pinned: [bench.local.vault, bench.local.postcards].map((address) => ({ address, label: '' })),
      })
      expect(of(review, id)).toEqual([])
      const simulations = bench.proxy.seen.roundTrips.map(
        (trip) => trip.filter((method) => method === 'eth_simulateV1').length,
      )
      expect(simulations[0]).toBe(2)
    }
  })

  test('is simulated again at the chain’s own time if the local clock is behind', async () => {
    await bench.local.anvil.increaseTime({ seconds: 86_400 })
    await bench.local.anvil.mine({ blocks: 1 })
    const pill = await redPill('time')
    const open = planOf([step(pill, call('open'))])
    expect(levels(await reviewOn(bench.local, open), id)).toEqual(['DANGER'])
    bench.proxy.reset()
    expect(levels(await reviewOn(bench.local, deposit(bench.local, 1n), { ...bench.proxied() }), id)).toEqual([])
    expect(bench.proxy.seen.roundTrips[1]).toContain('eth_simulateV1')
  })
})

describe('what cannot be determined is unverified', () => {
  test('a node that refuses to simulate another block', async () => {
    bench.proxy.reset((request) =>
      isElsewhere(request) ? { error: { code: -32602, message: 'no block overrides here' } } : undefined,
    )
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), { ...bench.proxied() })
    expect(of(review, id)).toMatchObject([
      {
        level: 'UNVERIFIED',
        title: 'Not checked: whether it behaves the same in another block.',
        observed: expect.stringContaining('no block overrides here'),
      },
    ])
    expect(review.effects).not.toBeNull()
    expect(review.verdict).toBe('acknowledge')
  })

  test('a node that answers nonsense', async () => {
    bench.proxy.reset((request) => (isElsewhere(request) ? { result: [{ calls: [] }] } : undefined))
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), { ...bench.proxied() })
    expect(of(review, id)).toMatchObject([
      { level: 'UNVERIFIED', observed: 'the node answered only part of the simulation' },
    ])
  })

  test('a plan that needs more gas than provided', async () => {
    const review = await reviewOn(bench.local, planOf([step(await redPill('time'), call('toil'))]))
    expect(of(review, id)).toMatchObject([
      { level: 'UNVERIFIED', observed: 'it needs more gas than the node provided' },
    ])
  })

  test('a failing step gives no finding, because it blocks already', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 10n ** 12n))
    expect(levels(review, 'G5')).toEqual(['BLOCK'])
    expect(of(review, id)).toEqual([])
  })
})

test.each([
  ['a minute after the block', 1060n, 1000n, false, 1060n],
  ['just long enough after it', 1015n, 1000n, false, 1015n],
  ['too soon after it', 1014n, 1000n, false, 1060n],
  ['before it', 500n, 1000n, true, 1060n],
  ['ten minutes after it', 1600n, 1000n, false, 1600n],
  ['longer after it', 1601n, 1000n, false, 1060n],
  ['longer after it on a local chain', 5000n, 1000n, true, 5000n],
  ['a node that reports no time', 5000n, null, false, 5000n],
])('the time to simulate at: %s', (_, guess, block, isLocal, expected) => {
  expect(fittingTime(guess, block, isLocal)).toBe(expected)
})
