import { type Address, concatHex, getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains, chainEntries } from '@/lib/chain/chains'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { createRouting } from '@/lib/chain/lifi'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { Finding } from '../finding'
import type { PrepareContext } from '../tool'
import { sendNativeGasToken } from './tool'

const { tokens, diamond } = devnetAddresses
const friend = getAddress('0x0000000000000000000000000000000000000b0b')
const now = Date.now()

let devnet: TestDevnet
let context: PrepareContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  const { address } = await createTestUser(devnet)
  const chains = buildChains(chainEntries({ CHAINS: 'devnet', rpcUrls: new Map(), DEVNET_PORT: devnet.port }))
  const routing = createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign', now: () => now })
  context = {
    account: address,
    chains,
    routing,
    yields: noYields,
    now: () => now,
    signal: new AbortController().signal,
  }
})
afterAll(() => devnet?.stop())

const rules = (findings: readonly Finding[]) => findings.map(({ rule, level }) => `${rule} ${level}`)

describe('send_native_gas_token', () => {
  const prepare = (asked: Record<string, unknown>, change: Partial<PrepareContext> = {}) =>
    sendNativeGasToken.prepare(sendNativeGasToken.schema.parse(asked), { ...context, ...change })

  it('plans one plain transfer and says what the chain knows', async () => {
    const { plan, details, findings } = await prepare({ to: friend, chainId: 31337, value: '2000000000000000000' })
    expect(plan).toEqual({
      account: context.account,
      steps: [
        {
          id: 'send',
          purpose: 'action',
          title: 'Send 2 ETH',
          chainId: 31337,
          to: friend,
          data: '0x',
          value: parseEther('2'),
        },
      ],
      declares: {
        out: [{ asset: { kind: 'native', chainId: 31337 }, amount: parseEther('2') }],
        in: [],
        allowances: [],
      },
    })
    expect(details).toMatchObject({
      chainName: 'Ethereum (local)',
      to: friend,
      amount: parseEther('2'),
      facts: {
        token: { symbol: 'ETH' },
        balance: parseEther('100'),
        usd: 7000_00000000n,
        recipient: { hasCode: false, delegate: null, nonce: 0, balance: 0n, isSelf: false, token: null },
      },
    })
    expect(findings).toEqual([])
  })

  it('knows contracts, tokens, delegates and the account itself', async () => {
    const recipient = async (to: Address) =>
      (await prepare({ to, chainId: 31337, value: '1000000000' })).details.facts?.recipient
    expect(await recipient(tokens.USDC)).toMatchObject({ hasCode: true, delegate: null, token: { symbol: 'USDC' } })
    expect(await recipient(diamond)).toMatchObject({ hasCode: true, token: null })
    expect(await recipient(context.account)).toMatchObject({ isSelf: true })
    await devnet.first.client.setCode({
      address: friend,
      bytecode: concatHex(['0xef0100', diamond]),
    })
    expect(await recipient(friend)).toMatchObject({ hasCode: true, delegate: diamond })
  })

  it.each([
    ['0', ['send.amount WARN']],
    ['1', ['send.amount INFO']],
    ['999999999', ['send.amount INFO']],
    ['1000000000', []],
  ])('judges an amount of %s wei', async (value, expected) => {
    expect(rules((await prepare({ to: friend, chainId: 31337, value })).findings)).toEqual(expected)
  })

  it('plans nothing for a network that is not served', async () => {
    const { plan, details, findings } = await prepare({ to: friend, chainId: 1, value: '1' })
    expect(plan).toBeNull()
    expect(details).toMatchObject({ chainName: 'Ethereum', facts: null })
    expect(rules(findings)).toEqual(['G3 BLOCK'])
  })

  it('fails in words while the RPC does not answer', async () => {
    const dead = buildChains([{ id: 31337, rpcUrl: 'http://127.0.0.1:21298' }])
    await expect(prepare({ to: friend, chainId: 31337, value: '1' }, { chains: dead })).rejects.toThrow(
      'Ethereum (local) could not be read: its RPC does not answer. Nothing was signed; try again.',
    )
  })
})
