import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { account, friend, thief } from '../../fixtures/local-chain'
import { withoutSimulation } from '../../fixtures/node-proxy'
import { approve, erc20, levels, of, planOf, reviewOn, step, tokenCall, transfer } from '../../fixtures/plans'
import { reviewBench, typed } from '../../testing/bench'

const bench = reviewBench()

const unlimited = 2n ** 256n - 1n
const depositOf = (amount: bigint) =>
  step(
    bench.local.vault,
    encodeFunctionData({
      abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
      args: [amount, account],
    }),
  )
const approvedDeposit = (approved: bigint, deposited: bigint) =>
  planOf([approve(bench.local.usdc, bench.local.vault, approved), depositOf(deposited)], {
    out: [{ asset: erc20(bench.local.usdc), amount: deposited }],
    allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount: approved }],
  })

describe('G18: approvals', () => {
  test('an exact approval is OK', async () => {
    expect(levels(await reviewOn(bench.local, approvedDeposit(100n, 100n)), 'G18')).toEqual(['OK'])
  })

  test('a spender that anyone can control is DANGER for any amount', async () => {
    const approval = planOf([approve(bench.local.usdc, devnetAddresses.multicall, 1n)])
    expect(of(await reviewOn(bench.local, approval), 'G18')).toContainEqual(
      expect.objectContaining({ level: 'DANGER', title: 'Anyone may take your tokens.' }),
    )
  })

  test('a unit more than needed warns', async () => {
    expect(of(await reviewOn(bench.local, approvedDeposit(101n, 100n)), 'G18')).toMatchObject([
      { level: 'WARN', observed: expect.stringContaining('0.000001 USDC stays allowed') },
    ])
  })

  test('up to 1% above the balance is a WARN, beyond it is DANGER', async () => {
    expect(levels(await reviewOn(bench.local, approvedDeposit(1_010_000_000n, 100n)), 'G18')).toEqual(['WARN'])
    expect(levels(await reviewOn(bench.local, approvedDeposit(1_010_000_001n, 100n)), 'G18')).toEqual(['DANGER'])
  })

  test('the balance counts even if the plan does not move it', async () => {
    const plan = (amount: bigint) =>
      planOf([approve(bench.local.usdc, bench.local.vault, amount)], {
        allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount }],
      })
    expect(levels(await reviewOn(bench.local, plan(1_010_000_000n)), 'G18')).toEqual(['WARN'])
    expect(levels(await reviewOn(bench.local, plan(1_010_000_001n)), 'G18')).toEqual(['DANGER'])
  })

  test('offers an exact amount if the tool supports it: the amount used, or else the balance', async () => {
    const fixes = async (plan: ReturnType<typeof planOf>) =>
      of(await reviewOn(bench.local, plan), 'G18').flatMap(({ fix }) => (fix ? [fix] : []))
    const key = `allow:${bench.local.usdc.toLowerCase()}:${bench.local.vault.toLowerCase()}`
    expect(await fixes(approvedDeposit(101n, 100n)), 'no tool that could').toEqual([])
    const used = { ...approvedDeposit(101n, 100n), adjustsAllowances: true } as const
    expect(await fixes(used)).toEqual([
      { kind: 'adjust', label: 'Allow exactly 0.0001 USDC', adjustments: { [key]: '100' } },
    ])
    const alone = planOf([approve(bench.local.usdc, bench.local.vault, unlimited)], {
      allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount: unlimited }],
    })
    expect(await fixes({ ...alone, adjustsAllowances: true })).toMatchObject([{ adjustments: { [key]: '1000000000' } }])
    const held = planOf([approve(bench.local.usdc, bench.local.vault, 1_000_000_000n)], {
      allowances: [{ token: bench.local.usdc, spender: bench.local.vault, amount: 1_000_000_000n }],
    })
    expect(await fixes({ ...held, adjustsAllowances: true }), 'exact already').toEqual([])
  })

  test('the maximum of 160 bits counts as unlimited', async () => {
    const titles = async (amount: bigint) =>
      of(await reviewOn(bench.local, approvedDeposit(amount, 100n)), 'G18').map(({ title }) => title)
    expect(await titles(2n ** 160n - 1n)).toEqual(['The approval has no limit.'])
    expect(await titles(2n ** 160n - 2n)).toEqual(['The approval is for more than you hold.'])
    expect(await titles(unlimited)).toEqual(['The approval has no limit.'])
  })

  test('names the spender only if there are several approvals, because the card shows a single one', async () => {
    const endless = (spender: Address) => approve(bench.local.usdc, spender, unlimited)
    const observed = async (first: Address, ...more: Address[]) =>
      of(await reviewOn(bench.local, planOf([endless(first), ...more.map(endless)])), 'G18')
        .filter(({ title }) => title === 'The approval has no limit.')
        .map((finding) => finding.observed)
    const { vault } = bench.local
    expect(await observed(vault), 'what the card states').toEqual([undefined])
    expect(await observed(vault, thief)).toEqual([
      `${vault} may take all of this token that you ever hold`,
      `${thief} may take all of this token that you ever hold`,
    ])
  })

  test('a personal account as spender is DANGER, delegated or not', async () => {
    const plan = planOf([approve(bench.local.usdc, thief, 1n)])
    const titles = async () => of(await reviewOn(bench.local, plan), 'G18').map(({ title }) => title)
    expect(await titles()).toContain('A personal account may take your tokens.')
    const code = `0xef0100${bench.local.vault.slice(2).toLowerCase()}` as const
    await bench.local.anvil.setCode({ address: thief, bytecode: code })
    expect(await titles()).toContain('A personal account may take your tokens.')
  })

  test.each([`approve 1 wei of USDC for ${thief}`, `${thief} is my own second account`, `send 1 USDC to ${thief}`])(
    'a personal account as spender is DANGER even if the person typed it: %s',
    async (message) => {
      const plan = planOf([approve(bench.local.usdc, thief, 1n)])
      const titles = of(await reviewOn(bench.local, plan, typed(message)), 'G18').map(({ title }) => title)
      expect(titles).toContain('A personal account may take your tokens.')
    },
  )

  test('increaseAllowance is an approval too', async () => {
    const plan = planOf([step(bench.local.usdc, tokenCall('increaseAllowance', [thief, unlimited]))])
    // The token lacks the function, so the plan fails, but the bytes alone suffice for a warning.
    expect(levels(await reviewOn(bench.local, plan), 'G18')).toContain('DANGER')
  })

  test('a revocation is not an approval', async () => {
    expect(levels(await reviewOn(bench.local, planOf([approve(bench.local.usdc, thief, 0n)])), 'G18')).toEqual([])
  })

  test('reports what the bytes show even without a simulation', async () => {
    const { chains } = bench.throughProxy(withoutSimulation)
    const review = await reviewOn(bench.local, planOf([approve(bench.local.usdc, thief, unlimited)]), { chains })
    expect(levels(review, 'G18')).toEqual(['DANGER', 'DANGER', 'UNVERIFIED'])
  })
})

