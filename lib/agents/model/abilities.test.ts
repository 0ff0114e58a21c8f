import { createServer, type Server } from 'node:http'
import { encodeFunctionData, erc20Abi, erc4626Abi, maxUint256, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { friend } from '@/devnet/accounts'
import { listenLocally } from '@/devnet/listen'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner } from '@/lib/chain/lending/testing/local-market'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import { findTool } from '@/lib/tools/registry'
import { walletToolsOf } from '../abilities/ability'
import type { AgentContext, AgentOutput } from '../agent'
import { createAgents } from '../agents'
import { contextOf } from '../fixtures/context'
import { converse, userMessage } from '../fixtures/judge'
import { memoryPlans } from '../plans/testing/memory-plans'
import { memoryPortfolio } from '../portfolio/testing/memory-portfolio'
import { callsTools, type ModelReply, type ModelServer, says } from './testing/model-server'
import { model, setUpModel } from './testing/setup'

const { tokens, lending, vaults } = devnetAddresses

setUpModel()
let devnet: TestDevnet
let person: TestUser
let context: AgentContext
let plans = memoryPlans()
let portfolio = memoryPortfolio()

/** The person has 960 USDC in the wallet and 40 in the flexible vault, and nothing in any lending market. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('1000', 6))
  const assets = parseUnits('40', 6)
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [vaults.flexibleUsdc, maxUint256],
  })
  await person.send(devnet.first, { to: tokens.USDC, data: approve })
  const deposit = encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [assets, person.address] })
  await person.send(devnet.first, { to: vaults.flexibleUsdc, data: deposit })
  context = contextOf(devnet)
})
afterAll(() => devnet?.stop())
beforeEach(() => {
  plans = memoryPlans()
  portfolio = memoryPortfolio()
})

type Limits = Parameters<ModelServer['open']>[0]
const owner = () => ({ address: person.address, chainId: 31337 })

/** Runs one turn of an agent whose model gives these replies. */
async function turn(
  agentId: number,
  replies: ModelReply[],
  {
    limits = {},
    given = context,
    signal = new AbortController().signal,
  }: { limits?: Limits; given?: AgentContext; signal?: AbortSignal } = {},
) {
  model.replies = replies
  const agent = createAgents(model.open(limits)).find(({ id }) => id === agentId)
  if (!agent) throw new Error(`There is no agent ${agentId}`)
  const history = [userMessage('please', 'u')]
  const outputs: AgentOutput[] = []
  const said = { text: '', calls: [] as AgentOutput[] }
  let failure: unknown = null
  try {
    for await (const output of agent.answer({ agentId, owner: owner(), history, plans, portfolio, signal }, given))
      outputs.push(output)
  } catch (error) {
    failure = error
  }
  for (const output of outputs)
    if (output.type === 'text') said.text += output.delta
    // Confirms every offered plan, like a person would.
    else if (output.type === 'offer') plans.confirm(output.offer)
    else said.calls.push(output)
  return { ...said, failure }
}

const contentSchema = z.looseObject({ role: z.literal('tool'), content: z.string() })

/** Calls a tool with an input, as the only thing in a turn, and returns what the model was told. */
async function told(agentId: number, name: string, input: unknown = {}) {
  model.reset()
  const { text, failure } = await turn(agentId, [callsTools([name, JSON.stringify(input)]), says('Well.')])
  expect(failure).toBeNull()
  const answer = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(contentSchema.parse(model.requests[1]?.messages.at(-1)).content))
  return { text, answer }
}

/** Lets the model propose, and checks the call against the wallet tool's own schema. */
async function proposed(agentId: number, name: string, parameters: Record<string, unknown>) {
  model.reset()
  const { calls, failure } = await turn(agentId, [callsTools([name, JSON.stringify(parameters)])])
  expect(failure).toBeNull()
  expect(calls).toEqual([{ type: 'call', name, parameters }])
  expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
}

