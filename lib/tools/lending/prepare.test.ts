import { erc20Abi, maxUint256, parseEther, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readMarket } from '@/lib/chain/lending/read-market'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { named, worrying } from '../shared/testing/finding-words'
import { createLendingBench, reserves, usdc } from './testing/lending-bench'

const { lending, tokens } = devnetAddresses
const bench = createLendingBench()
const weth = { tokenAddress: tokens.WETH, tokenSymbol: 'WETH' }
const usdcAsset = { kind: 'erc20', chainId: 31337, address: tokens.USDC } as const

const held = (token: `0x${string}` = tokens.USDC) =>
  bench.chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [bench.person.address],
  })
const allowed = () =>
  bench.chain.client.readContract({
    address: tokens.USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [bench.person.address, lending],
  })
async function reserve(id: bigint) {
  const chain = bench.context().chains.get(31337)
  if (!chain) throw new Error('there is no chain')
  const { reserves } = await readMarket(chain, lending, bench.person.address)
  const found = reserves.find(({ reserveId }) => reserveId === id)
  if (!found) throw new Error('there is no such reserve')
  return found
}

describe('supply', () => {
  it('approves exactly, supplies and makes it collateral, in two transactions', async () => {
    const prepared = await bench.prepare('supply', usdc('100'))
    expect(worrying(prepared.findings)).toEqual([])
    expect(prepared.plan?.steps.map(({ id, to, title }) => [id, to, title])).toEqual([
      ['approve', tokens.USDC, 'Approve 100 USDC'],
      ['supply', lending, 'Supply 100 USDC'],
    ])
    expect(prepared.plan?.declares).toEqual({
      out: [{ asset: usdcAsset, amount: usdc('100') }],
      in: [],
      allowances: [],
    })
    const review = await bench.reviewed(prepared)
    expect(worrying(review.findings)).toEqual([])
    expect(review.verdict).toBe('ready')
    expect(review.figures.map(({ id }) => id)).toEqual(['supplied', 'collateral'])
    await bench.carryOut(prepared.plan)
    expect(await reserve(reserves.usdc)).toMatchObject({ supplied: usdc('100'), isCollateral: true })
    expect(await held()).toBe(usdc('9900'))
    expect(await allowed()).toBe(0n)
  })

  it('leaves collateral unchanged if the person says so, and explains what that means', async () => {
    const { plan, findings, details } = await bench.prepare('supply', usdc('100'), {}, { collateral: false })
    expect(findings.map(named)).toContain('lending.collateral INFO')
    expect(details.terms?.collateral).toEqual({ use: false, isChoice: true })
    expect(plan?.steps.at(-1)?.data.slice(0, 10)).toBe(toFunctionSelector('supply(uint256,uint256,address)'))
    await bench.carryOut(plan)
    expect(await reserve(reserves.usdc)).toMatchObject({ supplied: usdc('100'), isCollateral: false })
    // An existing supply stays as it is, unless the person says otherwise.
    expect((await bench.prepare('supply', usdc('1'))).details.terms?.collateral).toEqual({ use: false, isChoice: true })
    await bench.at().setCollateral(reserves.usdc)
    expect((await bench.prepare('supply', usdc('1'))).details.terms?.collateral).toEqual({ use: true, isChoice: false })
  })

  it('uses an existing approval', async () => {
    await bench.at().approve(tokens.USDC, usdc('500'))
    const { plan, findings } = await bench.prepare('supply', usdc('100'))
    expect(plan?.steps).toHaveLength(1)
    expect(plan?.declares.allowances).toEqual([{ token: tokens.USDC, spender: lending, amount: usdc('400') }])
    expect(findings.map(named)).toContain('lending.allowance-left INFO')
  })

  it('refuses more than the balance, and recognises wrong decimals', async () => {
    expect((await bench.prepare('supply', usdc('10000'))).plan).not.toBeNull()
    const more = await bench.prepare('supply', usdc('10000') + 1n)
    expect(more.plan).toBeNull()
    expect(more.findings.map(named)).toContain('lending.balance BLOCK')
    const absurd = await bench.prepare('supply', usdc('100') * 10n ** 12n)
    expect(absurd.findings.find(({ rule }) => rule === 'lending.balance')?.why).toContain('wrong decimals')
  })

  it('respects the market’s limit', async () => {
    const owner = bench.owner()
    const token = await owner.newToken('CAPPED')
    const id = await owner.addReserve(token, usdc('900'))
    await owner.mint(token, bench.person.address, usdc('1000'))
    await owner.cap(id, { addCap: 1_000 })
    const asked = async (amount: string) =>
      worrying((await bench.prepare('supply', usdc(amount), { tokenAddress: token, tokenSymbol: 'CAPPED' })).findings)
    expect(await asked('79')).toEqual(['G9 WARN'])
    expect(await asked('80')).toEqual(['G9 WARN', 'lending.cap WARN'])
    expect(await asked('100')).toEqual(['G9 WARN', 'lending.cap WARN'])
    expect(await asked('101')).toEqual(['G9 WARN', 'lending.cap BLOCK'])
  })
})

