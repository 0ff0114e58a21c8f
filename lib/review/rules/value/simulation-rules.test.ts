import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, friend } from '../../fixtures/local-chain'
import { approve, levels, of, planOf, reviewOn, sendNative, sendToken, step, transfer } from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

describe('G5: a failing step blocks, with the contract’s reason', () => {
  test('a custom error in plain words', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1_000_000_001n))
    expect(of(review, 'G5')).toMatchObject([
      { level: 'BLOCK', observed: '“Do it”: the account does not hold enough of the token' },
    ])
    expect(review.verdict).toBe('blocked')
    expect(review.effects).toBeNull()
    expect(review.fee).toBeNull()
  })

  test('an unknown error by its selector', async () => {
    const [observed] = of(await reviewOn(bench.local, sendNative(bench.local.rejecter, 1n)), 'G5')
    // NotWanted() of the contract.
    expect(observed?.observed).toMatch(/unknown error \(0x[0-9a-f]{8}\)/)
  })

  test('names the failing step, and does not blame the plan for the steps before it', async () => {
    const plan = planOf([
      approve(bench.local.usdc, bench.local.vault, 5n),
      step(bench.local.vault, encodeFunctionData({ abi: parseAbi(['function nothing()']) }), 0n, {
        title: 'Deposit 5',
      }),
    ])
    const review = await reviewOn(bench.local, plan)
    expect(of(review, 'G5')[0]?.observed).toContain('“Deposit 5”')
    expect(of(review, 'G7')).toEqual([])
  })

  test('a plan that succeeds passes', async () => {
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1_000_000_000n)), 'G5')).toEqual([])
  })
})

describe('G6: the account can pay value and fee', () => {
  test('exactly enough passes, one wei less blocks', async () => {
    const value = parseEther('1')
    const total = (await reviewOn(bench.local, sendNative(friend, value))).fee?.total ?? 0n
    expect(total).toBeGreaterThan(0n)
    await bench.local.anvil.setBalance({ address: account, value: value + total })
    expect(levels(await reviewOn(bench.local, sendNative(friend, value)), 'G6')).toEqual([])
    await bench.local.anvil.setBalance({ address: account, value: value + total - 1n })
    const review = await reviewOn(bench.local, sendNative(friend, value))
    expect(of(review, 'G6')).toMatchObject([{ level: 'BLOCK', title: 'Not enough ETH.' }])
  })

  test('a balance below the value sent blocks with figures, without unverified findings', async () => {
    await bench.local.anvil.setBalance({ address: account, value: parseEther('0.5') })
    const review = await reviewOn(bench.local, sendNative(friend, parseEther('1')))
    expect(of(review, 'G6')).toMatchObject([
      { level: 'BLOCK', claim: expect.stringContaining('1 ETH'), observed: 'The account holds 0.5 ETH' },
    ])
    expect(review.findings.filter(({ level }) => level === 'UNVERIFIED')).toEqual([])
    expect(review.verdict).toBe('blocked')
  })

  test('adds the value of all steps', async () => {
    const plan = planOf([step(friend, '0x', parseEther('6')), step(friend, '0x', parseEther('6'))])
    expect(of(await reviewOn(bench.local, plan), 'G6')[0]?.claim).toContain('12 ETH')
  })

  test('a token transfer needs only the fee', async () => {
    await bench.local.anvil.setBalance({ address: account, value: 0n })
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G6')).toMatchObject([
      {
        ...{ level: 'BLOCK', claim: expect.stringMatching(/^The network fee is at most 0\.\d+ ETH$/) },
        why: 'Add ETH to this account.',
      },
    ])
  })

  test('an unknown fee is unverified', async () => {
    bench.proxy.reset(({ method }) =>
      method === 'eth_feeHistory' ? { error: { code: -32000, message: 'busy' } } : undefined,
    )
    const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains })
    expect(levels(review, 'G6')).toEqual(['UNVERIFIED'])
    expect(review.fee).toBeNull()
    expect(review.verdict).toBe('acknowledge')
  })

  test('the maximum fee is a base fee with room to rise plus the median recent tip', async () => {
    const history = {
      oldestBlock: '0x1',
      gasUsedRatio: [0.5, 0.5, 0.5],
      baseFeePerGas: ['0x1', '0x1', '0x1', '0x64'],
      reward: [['0x5'], ['0x9'], ['0x7']],
    }
    bench.proxy.reset(({ method }) => (method === 'eth_feeHistory' ? { result: history } : undefined))
    const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
    expect((await reviewOn(bench.local, sendNative(friend, 1n), { chains })).fee?.maxFeePerGas).toBe(127n)
  })

  test('the fee includes the data fee on chains that charge one', async () => {
    // PUSH2 0x1234, stored and returned: an oracle that always answers 0x1234 wei.
    await bench.local.anvil.setCode({
      address: '0x420000000000000000000000000000000000000F',
      bytecode: '0x6112346000526020 6000f3'.replace(' ', '') as `0x${string}`,
    })
    const plain = bench.local.handle(bench.local.url)
    const contracts = { gasPriceOracle: { address: '0x420000000000000000000000000000000000000F' } } as const
    const rollup = { ...plain, viemChain: { ...plain.viemChain, contracts } }
    const plan = planOf([transfer(bench.local.usdc, friend, 1n), transfer(bench.local.usdc, friend, 1n)])
    const { fee } = await reviewOn(bench.local, plan, { chains: new Map([[31337, rollup]]) })
    const gas = fee?.gas.reduce((sum, each) => sum + each, 0n) ?? 0n
    expect(fee?.total).toBe(gas * (fee?.maxFeePerGas ?? 0n) + 2n * 0x1234n)
  })
})