it('gives each agent the tools of its abilities', async () => {
  const names = async (id: number) => {
    await turn(id, [says('ok')])
    return model.requests
      .at(-1)
      ?.tools?.map((each) => each.function.name)
      .toSorted()
  }
  expect(await names(2)).toEqual(
    [
      ...[
        'read_balances',
        'read_prices',
        'read_portfolio',
        'read_approvals',
        'read_yield_positions',
        'read_lending',
        'read_help',
        'read_gas',
        'find_tokens',
        'resolve_name',
      ],
      ...['read_lending_markets', 'read_nfts', 'create_plan', 'list_plans', 'change_plan', 'adjust_plan'],
      ...new Set((['balances', 'send', 'swap', 'plans'] as const).flatMap((ability) => walletToolsOf[ability])),
    ].toSorted(),
  )
  expect(await names(3)).toEqual(
    expect.arrayContaining(['find_yields', 'read_rebalance_positions', 'request_auto_rebalance_permission']),
  )
  expect(await names(4)).toEqual(expect.arrayContaining(['read_lending_markets', 'lending_borrow']))
  expect(await names(1)).toEqual(expect.arrayContaining(['transfer_nft', 'create_plan', 'read_rebalance_positions']))
})

describe('portfolio', () => {
  it('has the figures of the built-in analysis, and shares its memory', async () => {
    const [builtIn] = createAgents()
    if (!builtIn) throw new Error('There is no agent')
    const analysis = await converse(builtIn, ['analyse my portfolio'], owner(), context, plans, portfolio)
    const { answer } = await told(1, 'read_portfolio')
    const wallet = parseAmount(String(answer.walletUsd), 8) ?? 0n
    expect(analysis.text).toContain(`about ${formatUsd(wallet)} in all in your wallet`)
    expect(answer).toMatchObject({
      holdings: expect.arrayContaining([
        expect.objectContaining({ kind: 'wallet', symbol: 'USDC', amount: '960', valueUsd: '960' }),
        expect.objectContaining({ kind: 'vault', symbol: 'USDC', place: expect.stringContaining('Flexible USDC') }),
      ]),
      idleUsd: '960',
      sharesPercent: expect.arrayContaining([{ symbol: 'ETH', percent: expect.any(Number) }]),
      sharesOfPlacesPercent: [{ place: expect.stringContaining('Flexible USDC'), percent: expect.any(Number) }],
      loans: [],
      changes: { amounts: expect.any(Array), byPricesUsd: '0' },
    })
  })

  it('tells what has changed since, and nothing the first time', async () => {
    expect((await told(4, 'read_portfolio')).answer.changes).toBeNull()
    await marketOwner(devnet.second).mint(tokens.USDC, person.address, parseUnits('7', 6))
    expect((await told(1, 'read_portfolio')).answer.changes).toMatchObject({
      byPricesUsd: '0',
      amounts: expect.arrayContaining([
        { kind: 'wallet', chainId: 31338, symbol: 'USDC', before: '0', now: '7', differenceUsd: '7' },
      ]),
    })
  })
})

it('resolves a name by the chain alone, and says why if it cannot', async () => {
  const asked = (name: string, chainId = 31337) => told(2, 'resolve_name', { name, chainId })
  expect((await asked('Friend.countersign.eth')).answer).toEqual({
    name: 'friend.countersign.eth',
    address: friend,
    chainId: 31337,
  })
  expect((await asked('friend.countersign.eth', 31338)).answer).toMatchObject({ address: friend })
  expect((await asked('nobody.countersign.eth')).answer).toEqual({
    error: 'nobody.countersign.eth has no address on record.',
  })
  expect((await asked('friend.countersign.eth', 1)).answer).toEqual({ error: 'Chain 1 is not supported here.' })
})

