import { parseEther, parseGwei } from 'viem'
import { describe, expect, test } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { type ChainHandle, nativeAddress } from '@/lib/chain/chains/chain'
import { friend, thief } from '../../fixtures/local-chain'
import { erc20, levels, of, planOf, reviewOn, sendNative, step, transfer } from '../../fixtures/plans'
import type { ReviewRequest } from '../../review-plan'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

const found = async (plan: Parameters<typeof reviewOn>[1], more: Partial<ReviewRequest> = {}) =>
  of(await reviewOn(bench.local, plan, more), 'G31').map(({ level, title }) => [level, title])

describe('G31: gas', () => {
  const using = (gas: bigint) => planOf([step(bench.local.vault, '0x18160ddd', 0n, { gas })])
  const much = ['WARN', 'This needs far more gas than most calls.']
  const absurd = ['DANGER', 'This burns more gas than a transaction should.']

  test.each([
    [5_000_000n, []],
    [5_000_001n, [much]],
    [16_777_216n, [much]],
    [16_777_217n, [absurd]],
  ])('%s units', async (gas, expected) => {
    expect(await found(using(gas))).toEqual(expected)
  })

  test('burnt in the simulation counts', async () => {
    // 250,000 rounds of PUSH3 n; JUMPDEST; PUSH1 1; SWAP1; SUB; DUP1; PUSH1 4; JUMPI; STOP.
    await bench.local.anvil.setCode({ address: thief, bytecode: '0x6203d0905b600190038060045700' })
    const [[level] = []] = await found(planOf([step(thief, '0x18160ddd')]))
    expect(level).toBe('WARN')
  })

  test('is unverified if the fee is unknown', async () => {
    expect(levels(await reviewOn(bench.local, using(1n), bench.broken('eth_feeHistory')), 'G31')).toEqual([
      'UNVERIFIED',
    ])
  })
})

describe('G31: the fee compared with what moves', () => {
  const part = (share: number) => ['INFO', `The network fee may be ${share}% of what this moves.`]
  const dear = ['WARN', 'The network fee may be more than what this moves.']

  test('in native coins, without any price', async () => {
    const { fee } = await reviewOn(bench.local, sendNative(friend, parseEther('1')))
    const total = fee?.total ?? 0n
    expect(total).toBeGreaterThan(1n)
    expect(await found(sendNative(friend, total * 10n))).toEqual([])
    expect(await found(sendNative(friend, total * 10n - 10n))).toEqual([part(10)])
    expect(await found(sendNative(friend, total))).toEqual([part(100)])
    expect(await found(sendNative(friend, total - 1n))).toEqual([dear])
  })

  /** Reviews calls of an unknown contract and sends of USDC. ETH costs 2,000 USD, USDC 1, gas over 100 gwei. */
  async function priced() {
    const { usdc } = bench.local
    const dollar = await bench.local.deploy(readArtifact('PriceFeed'), ['USDC / USD', 10n ** 8n])
    const feed = await bench.local.deploy(readArtifact('PriceFeed'), ['ETH / USD', 2_000n * 10n ** 8n])
    await bench.local.anvil.setCode({ address: thief, bytecode: '0x00' })
    await bench.local.anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('100') })
    await bench.local.anvil.mine({ blocks: 1 })
    const handle = bench.local.handle(bench.local.url)
    const feeds = new Map([
      [nativeAddress, feed],
      [usdc, dollar],
    ])
    const tokens = handle.tokens.map((token) => {
      const priceFeed = feeds.get(token.address)
      return priceFeed ? { ...token, priceFeed } : token
    })
    const chain: ChainHandle = { ...handle, tokens }
    const { timestamp } = await bench.local.anvil.getBlock()
    const more = { chains: new Map([[31337, chain]]), now: () => Number(timestamp) * 1000 }
    const calling = (gas: bigint, value = 0n) => planOf([step(thief, '0x18160ddd', value, { gas })])
    const { fee } = await reviewOn(bench.local, calling(100_000n), more)
    const price = (fee?.total ?? 0n) / 100_000n
    return {
      price,
      /** Returns the most gas for at most this many dollars. */
      worth: (dollars: bigint) => (dollars * parseEther('1')) / (2_000n * price),
      judged: (gas: bigint, value = 0n) => found(calling(gas, value), more),
      sent: (gas: bigint, amount: bigint) => {
        const out = [{ asset: erc20(usdc), amount }]
        return found(planOf([{ ...transfer(usdc, friend, amount), gas }], { out }), more)
      },
    }
  }
  const sum = (level: string) => [level, expect.stringMatching(/^The network fee may come to \$/)]

  test('in dollars, for a call of an unknown contract', async () => {
    const { worth, judged } = await priced()
    expect(await judged(worth(50n))).toEqual([])
    expect(await judged(worth(50n) + 100n)).toEqual([sum('WARN')])
    expect(await judged(worth(250n))).toEqual([sum('WARN')])
    expect(await judged(worth(250n) + 100n)).toEqual([sum('DANGER')])
  })

  test('in dollars, beside the sum that moves', async () => {
    const { worth, judged, price } = await priced()
    const gas = worth(60n)
    const total = gas * price
    expect(await judged(gas, total * 10n)).toEqual([])
    expect(await judged(gas, total * 10n - 10n ** 12n)).toEqual([sum('WARN')])
    const small = worth(5n)
    expect(await judged(small, small * price * 10n)).toEqual([])
    expect(await judged(small, small * price)).toEqual([part(100)])
    expect(await judged(small, small * price - 10n ** 12n)).toEqual([dear])
  })

  test('in dollars, for a send of a token', async () => {
    const { worth, sent } = await priced()
    const gas = worth(20n)
    expect(await sent(gas, 200_000_000n)).toEqual([])
    expect(await sent(gas, 196_000_000n)).toEqual([part(10)])
    expect(await sent(gas, 22_400_000n)).toEqual([part(89)])
    expect(await sent(gas, 19_600_000n)).toEqual([dear])
    expect(await sent(worth(60n), 590_000_000n)).toEqual([sum('WARN')])
  })
})