describe('borrow', () => {
  it('pays out exactly what was asked for, and shows how safe the loan is', async () => {
    await bench.enter(usdc('1000'), 0n)
    const prepared = await bench.prepare('borrow', parseEther('0.1'), weth)
    expect(worrying(prepared.findings)).toEqual([])
    expect(prepared.findings.map(named)).toContain('lending.pair INFO')
    expect(prepared.plan?.steps).toHaveLength(1)
    const review = await bench.reviewed(prepared)
    expect(worrying(review.findings)).toEqual([])
    expect(review.figures.find(({ id }) => id === 'health-factor')).toMatchObject({ before: { wad: null } })
    const debt = review.figures.find(({ id }) => id === 'debt')?.after
    if (debt?.kind !== 'usd') throw new Error('the debt is no amount of USD')
    expect(debt.decimals).toBe(26)
    // 0.1 WETH at 3,500 USD, rounded up by the market.
    expect(debt.amount / 10n ** 20n).toBe(350_000_000n)
    const before = await held(tokens.WETH)
    await bench.carryOut(prepared.plan)
    expect((await held(tokens.WETH)) - before).toBe(parseEther('0.1'))
  })

  // 1000 USDC count for 770 USD: at 1.5 that is 513.33 USD of debt.
  it.each([
    ['0.14', []],
    ['0.15', ['lending.health WARN']],
    ['0.2005', ['lending.health DANGER']],
    ['0.2195', ['lending.health DANGER']],
  ])('judges a loan of %s WETH by the health factor in the simulation', async (amount, expected) => {
    await bench.enter(usdc('1000'), 0n)
    const { findings, verdict, figures } = await bench.review('borrow', parseEther(amount), weth)
    expect(worrying(findings)).toEqual(expected)
    expect(verdict).toBe(expected.includes('lending.health DANGER') ? 'acknowledge' : 'ready')
    const level = expected[0]?.split(' ')[1]
    expect(figures.find(({ id }) => id === 'health-factor')?.level).toBe(level)
  })

  it('leaves nothing to sign if the loan would not be covered', async () => {
    await bench.enter(usdc('1000'), 0n)
    const { plan, findings } = await bench.prepare('borrow', parseEther('0.23'), weth)
    expect(plan).toBeNull()
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'lending.health', level: 'BLOCK', observed: '0.95' }),
    )
  })

  it('needs collateral', async () => {
    const at = bench.at()
    await at.approve(tokens.USDC, usdc('100'))
    await at.supply(reserves.usdc, usdc('100'))
    const { plan, findings } = await bench.prepare('borrow', 1n, weth)
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain('lending.collateral BLOCK')
  })

  it('respects the market’s liquidity and its limit', async () => {
    await bench.enter(usdc('10000'), 0n)
    const owner = bench.owner()
    const token = await owner.newToken('SCARCE')
    const id = await owner.addReserve(token, usdc('100'))
    const asked = async (amount: bigint) =>
      worrying((await bench.prepare('borrow', amount, { tokenAddress: token, tokenSymbol: 'SCARCE' })).findings)
    expect(await asked(usdc('98') - 1n)).toEqual(['G9 WARN'])
    expect(await asked(usdc('98'))).toEqual(['G9 WARN', 'lending.liquidity WARN'])
    expect(await asked(usdc('100') + 1n)).toEqual(['G9 WARN', 'lending.liquidity BLOCK'])
    await owner.cap(id, { drawCap: 10 })
    expect(await asked(usdc('10') + 1n)).toEqual(['G9 WARN', 'lending.cap BLOCK'])
    await owner.configure(id, { borrowable: false })
    expect(await asked(1n)).toEqual(['G9 WARN', 'lending.borrowable BLOCK'])
  })
})