it('finds the address of a token that the account does not hold, and swaps to it', async () => {
  const { answer } = await told(2, 'find_tokens', { symbols: ['dai', 'ETH', 'PEPE'], chainId: 31337 })
  expect(answer).toEqual({
    tokens: [
      expect.objectContaining({
        symbol: 'DAI',
        address: tokens.DAI,
        decimals: 18,
        chainId: 31337,
        isNativeCoin: false,
      }),
      expect.objectContaining({ symbol: 'ETH', isNativeCoin: true }),
    ],
    notListed: ['PEPE'],
  })
  await proposed(2, 'execute_router_swap', {
    ...{ fromChainId: 31337, toChainId: 31337, fromTokenAddress: zeroAddress, toTokenAddress: tokens.DAI },
    ...{ fromAmount: '100000000000000000', slippage: 0.005 },
  })
})

it('reads prices from the feeds, and has none for unknown tokens', async () => {
  const { answer } = await told(2, 'read_prices', { symbols: ['eth', 'PEPE'] })
  expect(answer.prices).toEqual([
    {
      ...{ symbol: 'ETH', priceUsd: '3500', chainId: 31337 },
      ...{ source: expect.stringContaining('Chainlink'), updatedAt: expect.stringContaining('T') },
    },
    { symbol: 'PEPE', priceUsd: null },
  ])
})

it('answers questions about the app in the app’s own words', async () => {
  expect((await told(3, 'read_help', { question: 'What is slippage?' })).answer.answer).toContain('0.5%')
  expect((await told(3, 'read_help', { question: 'Who won the cup?' })).answer.answer).toBeNull()
})

it('tells the cost of gas on every served chain', async () => {
  const { answer } = await told(3, 'read_gas', {})
  expect(answer.answer).toMatch(/Ethereum \(local\): [\d.]+ gwei.*Base \(local\): [\d.]+ gwei/s)
})

