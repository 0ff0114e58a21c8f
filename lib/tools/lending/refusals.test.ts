import { erc20Abi, getAddress, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { deployArtifact } from '@/devnet/testing'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner } from '@/lib/chain/lending/testing/local-market'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { named, worrying } from '../shared/testing/finding-words'
import { createLendingBench, usdc } from './testing/lending-bench'

const { tokens, vaults } = devnetAddresses
const nobody = getAddress('0x0000000000000000000000000000000000000b0b')
const bench = createLendingBench()

describe('refusals before anything is prepared', () => {
  it.each([
    ['another wallet', { walletAddress: nobody }, 'G2 BLOCK'],
    ['an unsupported network', { chainId: 1 }, 'G3 BLOCK'],
    ['nothing', { amount: '0' }, 'lending.amount BLOCK'],
    ['the native coin', { tokenAddress: nativeAddress }, 'lending.reserve BLOCK'],
    ['no token', { tokenAddress: nobody }, 'G9 BLOCK'],
    ['no contract', { marketAddress: nobody }, 'lending.market BLOCK'],
    ['a vault', { marketAddress: vaults.flexibleUsdc }, 'lending.market BLOCK'],
    ['a token in place of the market', { marketAddress: tokens.USDC }, 'lending.market BLOCK'],
  ])('%s', async (_, change, finding) => {
    const { plan, findings } = await bench.prepare('supply', usdc('1'), change)
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain(finding)
  })

  it.each([
    [1n, 'a hub'],
    [2n, 'older version'],
    [3n, 'a vault'],
  ])('a contract of another kind (%s), in words', async (kind, words) => {
    const { address } = await deployArtifact(bench.chain, 'OtherLending', [kind], deployer)
    const { plan, findings } = await bench.prepare('supply', usdc('1'), { marketAddress: address })
    expect(plan).toBeNull()
    expect(findings.find(({ rule }) => rule === 'lending.market')?.title).toContain(words)
  })

  it('a token that the market does not have', async () => {
    const token = await bench.owner().newToken('NEW')
    const { plan, findings } = await bench.prepare('supply', 1n, { tokenAddress: token, tokenSymbol: 'NEW' })
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain('lending.reserve BLOCK')
  })
})

it('is a danger if the token is not the one that the agent names', async () => {
  const { plan, findings } = await bench.prepare('supply', usdc('1'), { tokenSymbol: 'DAI' })
  expect(plan).not.toBeNull()
  expect(worrying(findings)).toEqual(['G9 DANGER'])
})

it('does not trust a market that only the agent names', async () => {
  const { address } = await deployArtifact(bench.chain, 'LendingMarket', [], deployer)
  const owner = marketOwner(bench.chain, address)
  await owner.addReserve(tokens.USDC, usdc('1000'))
  const { findings, verdict } = await bench.review('supply', usdc('10'), { marketAddress: address })
  expect(worrying(findings)).toEqual(expect.arrayContaining(['lending.market DANGER', 'G10 DANGER']))
  expect(verdict).toBe('acknowledge')
  const known = await bench.review('supply', usdc('10'))
  expect(worrying(known.findings)).toEqual([])
})

it('warns of holding a large part of a reserve', async () => {
  const owner = bench.owner()
  const token = await owner.newToken('SMALL')
  await owner.addReserve(token, usdc('300'))
  await owner.mint(token, bench.person.address, usdc('1000'))
  const asked = async (amount: bigint) =>
    worrying((await bench.prepare('supply', amount, { tokenAddress: token, tokenSymbol: 'SMALL' })).findings)
  expect(await asked(usdc('100'))).toEqual(['G9 WARN'])
  expect(await asked(usdc('100') + 1n)).toEqual(['G9 WARN', 'lending.share WARN'])
})

