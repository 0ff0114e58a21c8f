import { type Abi, type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import { reviewPlan } from '@/lib/review/review-plan'
import { typed } from '@/lib/review/testing/bench'
import type { PrepareContext } from '../../tool'
import { callSmartContractFunction as tool } from '../tool'

export type Asked = {
  to: Address
  functionName: string
  args?: readonly string[]
  abi?: readonly string[]
  value?: string
  chainId?: number
}

export const erc20 = (address: Address, amount: bigint) => ({
  asset: { kind: 'erc20', chainId: 31337, address },
  amount,
})
export const native = (amount: bigint) => ({ asset: { kind: 'native', chainId: 31337 }, amount })
export const call = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)

/** Local chains of their own for one test file, with a funded account. */
export function createCallBench() {
  let made: { devnet: TestDevnet; user: TestUser; context: PrepareContext } | undefined
  const bench = () => {
    if (!made) throw new Error('The bench exists only while tests run')
    return made
  }
  beforeAll(async () => {
    const devnet = await startTestDevnet()
    const user = await createTestUser(devnet)
    await devnet.ask('POST', '/faucet', { address: user.address })
    const context: PrepareContext = {
      account: user.address,
      chains: devnetChains(devnet.port),
      routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'test' }),
      yields: noYields,
      now: Date.now,
      signal: new AbortController().signal,
    }
    made = { devnet, user, context }
  })
  afterAll(() => made?.devnet.stop())

  const prepare = (asked: Asked, adjustments?: Record<string, unknown>, chains = bench().context.chains) =>
    tool.prepare(tool.schema.parse({ chainId: 31337, ...asked }), { ...bench().context, chains }, adjustments)
  return {
    get devnet() {
      return bench().devnet
    },
    get user() {
      return bench().user
    },
    prepare,
    /** Prepares a request, and reviews it like the card. */
    review: async (
      asked: Asked,
      adjustments?: Record<string, unknown>,
      message?: string,
      chains = bench().context.chains,
    ) => {
      const prepared = await prepare(asked, adjustments, chains)
      const { plan, findings: preparedFindings, probes = [], pinned = [] } = prepared
      if (!plan) throw new Error(JSON.stringify(preparedFindings))
      const { account, now, signal } = bench().context
      const conversation = message ? typed(message) : {}
      const wallet = { account, chainId: 31337 }
      const request = { plan, preparedFindings, probes, pinned, chains, wallet, knownAddresses: [], now, signal }
      return {
        ...prepared,
        plan,
        review: await reviewPlan({ ...request, ...conversation, reader: await loadReader() }),
      }
    },
    /** Sends a transaction of the user's, bypassing the tool. */
    send: (to: Address, data: Hex) => bench().user.send(bench().devnet.first, { to, data }),
    /** Deploys a contract by the user. */
    deployed: async ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: readonly unknown[] = []) => {
      const { client } = bench().devnet.first
      const { address: account } = bench().user
      await client.impersonateAccount({ address: account })
      const hash = await client.deployContract({ abi, bytecode, args, account, chain: null })
      const { contractAddress } = await minedReceipt(client, hash)
      if (!contractAddress) throw new Error('it was not created')
      return getAddress(contractAddress)
    },
  }
}
