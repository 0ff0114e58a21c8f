import { type Address, getAddress, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { call, createCallBench } from '../testing/call-bench'

const { tokens, vaults, lending } = devnetAddresses
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
// Compiled before anything listens: it blocks this process for seconds.
const contracts = compileContracts(new URL('../testing/burnable.sol', import.meta.url))
const vault = contracts.get('BlownUpVault')
const bench = createCallBench()
const ten = parseUnits('10', 6)

const levels = ({ review: { findings } }: Awaited<ReturnType<typeof bench.review>>) =>
  findings.filter(({ rule }) => rule === 'staking.worth').map(({ level }) => level)

async function blownUp(part: bigint) {
  if (!vault) throw new Error('there is no vault')
  const to = await bench.deployed(vault, [tokens.USDC, part])
  await bench.send(tokens.USDC, call('approve(address,uint256)', [to, ten]))
  return to
}

const deposit = async (part: bigint) =>
  bench.review({ to: await blownUp(part), functionName: 'deposit', args: [ten.toString(), bench.user.address] })

it('a deposit that a vault keeps nearly all of is DANGER, although the call succeeds and shares arrive', async () => {
  expect(levels(await deposit(1000n))).toEqual(['DANGER'])
  expect(levels(await deposit(1n))).toEqual(['OK'])
})

it('shares given up for less than their worth are DANGER', async () => {
  const leave = async (part: bigint) => {
    const to = await blownUp(part)
    await bench.send(to, call('credit(uint256)', [ten]))
    await bench.send(tokens.USDC, call('transfer(address,uint256)', [to, ten]))
    const { address } = bench.user
    return bench.review({ to, functionName: 'redeem', args: [ten.toString(), address, address] })
  }
  expect(levels(await leave(2n))).toEqual(['DANGER'])
  expect(levels(await leave(1n))).toEqual(['OK'])
})

it('nothing is lost in an honest vault', async () => {
  await bench.send(tokens.USDC, call('approve(address,uint256)', [vaults.flexibleUsdc, ten]))
  const args = [ten.toString(), bench.user.address]
  expect(levels(await bench.review({ to: vaults.flexibleUsdc, functionName: 'deposit', args }))).toEqual(['OK'])
})

it('a deposit for somebody else is not measured by one’s own shares', async () => {
  const asked = { to: await blownUp(1n), functionName: 'deposit', args: [ten.toString(), friend] }
  const made = await bench.review(asked)
  expect(levels(made)).toEqual([])
  expect(made.review.findings).toContainEqual(
    expect.objectContaining({ rule: 'G10', level: 'DANGER', observed: friend }),
  )
})

describe('a loan', () => {
  const told = ({ review: { findings, figures } }: Awaited<ReturnType<typeof bench.review>>) => ({
    health: findings.filter(({ rule }) => rule === 'lending.health').map(({ level }) => level),
    debt: findings
      .filter(({ rule, level }) => rule === 'G7' && level !== 'OK')
      .map(({ level, title }) => [level, title]),
    figures: figures.map(({ id }) => id),
  })

  it('taken directly from a market is judged by its safety afterwards, like that of the lending tool', async () => {
    const { address } = bench.user
    const supplied = parseUnits('1000', 6)
    const send = (amount: bigint) =>
      bench.review({ to: lending, functionName: 'borrow(uint256,uint256,address)', args: ['2', `${amount}`, address] })
    await bench.send(tokens.USDC, call('approve(address,uint256)', [lending, supplied]))
    await bench.send(lending, call('supply(uint256,uint256,address)', [1n, supplied, address]))
    await bench.send(lending, call('setUsingAsCollateral(uint256,bool,address)', [1n, true, address]))
    const { health, figures } = told(await send(parseUnits('100', 18)))
    expect(health).toEqual([])
    expect(figures).toEqual(['health-factor', 'debt'])
    expect(told(await send(parseUnits('740', 18))).health).toEqual(['DANGER'])
    await bench.send(lending, call('borrow(uint256,uint256,address)', [2n, parseUnits('400', 18), address]))
    const leaving = ['1', `${parseUnits('450', 6)}`, address]
    const left = await bench.review({ to: lending, functionName: 'withdraw(uint256,uint256,address)', args: leaving })
    expect(told(left).health).toEqual(['DANGER'])
  })

  it('whose debt is a token is no gain, and repaying it is no loss', async () => {
    const pool = contracts.get('LendingPool')
    if (!pool) throw new Error('there is no pool')
    const { address } = bench.user
    const to = await bench.deployed(pool, [tokens.USDC, 0n])
    await bench.send(tokens.USDC, call('transfer(address,uint256)', [to, parseUnits('500', 6)]))
    const borrow = (amount: bigint) =>
      bench.review({
        to,
        functionName: 'borrow(address,uint256,uint256,uint16,address)',
        args: [tokens.USDC, `${amount}`, '2', '0', address],
      })
    const safe = await borrow(parseUnits('40', 6))
    expect(told(safe)).toEqual({
      health: [],
      debt: [['INFO', 'You will owe what you borrow.']],
      figures: ['health-factor', 'debt'],
    })
    expect(safe.review.effects?.balances).toContainEqual(
      expect.objectContaining({ symbol: 'variableDebtUSDC', debt: true }),
    )
    expect(told(await borrow(parseUnits('79', 6))).health).toEqual(['DANGER'])
    const claimed = await bench.review({ to, functionName: 'claimRewards()', abi: ['function claimRewards()'] })
    expect(told(claimed).debt).toEqual([['BLOCK', 'This makes you owe more.']])

    await bench.send(to, safe.plan.steps[0].data)
    await bench.send(tokens.USDC, call('approve(address,uint256)', [to, ten]))
    const args = [tokens.USDC, `${ten}`, '2', address]
    const repaid = await bench.review({ to, functionName: 'repay(address,uint256,uint256,address)', args })
    expect(repaid.review.findings.filter(({ level }) => level === 'BLOCK')).toEqual([])
  })

  describe('that no token records', () => {
    const usdc = (dollars: number) => parseUnits(`${dollars}`, 6)
    const contract = (name: string) => {
      const found = contracts.get(name)
      if (!found) throw new Error(`there is no ${name}`)
      return found
    }
    const owing = ({ review: { findings } }: Awaited<ReturnType<typeof bench.review>>) =>
      findings.filter(({ rule }) => rule.startsWith('lending.')).map(({ rule, level }) => [rule.slice(8), level])

    it('is reported if a market with its own books lends, whatever its function is called', async () => {
      const to = await bench.deployed(contract('Ledger'), [tokens.USDC])
      await bench.send(tokens.USDC, call('transfer(address,uint256)', [to, usdc(500)]))
      const taking = (amount: bigint) =>
        bench.review({
          to,
          functionName: 'withdraw',
          args: [tokens.USDC, `${amount}`],
          abi: ['function withdraw(address asset, uint256 amount)'],
        })
      const made = await taking(usdc(80))
      expect(owing(made)).toEqual([
        ['debt', 'DANGER'],
        ['health', 'UNVERIFIED'],
      ])
      expect(made.review.figures).toMatchObject([
        { label: 'Debt', before: { amount: 0n }, after: { kind: 'token', amount: usdc(80), symbol: 'USDC' } },
      ])
      expect(owing(await taking(usdc(80) + 1n))).toContainEqual(['health', 'BLOCK'])
      const asked = await bench.review({ to, functionName: 'borrow(uint256)', args: [`${usdc(80)}`] })
      expect(owing(asked)).toEqual([
        ['health', 'UNVERIFIED'],
        ['debt', 'INFO'],
      ])
      const other = await bench.deployed(contract('Hoard'))
      expect(
        owing(
          await bench.review({
            to: other,
            functionName: 'give',
            args: [to, '0'],
            abi: ['function give(address token, uint256 amount)'],
          }),
        ),
      ).toEqual([])
    })

    it('is blocked if it arises behind another contract and that one names the market', async () => {
      const market = await bench.deployed(contract('Ledger'), [tokens.USDC])
      await bench.send(tokens.USDC, call('transfer(address,uint256)', [market, usdc(500)]))
      const to = await bench.deployed(contract('Bulker'), [market])
      const abi = ['function invoke(address market, uint256 amount)']
      const made = await bench.review({ to, functionName: 'invoke', args: [market, '5'], abi })
      expect(owing(made)).toContainEqual(['debt', 'BLOCK'])
    })

    it('is judged by its collateral if the market is Morpho’s', async () => {
      const { address } = bench.user
      const to = await bench.deployed(contract('Blue'))
      await bench.send(tokens.USDC, call('transfer(address,uint256)', [to, usdc(500)]))
      await bench.send(tokens.USDC, call('approve(address,uint256)', [to, usdc(100)]))
      const market = [tokens.USDC, tokens.USDC, to, to, '800000000000000000']
      const named = JSON.stringify(market)
      const pledge = await bench.review({
        to,
        functionName: 'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
        args: [named, `${usdc(100)}`, address, '0x'],
      })
      expect(pledge.plan.declares.out).toEqual([
        { asset: { kind: 'erc20', chainId: 31337, address: tokens.USDC }, amount: usdc(100) },
      ])
      await bench.send(to, pledge.plan.steps[0].data)
      const borrow = (amount: bigint) =>
        bench.review({
          to,
          functionName: 'borrow((address,address,address,address,uint256),uint256,uint256,address,address)',
          args: [named, `${amount}`, '0', address, address],
        })
      const safe = await borrow(usdc(40))
      expect(owing(safe)).toEqual([['debt', 'INFO']])
      expect(safe.review.figures).toMatchObject([
        { after: { kind: 'health', wad: 2n * 10n ** 18n } },
        { before: { amount: 0n }, after: { kind: 'token', amount: usdc(40), symbol: 'USDC' } },
      ])
      expect(owing(await borrow(usdc(79)))).toContainEqual(['health', 'DANGER'])
      expect(owing(await borrow(usdc(81)))).toContainEqual(['health', 'BLOCK'])
    })

    it('taken in coins is judged by the market behind it, if that is known', async () => {
      const to = await bench.deployed(contract('Gateway'))
      await bench.user.send(bench.devnet.first, { to, value: 10n })
      const borrow = (market: Address) =>
        bench.review({ to, functionName: 'borrowETH(address,uint256,uint16)', args: [market, '10', '0'] })
      const known = await borrow(lending)
      expect(known.review.figures.map(({ id }) => id)).toContain('health-factor')
      expect(owing(known)).toEqual([])
      expect(known.plan.declares.in).toEqual([{ asset: { kind: 'native', chainId: 31337 }, amount: 10n }])
      expect(owing(await borrow(to))).toEqual([['health', 'UNVERIFIED']])
    })
  })
})