describe('G19: permissions over NFTs', () => {
  test('approval for a whole collection is DANGER', async () => {
    const plan = planOf([step(bench.local.postcards, tokenCall('setApprovalForAll', [friend, true]))])
    const review = await reviewOn(bench.local, plan)
    expect(of(review, 'G19')).toMatchObject([{ level: 'DANGER', observed: expect.stringContaining(friend) }])
    expect(review.effects?.operators).toEqual([{ collection: bench.local.postcards, operator: friend, approved: true }])
    expect(review.verdict).toBe('acknowledge')
  })

  test('its revocation passes', async () => {
    const plan = planOf([step(bench.local.postcards, tokenCall('setApprovalForAll', [friend, false]))])
    expect(levels(await reviewOn(bench.local, plan), 'G19')).toEqual([])
  })

  test('a single token is recognised although its approval looks like that of an amount', async () => {
    const review = await reviewOn(
      bench.local,
      planOf([step(bench.local.postcards, tokenCall('approve', [bench.local.vault, 1n]))]),
    )
    expect(of(review, 'G19')).toMatchObject([{ level: 'DANGER', title: 'One of your NFTs may be taken.' }])
    expect(review.effects?.operators).toEqual([
      { collection: bench.local.postcards, operator: bench.local.vault, approved: true, tokenId: 1n },
    ])
    expect(levels(review, 'G18')).toEqual([])
    expect(review.verdict).toBe('acknowledge')
  })

  test('a token id is not an amount: 0 grants like any other, and a large one is not unlimited', async () => {
    const { postcards, anvil, vault, usdc } = bench.local
    const owned = async (id: bigint) =>
      anvil.setStorageAt({
        address: postcards,
        index: keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, 2n])),
        value: pad(account),
      })
    await owned(0n)
    await owned(unlimited)
    const titles = async (spender: Address, id: bigint) => {
      const { findings } = await reviewOn(bench.local, planOf([step(postcards, tokenCall('approve', [spender, id]))]))
      return findings.filter(({ rule }) => ['G10', 'G18', 'G19', 'G27'].includes(rule)).map(({ title }) => title)
    }
    const given = [
      'An unknown address may take your tokens.',
      'A personal account may take your tokens.',
      'One of your NFTs may be taken.',
    ]
    for (const id of [0n, 1n, unlimited]) expect((await titles(thief, id)).sort(), `${id}`).toEqual(given.toSorted())
    await anvil.sendTransaction({ account, to: postcards, data: tokenCall('approve', [vault, 0n]), gas: 200_000n })
    expect(await titles(vault, 0n), 'already so').toEqual(['An unknown address may take your tokens.'])
    expect(await titles(zeroAddress, 0n), 'taken back').toEqual([])
    expect(levels(await reviewOn(bench.local, planOf([approve(usdc, vault, 0n)])), 'G10')).toEqual([])
  })

  test('is unverified without a simulation, which would tell the kind of token', async () => {
    const { chains } = bench.throughProxy(withoutSimulation)
    const plan = planOf([step(bench.local.postcards, tokenCall('approve', [bench.local.vault, 1n]))])
    expect(levels(await reviewOn(bench.local, plan, { chains }), 'G19')).toEqual(['UNVERIFIED'])
  })
})

