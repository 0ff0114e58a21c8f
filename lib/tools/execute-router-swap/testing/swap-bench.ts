import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { reviewPlan } from '@/lib/review/review-plan'
import { named } from '../../shared/testing/finding-words'
import type { PrepareContext, Prepared } from '../../tool'
import { executeRouterSwap } from '../tool'

const { tokens } = devnetAddresses

/** 100 USDC to DAI on one chain. */
export const asked = {
  fromChainId: 31337,
  toChainId: 31337,
  fromTokenAddress: tokens.USDC,
  toTokenAddress: tokens.DAI,
  fromAmount: '100000000',
  slippage: 0.005,
  fromTokenSymbol: 'USDC',
  toTokenSymbol: 'DAI',
  fromTokenDecimals: 6,
  toTokenDecimals: 18,
}

/** Changes to `asked`. */
export const nativeToDai = {
  fromTokenAddress: nativeAddress,
  fromAmount: '1000000000000000000',
  fromTokenSymbol: 'ETH',
  fromTokenDecimals: 18,
}
export const bridge = { toChainId: 31338, toTokenAddress: tokens.USDC, toTokenSymbol: 'USDC', toTokenDecimals: 6 }

/**
 * Local chains of their own for one test file, with a funded account. Resets the router's controls before each test.
 */
export function createSwapBench() {
  const now = Date.now()
  let made: { devnet: TestDevnet; user: TestUser; context: PrepareContext } | undefined
  const bench = () => {
    if (!made) throw new Error('The bench exists only while tests run')
    return made
  }
  const control = (change: Record<string, unknown>) => bench().devnet.ask('POST', '/control', change)
  beforeAll(async () => {
    const devnet = await startTestDevnet()
    const user = await createTestUser(devnet)
    await devnet.ask('POST', '/faucet', { address: user.address })
    const chains = devnetChains(devnet.port)
    const routing = createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign', now: () => now })
    const context = {
      account: user.address,
      chains,
      routing,
      yields: noYields,
      now: () => now,
      signal: new AbortController().signal,
    }
    made = { devnet, user, context }
  })
  afterAll(() => made?.devnet.stop())
  beforeEach(() => control({ reset: true }))
  return {
    now,
    get devnet() {
      return bench().devnet
    },
    get user() {
      return bench().user
    },
    get context() {
      return bench().context
    },
    control,
    prepare: (
      change: Record<string, unknown> = {},
      adjustments?: Record<string, unknown>,
      chains = bench().context.chains,
      ownSlippage: number | null = null,
    ) =>
      executeRouterSwap.prepare(
        executeRouterSwap.schema.parse({ ...asked, ...change }),
        { ...bench().context, chains, ownSlippage },
        adjustments,
      ),
    /** Reviews the plan with its trials and checks, like the card. */
    review: ({ plan, findings, trials = [], checks = [] }: Prepared<unknown>, chains = bench().context.chains) => {
      if (!plan) throw new Error(`no plan: ${findings.map(named).join()}`)
      const { signal } = bench().context
      const wallet = { account: bench().user.address, chainId: 31337 }
      const request = { plan, preparedFindings: findings, trials, checks, chains, wallet, signal }
      return reviewPlan({ ...request, knownAddresses: [], reader: null, now: () => now })
    },
  }
}