describe('repay', () => {
  async function borrow() {
    await bench.enter(usdc('5000'), 0n)
    await bench.at().borrow(reserves.usdc, usdc('1000'))
  }

  it('repays a part, exactly', async () => {
    await borrow()
    const { plan, findings } = await bench.prepare('repay', usdc('400'))
    expect(worrying(findings)).toEqual([])
    expect(plan?.declares.out).toEqual([{ asset: usdcAsset, amount: usdc('400') }])
    await bench.carryOut(plan)
    expect((await reserve(reserves.usdc)).debt).toBeLessThan(usdc('600.001'))
    expect(await allowed()).toBe(0n)
  })

  it.each([
    ['more than is owed', usdc('1001')],
    ['everything', maxUint256],
  ])('repays the whole debt, to the last unit, if %s is asked for', async (_, amount) => {
    await borrow()
    const prepared = await bench.prepare('repay', amount)
    const { plan, details, findings } = prepared
    expect(findings.map(named)).toContain('lending.debt INFO')
    expect(details.terms?.all).toBe(true)
    const most = plan?.declares.out[0]?.amount ?? 0n
    expect(most).toBeGreaterThan(usdc('1000'))
    expect(most).toBeLessThanOrEqual((usdc('1000.01') * 10_025n) / 10_000n)
    expect(worrying((await bench.reviewed(prepared)).findings)).toEqual([])
    await bench.carryOut(plan)
    expect((await reserve(reserves.usdc)).debt).toBe(0n)
    expect(await allowed()).toBeLessThan(usdc('0.5'))
  })

  it('is a danger if the amount is absurd, and refuses what is not held or not owed', async () => {
    expect((await bench.prepare('repay', 1n)).findings.map(named)).toContain('lending.debt BLOCK')
    await borrow()
    expect(worrying((await bench.prepare('repay', usdc('1000') * 10n ** 12n)).findings)).toEqual([
      'lending.debt DANGER',
    ])
    const rest = (await held()) - usdc('999')
    await bench.at().act(tokens.USDC, transferAway(rest))
    expect((await bench.prepare('repay', maxUint256)).findings.map(named)).toContain('lending.balance BLOCK')
    expect((await bench.prepare('repay', usdc('999'))).plan).not.toBeNull()
  })

  it('offers to repay the dust too', async () => {
    await borrow()
    const { findings } = await bench.prepare('repay', usdc('999.999'))
    const rest = findings.find(({ rule }) => rule === 'lending.debt')
    expect(rest).toMatchObject({ level: 'INFO', fix: { adjustments: { all: true } } })
    const all = await bench.prepare('repay', usdc('999.999'), {}, { all: true })
    expect(all.details.terms?.all).toBe(true)
  })

  it('does not stand in the way of rescuing a loan', async () => {
    await bench.enter(usdc('1000'), parseEther('0.2'))
    const rescue = await bench.review('supply', usdc('10'))
    expect(worrying(rescue.findings)).toEqual(['lending.health WARN'])
    expect(rescue.verdict).toBe('ready')
  })
})

describe('withdraw', () => {
  it('takes out everything, to the last unit, and calls it ALL', async () => {
    await bench.enter(usdc('1000'), 0n)
    const prepared = await bench.prepare('withdraw', usdc('1000'))
    expect(prepared.details.terms?.all).toBe(true)
    expect(prepared.findings.find(({ rule }) => rule === 'lending.supplied')?.title).toContain('ALL')
    expect(prepared.plan?.steps.map(({ title }) => title)).toEqual(['Withdraw all USDC'])
    expect((await bench.reviewed(prepared)).verdict).toBe('ready')
    const supplied = prepared.details.terms?.amount ?? 0n
    expect(supplied).toBeGreaterThan(usdc('999.9'))
    await bench.carryOut(prepared.plan)
    expect(await held()).toBeGreaterThanOrEqual(usdc('9000') + supplied)
    expect((await reserve(reserves.usdc)).supplied).toBe(0n)
  })

  it('takes out a part, exactly', async () => {
    await bench.enter(usdc('1000'), 0n)
    const { plan } = await bench.prepare('withdraw', usdc('300'))
    expect(plan?.declares).toEqual({ out: [], in: [{ asset: usdcAsset, amount: usdc('300') }], allowances: [] })
    await bench.carryOut(plan)
    expect(await held()).toBe(usdc('9300'))
  })

  it('takes into account the debt that the collateral backs', async () => {
    await bench.enter(usdc('1000'), parseEther('0.1'))
    // 350 USD of debt need 454.55 USDC.
    expect((await bench.prepare('withdraw', usdc('600'))).findings.map(named)).toContain('lending.health BLOCK')
    const { findings } = await bench.review('withdraw', usdc('500'))
    expect(worrying(findings)).toEqual(['lending.health DANGER', 'lending.health-drop WARN'])
  })

  it('is a danger if far more is asked for than there is, and refuses nothing', async () => {
    expect((await bench.prepare('withdraw', 1n)).findings.map(named)).toContain('lending.supplied BLOCK')
    await bench.enter(usdc('1000'), 0n)
    expect(worrying((await bench.prepare('withdraw', usdc('100') * 10n ** 12n)).findings)).toEqual([
      'lending.supplied DANGER',
    ])
  })
})

const transferAway = (amount: bigint): `0x${string}` =>
  `0xa9059cbb${'0'.repeat(61)}b0b${amount.toString(16).padStart(64, '0')}`

describe('the round trips', () => {
  it('take one before the review, and one for it', async () => {
    await bench.enter(usdc('1000'), 0n)
    const [chain] = bench.context().chains.values()
    const node = await startNodeProxy(chain?.rpcUrl ?? '')
    const counted = { ...bench.context(), chains: buildChains([{ id: 31337, rpcUrl: node.url }]) }
    const prepared = await bench.prepare('borrow', parseEther('0.1'), weth, undefined, counted)
    // The lens and the multicall are sent together: neither needs the other's answer.
    expect(node.seen.roundTrips.flat()).toEqual(['eth_call', 'eth_call'])
    // So are prices and everything else.
    node.together(2)
    const { verdict } = await bench.reviewed(prepared, counted)
    expect(verdict).toBe('ready')
    expect(node.seen.roundTrips).toHaveLength(2)
    expect(node.seen.roundTrips.flat()).toContain('eth_simulateV1')
    await node.stop()
  })
})
