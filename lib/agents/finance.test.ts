import { type Address, encodeFunctionData, erc20Abi, erc4626Abi, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrappedAbi } from '@/devnet/abi'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import { findTool } from '@/lib/tools/registry'
import type { Agent, AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import { confirmed, converse } from './fixtures/judge'

const { lending, tokens, vaults } = devnetAddresses
const all = maxUint256.toString()
const [agent] = createAgents()
if (!agent) throw new Error('There is no agent')
const countersign: Agent = agent

let devnet: TestDevnet
let person: TestUser
let context: AgentContext

/**
 * The person supplied 1,000 USDC as collateral, owes 0.1 WETH and has 40 USDC in the flexible and 60 in the locked
 * vault.
 */
beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('2000', 6))
  const at = marketUser(devnet.first, person)
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(1n, parseUnits('1000', 6))
  await at.setCollateral(1n)
  await at.borrow(0n, parseEther('0.1'))
  // Pays the interest.
  const wrap = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  await person.send(devnet.first, { to: tokens.WETH, data: wrap, value: parseEther('1') })
  for (const [vault, amount] of [
    [vaults.flexibleUsdc, '40'],
    [vaults.lockedUsdc, '60'],
  ] as const) {
    const assets = parseUnits(amount, 6)
    const approve = { abi: erc20Abi, functionName: 'approve', args: [vault, assets] } as const
    await person.send(devnet.first, { to: tokens.USDC, data: encodeFunctionData(approve) })
    const deposit = { abi: erc4626Abi, functionName: 'deposit', args: [assets, person.address] } as const
    await person.send(devnet.first, { to: vault, data: encodeFunctionData(deposit) })
  }
  context = contextOf(devnet)
})

afterAll(() => devnet?.stop())

async function ask(...texts: string[]) {
  const said = await converse(countersign, texts, { address: person.address, chainId: 31337 }, context)
  for (const { name, parameters } of said.calls) expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
  return said
}

const askAs = (user: TestUser, text: string) =>
  converse(countersign, [text], { address: user.address, chainId: 31337 }, context)

/** Creates a user who has supplied that much USDC, and owes nothing. */
async function supplier(usdc: string): Promise<TestUser> {
  const user = await createTestUser(devnet)
  await marketOwner(devnet.first).mint(tokens.USDC, user.address, parseUnits(usdc, 6))
  const at = marketUser(devnet.first, user)
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(1n, parseUnits(usdc, 6))
  return user
}

/** Returns a reserve of the local market. */
async function reserveOf(id: bigint) {
  const chain = context.chains.get(31337)
  const positions = chain ? await readLendingPositions(chain, person.address) : []
  const reserve = positions.flatMap(({ reserves }) => reserves).find(({ reserveId }) => reserveId === id)
  if (!reserve) throw new Error(`There is no reserve ${id}`)
  return reserve
}

/** Asks, with a “yes” where the agent asks whether to prepare what it has read. */
const prepared = (...texts: string[]) =>
  confirmed(countersign, texts, { address: person.address, chainId: 31337 }, context)

/** Returns the one call. */
const called = async (...texts: string[]) => {
  const { calls, text } = await prepared(...texts)
  expect(calls.length, text).toBe(1)
  return calls[0]
}