describe('plans', () => {
  const weekly = {
    ...{ buys: 'eth', amount: { kind: 'usd', value: '50' }, every: { unit: 'week' }, weekday: 'Friday', times: 10 },
  }

  it('are offered, and described in our words rather than the model’s', async () => {
    const { text, answer } = await told(2, 'create_plan', weekly)
    expect(text).toMatch(
      /^Here is a plan for you to confirm: \$50 of ETH, paid with USDC on Ethereum \(local\), every Friday at 12:00 UTC\./,
    )
    expect(text).toMatch(/Well\.$/)
    expect(answer).toMatchObject({ offer: { terms: { buys: 'ETH', sells: 'USDC', schedule: { times: 10 } } } })
    expect(plans.plans).toMatchObject([{ state: 'active', terms: { buys: 'ETH', schedule: { times: 10 } } }])
    const again = await told(2, 'create_plan', weekly)
    expect(again.answer.error).toContain('You already have that plan')
    expect(plans.plans).toHaveLength(1)
  })

  it.each([
    ['a time', { lasts: { unit: 'week', count: 10 } }, { times: 10, spanEnd: expect.any(String) }],
    ['a last day', { lastDate: '2040-01-06' }, { times: expect.any(Number), until: '2040-01-06' }],
    ['a number', { times: 4 }, { times: 4 }],
  ])('keep the end as it was named: %s', async (_, end, schedule) => {
    const yearly = { ...weekly, every: { unit: 'month', count: 12 }, weekday: undefined, times: undefined }
    await told(2, 'create_plan', { ...('lastDate' in end ? yearly : { ...weekly, times: undefined }), ...end })
    const { times, until, spanEnd } = plans.plans[0]?.terms.schedule ?? {}
    expect({ times, until, spanEnd }).toEqual({ until: undefined, spanEnd: undefined, ...schedule })
  })

  it('are listed, paused, resumed and canceled', async () => {
    await told(2, 'create_plan', { ...weekly, every: { unit: 'month' }, weekday: undefined, dayOfMonth: 31 })
    expect((await told(1, 'list_plans')).answer.plans).toMatchObject([
      { number: 1, state: 'active', rhythm: expect.stringContaining('every month on the 31st') },
    ])
    expect((await told(1, 'change_plan', { number: 1, do: 'pause' })).text).toContain('Plan 1 ($50 of ETH) is paused')
    expect((await told(1, 'change_plan', { number: 1, do: 'resume' })).text).toContain('is active again')
    expect((await told(1, 'change_plan', { number: 1, do: 'cancel' })).text).toContain('is canceled')
    expect((await told(1, 'change_plan', { number: 1, do: 'pause' })).answer).toEqual({
      error: 'The person has no plan 1 that is active or paused.',
    })
  })

  it.each([
    ['the sum', { amount: { kind: 'usd', value: '30' } }, { amount: { kind: 'usd', value: '30' } }],
    ['what is bought', { buys: 'wbtc' }, { buys: 'WBTC', sells: 'USDC' }],
    ['what is paid with', { sells: 'DAI' }, { buys: 'ETH', sells: 'DAI' }],
    [
      'how often',
      { every: { unit: 'month' }, dayOfMonth: 3 },
      { schedule: { every: { unit: 'month', count: 1, day: 3 } } },
    ],
    ['the end', { times: 4 }, { schedule: { times: 4 } }],
    ['the hour', { hourUtc: 7 }, { schedule: { hour: 7, times: 10 } }],
  ])('are adjusted in %s, and all else stays', async (_, changed, terms) => {
    await told(2, 'create_plan', weekly)
    const { text, answer } = await told(2, 'adjust_plan', { number: 1, ...changed })
    expect(text).toMatch(/^Here is what plan 1 would become: .*Plan 1 stays as it is until you confirm this.*Well\.$/s)
    expect(answer).toMatchObject({ offer: { changes: { number: 1 } } })
    expect(plans.plans).toMatchObject([
      { number: 1, state: 'canceled' },
      { number: 2, state: 'active', terms: { buys: 'ETH', amount: { kind: 'usd', value: '50' }, ...terms } },
    ])
  })

  it.each([
    ['nothing', {}, 'Give what is to change'],
    ['both tokens at once', { buys: 'WBTC', sells: 'DAI' }, 'only one of buys and sells'],
    ['two ends', { times: 3, lastDate: '2040-01-06' }, 'only one of times, lasts and lastDate'],
    ['the token that it buys already', { buys: 'ETH' }, 'already has ETH'],
    ['an unknown token', { buys: 'PEPE' }, 'PEPE'],
    ['a missing plan', { number: 7, times: 3 }, 'no plan 7'],
  ])('are not adjusted for %s, and the model is told why', async (_, changed, why) => {
    await told(2, 'create_plan', weekly)
    const { text, answer } = await told(2, 'adjust_plan', { number: 1, ...changed })
    expect(answer.error).toContain(why)
    expect(text).toBe('Well.')
    expect(plans.plans).toMatchObject([{ number: 1, state: 'active', terms: { buys: 'ETH' } }])
  })

  it('are not adjusted while paused', async () => {
    await told(2, 'create_plan', weekly)
    await told(2, 'change_plan', { number: 1, do: 'pause' })
    expect((await told(2, 'adjust_plan', { number: 1, times: 3 })).answer.error).toContain('Plan 1 is paused')
    expect(plans.plans).toMatchObject([{ number: 1, state: 'paused' }])
  })

  it.each([
    ['an unknown token', { buys: 'PEPE' }, 'I do not know a token called “PEPE”'],
    ['one token for itself', { sells: 'ETH' }, 'ETH on both sides'],
    ['an invalid amount', { amount: { kind: 'usd', value: '-5' } }, 'cannot use -5'],
    ['an unserved network', { chainId: 5 }, 'Chain 5 is not supported'],
    ['a beginning in the past', { startDate: '2020-01-01' }, 'start in the past'],
    ['two ends', { lasts: { unit: 'week', count: 10 } }, 'only one of times, lasts and lastDate'],
    ['too much slippage', { slippage: 0.5 }, 'at most 20%'],
  ])('are not made with %s, and the model is told why', async (_, wrong, why) => {
    const { text, answer } = await told(2, 'create_plan', { ...weekly, ...wrong })
    expect(answer.error).toContain(why)
    expect(text).toBe('Well.')
    expect(plans.plans).toEqual([])
  })

  it('may be transfers, to an address that the person has named', async () => {
    const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const { buys: _, ...sent } = { ...weekly, sells: 'USDC', to }
    const { text } = await told(2, 'create_plan', sent)
    expect(text).toContain(`$50 of USDC to ${to} on Ethereum (local), every Friday at 12:00 UTC`)
    expect(plans.plans).toMatchObject([{ terms: { sells: 'USDC', to } }])
    expect((await told(2, 'create_plan', { ...weekly, to })).answer.error).toContain('either buys')
    expect((await told(2, 'adjust_plan', { number: 1, times: 3 })).answer).toMatchObject({ offer: { terms: { to } } })
  })

  it('are described even if the model fails after the offer', async () => {
    const fails: ModelReply = (response) => void response.writeHead(400).end('{}')
    const { text, failure } = await turn(2, [callsTools(['create_plan', JSON.stringify(weekly)]), fails])
    expect(text).toContain('Here is a plan for you to confirm')
    expect(failure).toMatchObject({ code: 'model-failed' })
  })
})

