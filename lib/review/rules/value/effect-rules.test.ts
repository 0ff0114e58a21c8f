import { type Address, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { minedReceipt } from '@/devnet/receipt'
import type { Declared } from '@/lib/tools/plan'
import { account, friend, thief } from '../../fixtures/local-chain'
import {
  approve,
  deposit,
  erc20,
  levels,
  native,
  of,
  planOf,
  reviewOn,
  sendNative,
  sendToken,
  step,
  tokenCall,
  transfer,
} from '../../fixtures/plans'
import { reviewBench, typed } from '../../testing/bench'

const bench = reviewBench()

/** Approves a spender before the plan. */
const allowBefore = async (token: `0x${string}`, spender: `0x${string}`, amount: bigint) => {
  const hash = await bench.local.anvil.sendTransaction({
    account,
    to: token,
    data: tokenCall('approve', [spender, amount]),
    gas: 200_000n,
  })
  await minedReceipt(bench.local.anvil, hash)
}

describe('G7: nothing undeclared leaves', () => {
  test('exactly the declared amount passes and names the block', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 5n))
    expect(of(review, 'G7')).toMatchObject([{ level: 'OK', title: expect.stringContaining(`block ${review.block}`) }])
  })

  test('one unit more than declared blocks', async () => {
    const plan = planOf([transfer(bench.local.usdc, friend, 6n)], {
      out: [{ asset: erc20(bench.local.usdc), amount: 5n }],
    })
    expect(of(await reviewOn(bench.local, plan), 'G7')).toMatchObject([
      { level: 'BLOCK', claim: 'At most 0.000005 USDC', observed: '0.000006 USDC' },
    ])
  })

  test.each([
    [9_999n, 1n, ['BLOCK']],
    [10_000n, 1n, ['OK']],
    [10_000n, 2n, ['BLOCK']],
  ])('of %d declared units %d more leave, as tokens that count in shares do', async (declared, more, expected) => {
    const plan = planOf([transfer(bench.local.usdc, friend, declared + more)], {
      out: [{ asset: erc20(bench.local.usdc), amount: declared }],
    })
    expect(levels(await reviewOn(bench.local, plan), 'G7')).toEqual(expected)
  })

  test('one wei more than declared blocks', async () => {
    const plan = planOf([step(friend, '0x', 100_001n)], { out: [{ asset: native, amount: 100_000n }] })
    expect(levels(await reviewOn(bench.local, plan), 'G7')).toEqual(['BLOCK'])
  })

  test('undeclared native coins block', async () => {
    const plan = planOf([step(friend, '0x', parseEther('1'))])
    expect(of(await reviewOn(bench.local, plan), 'G7')).toMatchObject([
      { level: 'BLOCK', title: 'Something else leaves your account.', observed: '1 ETH' },
    ])
  })

  test('a harmless-looking call that takes a whole approved balance blocks', async () => {
    await allowBefore(bench.local.usdc, bench.local.bait, 2n ** 256n - 1n)
    const claim = encodeFunctionData({ abi: parseAbi(['function claim(address token)']), args: [bench.local.usdc] })
    const review = await reviewOn(bench.local, planOf([step(bench.local.bait, claim)]))
    expect(of(review, 'G7')).toMatchObject([{ level: 'BLOCK', observed: '1,000 USDC' }])
  })

  test('so it does with a token that the plan does not name, found by its log', async () => {
    await allowBefore(bench.local.toll, bench.local.bait, 2n ** 256n - 1n)
    const claim = encodeFunctionData({ abi: parseAbi(['function claim(address token)']), args: [bench.local.toll] })
    const review = await reviewOn(bench.local, planOf([step(bench.local.bait, claim)]))
    expect(of(review, 'G7')[0]?.observed).toContain(`of the unlisted token ${bench.local.toll}`)
  })

  test('a permission hidden in a transfer blocks', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.bait, friend, 1n))
    expect(of(review, 'G7')).toMatchObject([{ level: 'BLOCK', observed: expect.stringContaining(thief) }])
  })

  test('an approval that stays open blocks unless declared', async () => {
    const approval = approve(bench.local.usdc, bench.local.vault, 7n)
    expect(levels(await reviewOn(bench.local, planOf([approval])), 'G7')).toEqual(['BLOCK'])
    const declared = { allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount: 7n }] }
    expect(levels(await reviewOn(bench.local, planOf([approval], declared)), 'G7')).toEqual(['OK'])
    const less = { allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount: 6n }] }
    expect(levels(await reviewOn(bench.local, planOf([approval], less)), 'G7')).toEqual(['BLOCK'])
  })

  test('an earlier allowance that the plan does not change passes', async () => {
    await allowBefore(bench.local.usdc, bench.local.vault, 9n)
    const deposit = encodeFunctionData({
      abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
      args: [4n, account],
    })
    const plan = planOf([step(bench.local.vault, deposit)], { out: [{ asset: erc20(bench.local.usdc), amount: 4n }] })
    const review = await reviewOn(bench.local, plan)
    expect(levels(review, 'G7')).toEqual(['OK'])
    expect(of(review, 'G18')).toMatchObject([{ level: 'WARN', title: 'An earlier approval is still open.' }])
  })

  test('is unverified if a declared token cannot be read', async () => {
    const plan = planOf([step(friend, '0x', 1n)], {
      out: [
        { asset: native, amount: 1n },
        { asset: erc20(friend), amount: 1n },
      ],
    })
    const review = await reviewOn(bench.local, plan)
    expect(of(review, 'G7')).toMatchObject([{ level: 'UNVERIFIED', observed: expect.stringContaining(friend) }])
    expect(review.verdict).toBe('acknowledge')
  })
})