describe('a loan', () => {
  it('is repaid whole, by half and in part, as a share of the debt', async () => {
    const to = { marketAddress: lending, tokenAddress: tokens.WETH, chainId: 31337, walletAddress: person.address }
    for (const text of ['repay all my WETH', 'repay my whole debt', 'pay back all my ETH', 'repay everything'])
      expect(await called(text)).toMatchObject({ name: 'lending_repay', parameters: { ...to, amount: all } })
    const half = await called('repay half my debt')
    const amount = BigInt(String(half?.parameters.amount))
    expect(amount).toBeGreaterThanOrEqual(parseEther('0.05'))
    expect(amount).toBeLessThan(parseEther('0.0501'))
    const part = await called('repay 0.02 WETH')
    expect(part).toMatchObject({ name: 'lending_repay', parameters: { amount: parseEther('0.02').toString() } })
  })

  it('leads to a question if it cannot be repaid like that', async () => {
    expect((await ask('repay 5 WETH')).text).toContain('more than you owe')
    expect((await ask('repay all my DAI')).text).toContain('You owe no DAI')
    for (const text of ['repay 5 WETH', 'repay all my DAI']) expect((await ask(text)).calls).toEqual([])
  })

  it('is offered to be repaid whole where no part of it is named', async () => {
    const { calls, text } = await ask('repay my loan')
    expect(calls).toEqual([])
    expect(text).toContain('repay all you owe')
    expect(await called('repay my loan')).toMatchObject({ name: 'lending_repay', parameters: { amount: all } })
  })

  it('is taken within what the collateral allows', async () => {
    expect(await called('borrow 50 DAI')).toMatchObject({
      name: 'lending_borrow',
      parameters: { tokenAddress: tokens.DAI, amount: parseEther('50').toString() },
    })
    expect((await ask('borrow 50 DAI')).text).toContain('health factor')
    const much = await ask('borrow 5000 DAI')
    expect(much.calls).toEqual([])
    // 1,000 USDC at 77% less the 350 USD of debt.
    expect(much.text).toMatch(/at most about 4(19|20)/)
    expect((await ask('borrow half the DAI')).calls).toEqual([])
  })

  it('is described with its health factor and the tolerable loss of the collateral', async () => {
    const { text, calls } = await ask('How safe is my loan?')
    expect(calls).toEqual([])
    expect(text).toMatch(/health factor is 2\.(19|2)/)
    expect(text).toContain('could lose about 54%')
  })
})

describe('supplied tokens', () => {
  it('come back in part, by half and whole', async () => {
    expect(await called('withdraw 100 USDC from lending')).toMatchObject({
      name: 'lending_withdraw',
      parameters: { tokenAddress: tokens.USDC, amount: '100000000' },
    })
    expect(await called('withdraw half my supplied USDC')).toMatchObject({ parameters: { amount: '500000000' } })
    const free = await supplier('100')
    const whole = await askAs(free, 'withdraw all my supplied USDC')
    expect(whole.calls).toMatchObject([{ name: 'lending_withdraw', parameters: { amount: all } }])
    expect((await ask('withdraw 2000 USDC from the market')).text).toContain('more than you have supplied')
    expect((await ask('withdraw 1 WETH')).text).toContain('supplied no WETH')
    const either = await ask('withdraw 10 USDC')
    expect(either.calls).toEqual([])
    expect(either.text).toMatch(/Local lending.*Flexible USDC/)
  })
})

describe('a request that a market would refuse', () => {
  const usdc = 1n

  it('is not proposed: more than the debt can spare', async () => {
    for (const text of ['withdraw 600 USDC from lending', 'withdraw all my supplied USDC']) {
      const { calls, text: said } = await ask(text)
      expect(calls).toEqual([])
      // 1,000 USDC at 77%, of which 350 USD are needed.
      expect(said).toMatch(/With what you owe .* at most about 54[45]\..* USDC can be withdrawn/)
    }
    expect((await ask('withdraw all my supplied USDC', '500')).calls).toMatchObject([
      { name: 'lending_withdraw', parameters: { amount: '500000000' } },
    ])
  })

  it('is not proposed: more than the market’s cap leaves', async () => {
    const { assetId } = await reserveOf(usdc)
    await marketOwner(devnet.first).cap(assetId, { addCap: 1 })
    try {
      const { calls, text } = await ask('supply 100 USDC')
      expect(calls).toEqual([])
      expect(text).toContain('takes at most 0 USDC more right now')
    } finally {
      await marketOwner(devnet.first).cap(assetId, {})
    }
    expect((await ask('supply 100 USDC')).calls).toMatchObject([{ name: 'lending_supply' }])
  })
})