it('finds lending markets for an account that has nothing in any, and supplies to one', async () => {
  expect((await told(4, 'read_lending')).answer).toEqual({ markets: [] })
  const { answer } = await told(4, 'read_lending_markets', { chainId: 31337, tokenSymbol: 'USDC' })
  expect(answer.markets).toMatchObject([
    {
      ...{ chainId: 31337, marketAddress: lending, healthFactor: null, debtUsd: '0' },
      reserves: [
        {
          ...{ tokenSymbol: 'USDC', tokenAddress: tokens.USDC, decimals: 6, supplied: '0', canSupply: true },
          mostTheAccountCanWithdraw: '0',
          ...{ mostTheAccountCanBorrow: '0', supplyRatePercent: expect.stringMatching(/^\d/), priceUsd: '1' },
        },
      ],
    },
  ])
  const every = z.object({ markets: z.array(z.looseObject({ reserves: z.array(z.unknown()) })) })
  const all = every.parse((await told(4, 'read_lending_markets')).answer)
  expect(all.markets.flatMap(({ reserves }) => reserves).length).toBeGreaterThan(3)
  await proposed(4, 'lending_supply', {
    ...{ marketAddress: lending, tokenAddress: tokens.USDC, tokenSymbol: 'USDC', amount: '100000000' },
    ...{ walletAddress: person.address, chainId: 31337 },
  })
})

it('proposes nothing that a market would refuse: the model hears why, and proposes again', async () => {
  const of = { marketAddress: lending, tokenAddress: tokens.USDC, amount: '1000000', chainId: 31337 }
  const supply: [string, string] = ['lending_supply', JSON.stringify(of)]
  const both = callsTools(supply, ['lending_borrow', JSON.stringify(of)])
  const { calls, failure } = await turn(4, [both, callsTools(supply)])
  expect(failure).toBeNull()
  expect(calls).toEqual([{ type: 'call', name: 'lending_supply', parameters: of }])
  const heard = JSON.stringify(model.requests[1]?.messages)
  expect(heard).toContain('You have nothing in Local lending on Ethereum (local) that counts as collateral')
  expect(heard).toContain('Not proposed, because another call beside it could not be taken')
})

