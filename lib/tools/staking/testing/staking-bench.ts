import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import type { Yields } from '@/lib/chain/yields/yields'
import type { Review } from '@/lib/review/review'
import { reviewPlan } from '@/lib/review/review-plan'
import { enterStakingYield } from '../../enter-staking-yield/tool'
import { exitStakingYield } from '../../exit-staking-yield/tool'
import type { Plan } from '../../plan'
import { named } from '../../shared/testing/finding-words'
import type { PastCall, PrepareContext, Prepared } from '../../tool'
import type { StakingDetails } from '../details'

const { tokens } = devnetAddresses

export const flexible = 'local-usdc-flexible-vault'
export const locked = 'local-usdc-locked-vault'

/** 100 USDC into the flexible vault, truthfully described. */
export const asked = {
  yieldId: flexible,
  amount: '100',
  tokenSymbol: 'USDC',
  tokenAddress: tokens.USDC,
  chainId: 31337,
  network: 'local',
  protocol: 'Countersign vaults',
  poolName: 'Flexible USDC',
  apy: 4.8,
  lockupPeriod: 'none',
  rewardTokenSymbols: ['USDC'],
}

/** Local chains of their own for one test file, and a new account with 10,000 USDC for each test. */
export function createStakingBench() {
  let running: TestDevnet | undefined
  let made: { user: TestUser; context: PrepareContext } | undefined
  const devnet = () => {
    if (!running) throw new Error('The bench exists only while tests run')
    return running
  }
  const bench = () => {
    if (!made) throw new Error('The bench exists only while tests run')
    return made
  }
  beforeAll(async () => {
    running = await startTestDevnet()
    // Long enough for the vaults to have paid something, and short enough for the chain's clock to stay close to ours.
    await running.ask('POST', '/control', { advanceSeconds: 20 })
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    await devnet().ask('POST', '/control', { reset: true })
    const user = await createTestUser(devnet())
    await devnet().ask('POST', '/faucet', { address: user.address })
    made = { user, context: contextOf(user, serviceYields()) }
  })
  const chains = () => devnetChains(devnet().port)
  const serviceYields = (): Yields => createYields({ apiUrl: devnet().urls.yield, chains: chains(), now: Date.now })
  const contextOf = (user: TestUser, yields: Yields): PrepareContext => ({
    account: user.address,
    chains: chains(),
    routing: createRouting({ apiUrl: devnet().urls.routing, integrator: 'countersign' }),
    yields,
    now: Date.now,
    signal: new AbortController().signal,
  })
  const enter = (change: Record<string, unknown> = {}, adjustments?: Record<string, unknown>) =>
    enterStakingYield.prepare(enterStakingYield.schema.parse({ ...asked, ...change }), bench().context, adjustments)
  const exit = (
    parameters: Record<string, unknown> = {},
    { adjustments, ...change }: { adjustments?: Record<string, unknown> } & Partial<PrepareContext> = {},
  ) =>
    exitStakingYield.prepare(
      exitStakingYield.schema.parse({ yieldId: flexible, amount: '40', ...parameters }),
      { ...bench().context, ...change },
      adjustments,
    )
  const carryOut = async (plan: Plan | null): Promise<string[]> => {
    if (!plan) throw new Error('there is no plan')
    const statuses: string[] = []
    for (const { to, data, value } of plan.steps)
      statuses.push((await bench().user.send(devnet().first, { to, data, value })).status)
    return statuses
  }
  return {
    get devnet() {
      return devnet()
    },
    get user() {
      return bench().user
    },
    get context() {
      return bench().context
    },
    control: (change: Record<string, unknown>) => devnet().ask('POST', '/control', change),
    contextOf,
    chains,
    enter,
    exit,
    carryOut,
    /** Reviews the plan with its probes and trials, like the card. */
    review: ({ plan, findings, probes, trials, checks, pinned }: Prepared<StakingDetails>): Promise<Review> => {
      if (!plan) throw new Error(`there is no plan: ${findings.map(named).join(', ')}`)
      return reviewPlan({
        plan,
        preparedFindings: findings,
        ...(probes ? { probes } : {}),
        ...(trials ? { trials } : {}),
        ...(checks ? { checks } : {}),
        ...(pinned ? { pinned } : {}),
        chains: bench().context.chains,
        wallet: { account: bench().user.address, chainId: 31337 },
        knownAddresses: [],
        reader: null,
        now: Date.now,
        signal: new AbortController().signal,
      })
    },
    /** Builds the ledger's record of an entry. */
    recordOf: (plan: Plan | null, parameters: Record<string, unknown> = asked): PastCall => ({
      tool: 'enter_staking_yield',
      parameters,
      steps: plan?.steps ?? [],
      at: 0,
    }),
  }
}
