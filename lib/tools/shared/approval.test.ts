import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestUser, exchangeToken, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketUser } from '@/lib/chain/lending/testing/local-market'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import { reviewPlan } from '@/lib/review/review-plan'
import { callSmartContractFunction } from '../call-smart-contract-function/tool'
import { enterStakingYield } from '../enter-staking-yield/tool'
import { executeRouterSwap } from '../execute-router-swap/tool'
import { lendingRepay, lendingSupply } from '../lending/tools'
import type { PrepareContext, Prepared, Tool } from '../tool'

const { tokens, diamond, lending, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
/** On no list, and unknown to the tools. */
const stranger = '0x1230000000000000000000000000000000000123'

let devnet: TestDevnet
let user: TestUser
let context: PrepareContext

beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet?.stop())
beforeEach(async () => {
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  const chains = devnetChains(devnet.port)
  context = {
    account: user.address,
    chains,
    routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'test' }),
    yields: createYields({ apiUrl: devnet.urls.yield, chains, now: Date.now }),
    now: Date.now,
    signal: new AbortController().signal,
  }
})

const approve = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const allow = (spender: Address, amount: bigint) =>
  user.send(devnet.first, { to: tokens.USDC, data: approve(spender, amount) })
const prepare = <Parameters>(tool: Tool<Parameters>, parameters: unknown): Promise<Prepared<unknown>> =>
  tool.prepare(tool.schema.parse(parameters), context)

const swap = {
  fromChainId: 31337,
  toChainId: 31337,
  fromTokenAddress: tokens.USDC,
  toTokenAddress: tokens.DAI,
  fromAmount: usdc('200').toString(),
  fromTokenSymbol: 'USDC',
  toTokenSymbol: 'DAI',
  fromTokenDecimals: 6,
  toTokenDecimals: 18,
}
const market = () => ({
  marketAddress: lending,
  tokenAddress: tokens.USDC,
  tokenSymbol: 'USDC',
  walletAddress: user.address,
  chainId: 31337,
})

type Case = { spender: Address; last: string; ask: () => Promise<Prepared<unknown>>; begin?: () => Promise<unknown> }

/** Every way in which a tool arrives at an approval of 200 USDC. */
const cases: [string, Case][] = [
  ['a swap', { spender: diamond, last: 'swap', ask: () => prepare(executeRouterSwap, swap) }],
  [
    'a bridge',
    {
      spender: diamond,
      last: 'bridge',
      ask: () =>
        prepare(executeRouterSwap, {
          ...swap,
          toChainId: 31338,
          toTokenAddress: tokens.USDC,
          toTokenSymbol: 'USDC',
          toTokenDecimals: 6,
        }),
    },
  ],
  [
    'a supply',
    {
      spender: lending,
      last: 'supply',
      ask: () => prepare(lendingSupply, { ...market(), amount: usdc('200').toString() }),
    },
  ],
  [
    'a repayment',
    {
      spender: lending,
      last: 'repay',
      ask: () => prepare(lendingRepay, { ...market(), amount: usdc('200').toString() }),
      begin: async () => {
        const at = marketUser(devnet.first, user)
        await at.approve(tokens.USDC, usdc('2000'))
        await at.supply(1n, usdc('2000'))
        await at.setCollateral(1n)
        await at.borrow(1n, usdc('500'))
      },
    },
  ],
  [
    'a deposit in a vault',
    {
      spender: vaults.flexibleUsdc,
      last: 'deposit',
      ask: () =>
        prepare(enterStakingYield, {
          yieldId: 'local-usdc-flexible-vault',
          amount: '200',
          tokenSymbol: 'USDC',
          tokenAddress: tokens.USDC,
          chainId: 31337,
        }),
    },
  ],
  [
    'an approve call',
    {
      spender: stranger,
      last: 'call',
      ask: () =>
        prepare(callSmartContractFunction, {
          to: tokens.USDC,
          functionName: 'approve',
          args: [stranger, usdc('200').toString()],
          chainId: 31337,
        }),
    },
  ],
  [
    'an approve call for less than the allowance',
    {
      spender: stranger,
      last: 'call',
      ask: () =>
        prepare(callSmartContractFunction, {
          to: tokens.USDC,
          functionName: 'approve',
          args: [stranger, '1'],
          chainId: 31337,
        }),
    },
  ],
  [
    'an approve call for as much as the allowance',
    {
      spender: stranger,
      last: 'call',
      ask: () =>
        prepare(callSmartContractFunction, {
          to: tokens.USDC,
          functionName: 'approve',
          args: [stranger, usdc('50').toString()],
          chainId: 31337,
        }),
    },
  ],
  [
    'an unlimited approve call, for the market',
    {
      spender: lending,
      last: 'call',
      ask: () =>
        prepare(callSmartContractFunction, {
          to: tokens.USDC,
          functionName: 'approve(address,uint256)',
          args: [lending, maxUint256.toString()],
          chainId: 31337,
        }),
    },
  ],
]
const stepsOf = ({ plan }: Prepared<unknown>) => plan?.steps.map(({ id }) => id)