it('proposes nothing at an unreadable market', async () => {
  const of = { marketAddress: lending, tokenAddress: tokens.USDC, amount: '1000000', chainId: 31337 }
  const given = { ...context, chains: unreachableChains(31337) }
  const replies = [callsTools(['lending_supply', JSON.stringify(of)]), says('Not now.')]
  const { text, calls } = await turn(4, replies, { given })
  expect([text, calls]).toEqual(['Not now.', []])
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Ethereum (local) could not be read')
})

it('ranks yields by their rates, vaults and markets alike, within a lock-up', async () => {
  const schema = z.array(z.looseObject({ kind: z.string(), apyPercent: z.number(), lockupSeconds: z.number() }))
  const ranked = async (input: object) => schema.parse((await told(3, 'find_yields', input)).answer.yields)
  const all = await ranked({ tokenSymbol: 'USDC' })
  expect(all.map(({ apyPercent }) => apyPercent)).toEqual(
    all.map(({ apyPercent }) => apyPercent).toSorted((a, b) => b - a),
  )
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['vault', 'lending market']))
  const free = await ranked({ tokenSymbol: 'USDC', maxLockupDays: 0 })
  expect(free.length).toBeLessThan(all.length)
  expect(free.every(({ lockupSeconds }) => lockupSeconds === 0)).toBe(true)
})

it('asks for permission to rebalance what it has read', async () => {
  const schema = z.array(
    z.looseObject({ chainId: z.int(), tokenAddress: z.string(), currentPosition: z.record(z.string(), z.unknown()) }),
  )
  const [position] = schema.parse((await told(3, 'read_rebalance_positions')).answer.positions)
  expect(position).toMatchObject({
    ...{ chainId: 31337, tokenAddress: tokens.USDC },
    currentPosition: {
      protocol: expect.stringContaining('Flexible USDC'),
      amount: expect.stringMatching(/^(40|39\.99)/),
    },
  })
  const { chainId, tokenAddress, currentPosition } = position ?? {}
  const bounds = { minYieldIncrease: 1.5, maxLockupDays: 7 }
  await proposed(3, 'request_auto_rebalance_permission', { chainId, tokenAddress, currentPosition, ...bounds })
})

describe('limits', () => {
  describe('if a network does not answer', () => {
    let silent: Server
    let given: AgentContext
    beforeAll(async () => {
      silent = createServer(() => undefined)
      const rpcUrl = `http://127.0.0.1:${await listenLocally(silent)}`
      const chains = buildChains([31337, 31338].map((id) => ({ id, rpcUrl })))
      given = { ...context, chains }
    })
    afterAll(() => {
      silent.closeAllConnections()
      return new Promise((resolve) => silent.close(resolve))
    })

    it('end a read when its time is over', async () => {
      const limits = { timeoutMs: 400 }
      const { failure } = await turn(1, [callsTools(['read_portfolio', '{}'])], { limits, given })
      expect(failure).toMatchObject({ code: 'model-slow' })
      expect(await portfolio.last()).toBeNull()
    })

    it('end a read by a cancel', async () => {
      const cancel = new AbortController()
      const reason = new Error('canceled')
      silent.once('request', () => cancel.abort(reason))
      const { signal } = cancel
      const { failure } = await turn(1, [callsTools(['read_balances', '{}'])], { given, signal })
      expect(failure).toBe(reason)
    })
  })

  it('stop a model that keeps offering plans, and keep what was said about them', async () => {
    const plan = (value: string) =>
      callsTools([
        'create_plan',
        JSON.stringify({ buys: 'ETH', amount: { kind: 'usd', value }, every: { unit: 'day' } }),
      ])
    const { text, failure } = await turn(2, [plan('1'), plan('2'), plan('3')], { limits: { maxTokens: 2000 } })
    expect(text).toMatch(/Here is a plan.*Here is a plan/s)
    expect(plans.plans).toHaveLength(2)
    expect(failure).toMatchObject({ code: 'model-unfinished' })
    expect(model.requests).toHaveLength(2)
  })
})