describe('G8: declared inflows arrive', () => {
  const wrap = (least: bigint, more: Partial<Declared> = {}) =>
    planOf([step(bench.local.weth, encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }), 1000n)], {
      out: [{ asset: native, amount: 1000n }],
      in: [{ asset: erc20(bench.local.weth), amount: least }],
      ...more,
    })

  test('exactly the minimum passes, one unit less blocks an exchange', async () => {
    expect(levels(await reviewOn(bench.local, wrap(1000n)), 'G8')).toEqual([])
    expect(of(await reviewOn(bench.local, wrap(1001n)), 'G8')).toMatchObject([
      { level: 'BLOCK', title: 'Less arrives than promised.' },
    ])
  })

  test('nothing at all is DANGER', async () => {
    const plan = planOf([step(friend, '0x', 1n)], {
      out: [{ asset: native, amount: 1n }],
      in: [{ asset: erc20(bench.local.weth), amount: 1n }],
    })
    const review = await reviewOn(bench.local, plan)
    expect(of(review, 'G8')).toMatchObject([{ level: 'DANGER', title: 'What should arrive does not arrive.' }])
    expect(review.verdict).toBe('acknowledge')
  })

  test('too little is DANGER if nothing is given for it', async () => {
    // The outflow is undeclared too, which G7 reports. Only the inflow matters here.
    expect(levels(await reviewOn(bench.local, wrap(1001n, { out: [] })), 'G8')).toEqual(['DANGER'])
  })
})

describe('G24: emptying a balance', () => {
  test('nine tenths are a WARN, a unit less is not', async () => {
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 900_000_000n)), 'G24')).toMatchObject([
      { level: 'WARN', observed: '900 USDC, 90% of what you hold' },
    ])
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 899_999_999n)), 'G24')).toEqual([])
  })

  test('reports a completely used balance', async () => {
    const [finding] = of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1_000_000_000n)), 'G24')
    expect(finding?.title).toBe('This uses up all you hold of it.')
  })

  describe('of a vault', () => {
    const abi = parseAbi([
      'function redeem(uint256 shares, address receiver, address owner)',
      'function multicall(bytes[] data)',
    ])
    const redeem = (shares: bigint, receiver: Address = account) =>
      encodeFunctionData({ abi, functionName: 'redeem', args: [shares, receiver, account] })
    const declares = (): Partial<Declared> => ({
      out: [{ asset: erc20(bench.local.vault), amount: 100n }],
      in: [{ asset: erc20(bench.local.usdc), amount: 1n }],
    })
    const leaving = async (...written: string[]) => {
      const plan = deposit(bench.local, 100n)
      // An estimate made a second earlier may be too low: the vault stores the time, which costs more if it changed.
      for (const { to, data } of plan.steps)
        await minedReceipt(
          bench.local.anvil,
          await bench.local.anvil.sendTransaction({ account, to, data, gas: 300_000n }),
        )
      return of(
        await reviewOn(bench.local, planOf([step(bench.local.vault, redeem(100n))], declares()), typed(...written)),
        'G24',
      )
    }

    test('withdrawing a whole position for oneself passes', async () => {
      expect(await leaving()).toEqual([])
      expect(await leaving('take everything out of Flexible USDC')).toEqual([])
    })

    test.each(['withdraw half of it', 'withdraw 20 USDC', 'take out all but 20 USDC', 'take 50% out'])(
      'withdrawing everything is a WARN if the person wrote “%s”',
      async (written) => {
        expect(await leaving(written)).toMatchObject([{ level: 'WARN', title: 'This uses up all you hold of it.' }])
      },
    )

    test('withdrawing everything to someone else, or sending it all, is a WARN', async () => {
      await leaving()
      const away = planOf([step(bench.local.vault, redeem(100n, friend))], declares())
      expect(levels(await reviewOn(bench.local, away), 'G24')).toEqual(['WARN'])
      expect(levels(await reviewOn(bench.local, sendToken(bench.local.vault, friend, 100n)), 'G24')).toEqual(['WARN'])
    })

    test('another whole balance that leaves beside it is a WARN', async () => {
      await leaving()
      const both = planOf([step(bench.local.vault, redeem(100n)), transfer(bench.local.usdc, friend, 1_000_000_000n)], {
        ...declares(),
        out: [...(declares().out ?? []), { asset: erc20(bench.local.usdc), amount: 1_000_000_000n }],
      })
      expect(of(await reviewOn(bench.local, both), 'G24').map(({ observed }) => observed)).toContainEqual(
        expect.stringContaining('USDC'),
      )
    })
  })

  test('too few native coins for two more such transactions are a WARN', async () => {
    const total = (await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n))).fee?.total ?? 0n
    await bench.local.anvil.setBalance({ address: account, value: total * 3n })
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G24')).toEqual([])
    await bench.local.anvil.setBalance({ address: account, value: total * 3n - 1n })
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G24')).toMatchObject([
      { level: 'WARN', title: 'Almost nothing is left for network fees.' },
    ])
  })

  test('sending nearly all native coins warns of both', async () => {
    const review = await reviewOn(bench.local, sendNative(friend, parseEther('10') - 60_000n * 10n ** 9n))
    expect(levels(review, 'G24')).toEqual(['WARN', 'WARN'])
  })
})