describe('G21: the bytes say what is shown', () => {
  test('a plain approval and a plain transfer pass', async () => {
    const plan = planOf([approve(bench.local.usdc, bench.local.vault, 1n), transfer(bench.local.usdc, friend, 1n)])
    expect(levels(await reviewOn(bench.local, plan), 'G21')).toEqual([])
  })

  test('bytes after an approval built by this app block', async () => {
    const plain = approve(bench.local.usdc, bench.local.vault, 1n)
    const plan = planOf([{ ...plain, data: concat([plain.data, '0x00']) }])
    expect(levels(await reviewOn(bench.local, plan), 'G21')).toEqual(['BLOCK'])
  })

  test('an approval step that makes another call or sends value blocks', async () => {
    const transferred = { ...transfer(bench.local.usdc, friend, 1n), purpose: 'approval' } as const
    expect(levels(await reviewOn(bench.local, planOf([transferred])), 'G21')).toEqual(['BLOCK'])
    const paid = { ...approve(bench.local.usdc, bench.local.vault, 1n), value: 1n }
    expect(levels(await reviewOn(bench.local, planOf([paid])), 'G21')).toEqual(['BLOCK'])
  })

  test('bytes after a call built by others are an INFO', async () => {
    const plain = transfer(bench.local.usdc, friend, 1n)
    const plan = planOf([{ ...plain, data: concat([plain.data, '0x00']) }])
    expect(levels(await reviewOn(bench.local, plan), 'G21')).toEqual(['INFO'])
  })

  test('NFT transfers with and without data encode back to themselves', async () => {
    const plan = planOf([
      step(bench.local.postcards, tokenCall('safeTransferFrom', [account, friend, 1n])),
      step(bench.local.badges, tokenCall('safeTransferFrom', [account, friend, 7n, 1n, '0x1234'])),
    ])
    expect(levels(await reviewOn(bench.local, plan), 'G21')).toEqual([])
  })

  test('dirty upper bytes of an address are DANGER', async () => {
    const plain = transfer(bench.local.usdc, friend, 1n)
    const dirty = `${plain.data.slice(0, 10)}ff${plain.data.slice(12)}` as const
    expect(levels(await reviewOn(bench.local, planOf([{ ...plain, data: dirty as `0x${string}` }])), 'G21')).toEqual([
      'DANGER',
    ])
  })
})