describe('vaults', () => {
  it('are entered by the sentence that a row of a table of yields begins', async () => {
    const sentence = 'Deposit 10 USDC in Flexible USDC (Countersign vaults) on Ethereum (local)'
    expect(await called('best yield for USDC', sentence)).toMatchObject({
      name: 'enter_staking_yield',
      parameters: { yieldId: 'local-usdc-flexible-vault', amount: '10' },
    })
  })

  it('are left by name, by lock-up and by number', async () => {
    const flexible = { name: 'exit_staking_yield', parameters: { yieldId: 'local-usdc-flexible-vault' } }
    expect(await called('unstake 20 USDC from the flexible vault')).toMatchObject({
      ...flexible,
      parameters: { ...flexible.parameters, amount: '20' },
    })
    const several = await ask('unstake all')
    expect(several.calls).toEqual([])
    expect(several.text).toMatch(/1\. Flexible USDC/)
    expect(await called('unstake all', 'the first one')).toMatchObject({
      ...flexible,
      parameters: { ...flexible.parameters, amount: expect.stringMatching(/^\d+(\.\d+)?$/) },
    })
    expect((await prepared('unstake 500 USDC from the flexible vault')).text).toContain('more than you have')
  })

  it('are not left during their lock-up', async () => {
    const { text, calls } = await ask('unstake all from the 7-day vault')
    expect(calls).toEqual([])
    expect(text).toContain('is locked until')
  })

  it('offers what it asks for as choices, and takes the name of one for an answer', async () => {
    const { displays = [] } = await ask('stake 100 USDC')
    const [choices] = displays
    if (choices?.type !== 'choices') throw new Error('There are no choices')
    const [, second = ''] = choices.options
    expect((await ask('stake 100 USDC', second)).calls).toEqual((await ask('stake 100 USDC', 'the second one')).calls)
  })

  it.each(['lending markets', 'which markets can i lend on'])(
    'shows lending markets with both rates: %s',
    async (words) => {
      const { displays = [], text, calls } = await ask(words)
      expect(displays.map(({ type }) => type)).toEqual(['markets'])
      expect(text).toContain('the current rates for supplying and borrowing')
      expect(calls).toEqual([])
    },
  )

  it('tells what can be borrowed, and at what rate', async () => {
    const { text, calls } = await ask('what can I borrow and at what rate')
    for (const symbol of ['USDC', 'DAI', 'WETH']) expect(text).toContain(`- ${symbol} in `)
    expect(text).toContain('borrowers pay')
    expect(calls).toEqual([])
  })

  it('shows yields as a table too, with the contracts', async () => {
    const { displays = [], text } = await ask('best yield for USDC')
    const [table] = displays
    if (table?.type !== 'yields') throw new Error('There is no table')
    expect(table.rows.map(({ contract }) => contract)).toContain(vaults.flexibleUsdc)
    for (const { label } of table.rows) expect(text).toContain(label)
  })

  it('says once in a conversation that nothing happens before a card is countersigned', async () => {
    const whole = 'Check the card; nothing happens until you countersign it.'
    expect((await ask('borrow 50 DAI')).text).toContain(whole)
    const later = await ask('borrow 50 DAI', 'borrow 20 DAI')
    expect(later.calls).toHaveLength(1)
    expect(later.text).toContain('Check the card.')
    expect(later.text).not.toContain(whole)
  })

  it('lists lending markets as a table too, with what the collateral allows', async () => {
    const { displays = [], text } = await ask('what can I borrow and at what rate?')
    const [table] = displays
    if (table?.type !== 'markets') throw new Error('There is no table')
    expect(table.rows).toContainEqual({ chainId: 31337, market: lending, token: tokens.DAI })
    expect(text.match(/^- /gm)).toHaveLength(table.rows.length)
    expect(text).toMatch(
      /Your collateral allows you to borrow about \$\d+\.\d\d in Local lending on Ethereum \(local\)/,
    )
    expect(text).toMatch(/^- DAI in Local lending .*: borrowers pay 5% .*, and you could borrow up to \d+\.\d+ DAI$/m)
  })

  it('lists lending markets in one order: what the account has or owes first, then by the token’s name', async () => {
    const { text } = await ask('lending markets')
    const symbols = [...text.matchAll(/^- (\S+) in /gm)].map(([, symbol = '']) => symbol)
    expect(symbols.slice(0, 2), 'supplied, and owed').toEqual(['USDC', 'WETH'])
    const others = symbols.slice(2)
    expect(others.length).toBeGreaterThan(1)
    expect(others).toEqual(others.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
  })

  it('are entered by a number of the list, and never by a missing one', async () => {
    const { text } = await ask('stake 100 USDC')
    const second = /^2\. (.+?): /m.exec(text)?.[1] ?? ''
    const { calls, text: told } = await ask('stake 100 USDC', 'the second one')
    expect(calls).toMatchObject([{ name: 'enter_staking_yield', parameters: { amount: '100', tokenSymbol: 'USDC' } }])
    expect(told).toContain(second)
    expect((await ask('stake 100 USDC', 'the fifth one')).calls).toEqual([])
    const best = await ask('best yield for USDC')
    const first = /^1\. (.+?): /m.exec(best.text)?.[1] ?? ''
    expect(best.text).toMatch(/^2\. .+ on Ethereum/m)
    expect((await prepared('best yield for USDC', 'stake 100 in the second')).calls).toMatchObject([
      { name: 'enter_staking_yield', parameters: { amount: '100' } },
    ])
    // No vault takes DAI: "there" is the market.
    for (const between of [[], ['and is that one locked?']]) {
      const put = await prepared('best yield for my dai?', ...between, 'ok put 400 there')
      expect(put.text).toContain('That is more DAI than your wallet has')
    }
    expect((await ask('stake 400 dai')).text).toContain('No vault I know of takes DAI')
    // The best rate is where this account has nothing.
    const outOfReach = await prepared('best yield for USDC', 'stake 100 in the first')
    expect(outOfReach.calls).toEqual([])
    expect(outOfReach.text).toContain(`You have 0 USDC on Base (local), less than that deposit in ${first} takes.`)
    // A person who picked a place without a lock-up gets such places first.
    const flexible = await prepared('safest yield for USDC', 'stake 100 in the first')
    expect(flexible.text).toMatch(/takes\. You have enough for these:\s+1\. Flexible USDC .* on Ethereum \(local\)/)
  })
})

it('lists what earns', async () => {
  const { text, calls } = await ask('What do I earn?')
  expect(calls).toEqual([])
  expect(text).toContain('USDC supplied to Local lending')
  expect(text).toMatch(/(40|39\.99\d*) USDC in Flexible USDC/)
  expect(text).toContain('locked until')
})

it('distinguishes a rate that could not be read from one that does not exist', async () => {
  const rateless = async (more: { isRateUnread?: true }) => {
    const positions = async (account: Address) =>
      (await context.yields.positions(account)).map((each) => ({ ...each, apy: null, ...more }))
    const owner = { address: person.address, chainId: 31337 }
    return converse(countersign, ['What do I earn?'], owner, { ...context, yields: { ...context.yields, positions } })
  }
  expect((await rateless({ isRateUnread: true })).text).toContain('a rate that could not be read just now')
  expect((await rateless({})).text).toContain('no rate on record')
})

it('refuses at once what a wallet has nothing for, and asks for no amount', async () => {
  const other = await createTestUser(devnet)
  const requests = ['swap 50 usdc for eth', `send 5 usdc to ${person.address}`, 'swap half my usdc for eth']
  for (const text of [...requests, 'swap 0.00000001 usdc for eth']) {
    const said = await askAs(other, text)
    expect(said.text).toMatch(/^You have no USDC on .* or .*, so nothing has been prepared\./)
    expect(said).toMatchObject({ calls: [] })
    expect(said).not.toHaveProperty('draft')
  }
  expect((await askAs(other, 'repay my loan')).text).toMatch(/^You owe nothing in the lending markets I know/)
})

it('estimates future earnings, and says what cannot be known of the past', async () => {
  const owner = { address: person.address, chainId: 31337 }
  const positions = async (account: Address) =>
    (await context.yields.positions(account)).map((each) => ({ ...each, apy: 0.12, amount: 100_000000n }))
  const at = { ...context, yields: { ...context.yields, positions } }
  const ask = async (text: string) => (await converse(countersign, [text], owner, at)).text
  // Two vaults of 100 USDC at 12% a year.
  expect(await ask('how much will I make in a month')).toMatch(/estimate.*about \$2\.00 in a month, less about \$/s)
  expect(await ask('what do my deposits bring in over 2 years')).toContain('about $48.00 in 2 years')
  expect(await ask('how much will i earn by the end of the year')).toMatch(/until the end of the year \(\d+ days?\)/)
  const so = await ask('how much did I earn so far')
  expect(so).toContain('cannot tell what you have earned in total')
  expect(so).toContain('about $2.00 in a month')
})

it('says so if the yields cannot be read, and proposes nothing', async () => {
  const chains = unreachableChains(31337, 31338)
  const yields = createYields({ apiUrl: 'http://127.0.0.1:22801', chains, now: Date.now })
  const owner = { address: person.address, chainId: 31337 }
  for (const text of [
    'stake 100 USDC',
    'unstake all',
    'supply 100 USDC',
    'repay all',
    'what do I earn',
    'what do I earn a day',
  ]) {
    const said = await converse(countersign, [text], owner, { ...context, chains, yields })
    expect(said.calls).toEqual([])
    expect(said.text).toContain('could not read')
  }
})