describe('with an existing allowance of 50', () => {
  describe.each(cases)('%s', (_, { spender, last, ask, begin }) => {
    test.each([
      ['reverts at another amount', 'GuardedToken'],
      ['answers another amount with false', 'DecliningToken'],
    ])('begins with a reset if the token %s, and can be carried out', async (_, guarded) => {
      await begin?.()
      const { giveBack } = await exchangeToken(devnet.first, tokens.USDC, guarded, ['USD Coin', 'USDC', 6])
      try {
        await allow(spender, 0n)
        await allow(spender, usdc('50'))
        const prepared = await ask()
        expect(stepsOf(prepared)).toEqual(last === 'call' ? ['reset', last] : ['reset', 'approve', last])
        const { plan } = prepared
        if (!plan) throw new Error('there is no plan')
        const review = await reviewPlan({
          plan,
          preparedFindings: prepared.findings,
          ...(prepared.trials ? { trials: prepared.trials } : {}),
          chains: context.chains,
          wallet: { account: user.address, chainId: 31337 },
          knownAddresses: [],
          reader: null,
          now: Date.now,
          signal: context.signal,
        })
        expect(review.verdict).not.toBe('blocked')
        for (const { to, data, value, gas } of plan.steps) {
          const { status } = await user.send(devnet.first, { to, data, value, ...(gas ? { gas } : {}) })
          expect(status).toBe('success')
        }
        await allow(spender, 0n)
        expect(stepsOf(await ask())?.[0]).not.toBe('reset')
      } finally {
        await giveBack()
      }
    })

    test('needs no reset otherwise', async () => {
      await begin?.()
      await allow(spender, usdc('50'))
      expect(stepsOf(await ask())).toEqual(last === 'call' ? [last] : ['approve', last])
    })
  })
})

test('a bought token is sold back in the simulation although an earlier approval stands in the way', async () => {
  // Not listed at this address, so that the way back is tried.
  const { giveBack } = await exchangeToken(devnet.first, tokens.DAI, 'GuardedToken', ['Dai', 'DAI', 18])
  try {
    await user.send(devnet.first, { to: tokens.DAI, data: approve(diamond, parseEther('1')) })
    const chains = new Map(
      [...context.chains].map(([id, chain]) => [
        id,
        { ...chain, tokens: chain.tokens.filter(({ address }) => address !== tokens.DAI) },
      ]),
    )
    context = { ...context, chains }
    const { plan, trials = [], findings } = await prepare(executeRouterSwap, swap)
    if (!plan) throw new Error(`there is no plan: ${findings.map(({ title }) => title).join()}`)
    const review = await reviewPlan({
      plan,
      preparedFindings: findings,
      trials,
      chains,
      wallet: { account: user.address, chainId: 31337 },
      knownAddresses: [],
      reader: null,
      now: Date.now,
      signal: context.signal,
    })
    expect(review.findings.filter(({ rule }) => rule === 'swap.way-back').map(({ level }) => level)).toEqual(['OK'])
  } finally {
    await giveBack()
  }
})