describe('a reserve that is shut', () => {
  it.each([
    ['supply', { paused: true }, 'lending.paused BLOCK'],
    ['supply', { frozen: true }, 'lending.frozen BLOCK'],
    ['withdraw', { paused: true }, 'lending.paused BLOCK'],
  ] as const)('stops %s if it is %o', async (action, config, finding) => {
    const owner = bench.owner()
    const token = await owner.newToken('SHUT')
    const id = await owner.addReserve(token, usdc('1000'))
    await owner.configure(id, config)
    const { plan, findings } = await bench.prepare(action, 1n, { tokenAddress: token, tokenSymbol: 'SHUT' })
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain(finding)
  })

  it('lets people withdraw from a frozen one', async () => {
    const owner = bench.owner()
    const token = await owner.newToken('COLD')
    const id = await owner.addReserve(token, usdc('1000'))
    await owner.mint(token, bench.person.address, usdc('10'))
    const at = bench.at()
    await at.approve(token, maxUint256)
    await at.supply(id, usdc('10'))
    await owner.configure(id, { frozen: true })
    const { plan } = await bench.prepare('withdraw', usdc('5'), { tokenAddress: token, tokenSymbol: 'COLD' })
    expect(plan).not.toBeNull()
  })
})

describe('a token in two reserves', () => {
  async function twice() {
    const owner = bench.owner()
    const token = await owner.newToken('TWICE')
    const cheap = await owner.addReserve(token, usdc('1000'), 10n ** 25n)
    const dear = await owner.addReserve(token, usdc('5'), 10n ** 26n)
    await owner.mint(token, bench.person.address, usdc('100'))
    return { token, cheap, dear, asked: { tokenAddress: token, tokenSymbol: 'TWICE' } }
  }

  it('is asked about, and then done in the chosen one', async () => {
    const { asked, cheap, dear } = await twice()
    const open = await bench.prepare('supply', usdc('10'), asked)
    expect(open.plan).toBeNull()
    expect(open.findings.map(named)).toContain('lending.reserve BLOCK')
    expect(open.details.choices.map(({ reserveId, borrowRate }) => [reserveId, borrowRate])).toEqual([
      [cheap, 10n ** 25n],
      [dear, 10n ** 26n],
    ])
    const chosen = await bench.prepare('supply', usdc('10'), asked, { reserveId: dear.toString() })
    expect(chosen.details.terms?.reserve.reserveId).toBe(dear)
    expect(chosen.details.choices).toHaveLength(2)
    await bench.carryOut(chosen.plan)
    // From now on the right one is evident.
    const back = await bench.prepare('withdraw', usdc('10'), asked)
    expect(back.details.terms?.reserve.reserveId).toBe(dear)
    expect(back.details.choices).toEqual([])
    await bench.carryOut(back.plan)
    expect(
      await bench.chain.client.readContract({
        address: asked.tokenAddress,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [bench.person.address],
      }),
    ).toBe(usdc('100'))
  })

  it('is borrowed where there is enough, and repaid where it is owed', async () => {
    const { asked, cheap, dear } = await twice()
    await bench.enter(usdc('5000'), 0n)
    const { plan, details } = await bench.prepare('borrow', usdc('10'), asked)
    expect(details.terms?.reserve.reserveId).toBe(cheap)
    await bench.carryOut(plan)
    expect((await bench.prepare('repay', usdc('1'), asked)).details.terms?.reserve.reserveId).toBe(cheap)
    // The person’s own choice stands, is refused with an explanation, and can be corrected.
    const wrong = await bench.prepare('repay', usdc('1'), asked, { reserveId: dear.toString() })
    expect(wrong.plan).toBeNull()
    expect(wrong.findings.find(({ rule }) => rule === 'lending.debt')).toMatchObject({
      level: 'BLOCK',
      fix: { label: 'Use the other reserve', adjustments: { reserveId: cheap.toString() } },
    })
  })

  it('is not asked about if one of them is shut', async () => {
    const { asked, cheap, dear } = await twice()
    await bench.owner().configure(cheap, { frozen: true })
    expect((await bench.prepare('supply', 1n, asked)).details.terms?.reserve.reserveId).toBe(dear)
    const wrong = await bench.prepare('supply', 1n, asked, { reserveId: cheap.toString() })
    expect(wrong.findings.find(({ rule }) => rule === 'lending.frozen')?.fix).toMatchObject({ kind: 'adjust' })
  })
})

it('says so if the chain does not answer', async () => {
  const chains = unreachableChains(31337)
  const given = { ...bench.context(), chains }
  await expect(bench.prepare('supply', 1n, {}, undefined, given)).rejects.toMatchObject({ code: 'chain-unreachable' })
})
