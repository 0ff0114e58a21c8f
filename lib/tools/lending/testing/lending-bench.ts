import { maxUint256, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { reviewPlan } from '@/lib/review/review-plan'
import type { Plan } from '../../plan'
import { named } from '../../shared/testing/finding-words'
import type { PrepareContext } from '../../tool'
import type { LendingAction } from '../parameters'
import { lendingBorrow, lendingRepay, lendingSupply, lendingWithdraw } from '../tools'

const { lending, tokens } = devnetAddresses
const tools = { supply: lendingSupply, borrow: lendingBorrow, repay: lendingRepay, withdraw: lendingWithdraw }

export const usdc = (amount: string) => parseUnits(amount, 6)
/** Ids of the local market's reserves. */
export const reserves = { weth: 0n, usdc: 1n, dai: 2n, wbtc: 3n } as const

/** Local chains of their own for one test file, and for each test a new person with 10,000 USDC in the wallet. */
export function createLendingBench() {
  let devnet: TestDevnet | undefined
  let person: TestUser | undefined
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The bench exists only while tests run')
    return value
  }
  beforeAll(async () => {
    devnet = await startTestDevnet()
  })
  afterAll(() => devnet?.stop())
  beforeEach(async () => {
    person = await createTestUser(there(devnet))
    await marketOwner(there(devnet).first).mint(tokens.USDC, person.address, usdc('10000'))
  })
  const context = (): PrepareContext => {
    const chains = devnetChains(there(devnet).port)
    return {
      account: there(person).address,
      chains,
      routing: createRouting({ apiUrl: 'http://127.0.0.1:21297', integrator: 'test' }),
      yields: noYields,
      now: Date.now,
      signal: new AbortController().signal,
    }
  }
  const prepare = (
    action: LendingAction,
    amount: bigint,
    change: Record<string, unknown> = {},
    adjustments?: Record<string, unknown>,
    given: PrepareContext = context(),
  ) =>
    tools[action].prepare(
      tools[action].schema.parse({
        marketAddress: lending,
        tokenAddress: tokens.USDC,
        tokenSymbol: 'USDC',
        amount: amount.toString(),
        walletAddress: given.account,
        chainId: 31337,
        ...change,
      }),
      given,
      adjustments,
    )
  const reviewed = async (prepared: Awaited<ReturnType<typeof prepare>>, given: PrepareContext = context()) => {
    const { plan, findings, probes, pinned } = prepared
    if (!plan) throw new Error(`there is no plan: ${findings.map(named).join()}`)
    const { chains, account, now, signal } = given
    const wallet = { account, chainId: 31337 }
    const known = { knownAddresses: [], preparedFindings: findings, ...(pinned ? { pinned } : {}) }
    return reviewPlan({ plan, chains, wallet, now, signal, reader: null, ...known, ...(probes ? { probes } : {}) })
  }
  return {
    get chain() {
      return there(devnet).first
    },
    get person() {
      return there(person)
    },
    owner: () => marketOwner(there(devnet).first),
    at: () => marketUser(there(devnet).first, there(person)),
    context,
    prepare,
    reviewed,
    /** Prepares and reviews a request. */
    review: async (...asked: Parameters<typeof prepare>) => reviewed(await prepare(...asked)),
    carryOut: async (plan: Plan | null): Promise<void> => {
      if (!plan) throw new Error('there is no plan')
      for (const { to, data, value } of plan.steps) {
        const { status } = await there(person).send(there(devnet).first, { to, data, value })
        if (status !== 'success') throw new Error('a step reverted')
      }
    },
    /** Supplies USDC as collateral and borrows WETH (3,500 USD each). */
    enter: async (supplied: bigint, borrowed: bigint) => {
      const at = marketUser(there(devnet).first, there(person))
      await at.approve(tokens.USDC, maxUint256)
      await at.supply(reserves.usdc, supplied)
      await at.approve(tokens.USDC, 0n)
      await at.setCollateral(reserves.usdc)
      if (borrowed > 0n) await at.borrow(reserves.weth, borrowed)
    },
  }
}
