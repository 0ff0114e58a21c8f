import { type Address, concatHex, formatEther, getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains, unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { reviewPlan } from '@/lib/review/review-plan'
import type { Finding } from '../finding'
import type { PrepareContext } from '../tool'
import { affordFindings, leavingGas } from './affordable'
import { sendNativeGasToken } from './tool'

const { tokens, diamond } = devnetAddresses
const friend = getAddress('0x0000000000000000000000000000000000000b0b')
const now = Date.now()

let devnet: TestDevnet
let context: PrepareContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  const { address } = await createTestUser(devnet)
  const chains = devnetChains(devnet.port)
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

function fail(): never {
  throw new Error('no plan')
}

const rules = (findings: readonly Finding[]) => findings.map(({ rule, level }) => `${rule} ${level}`)

describe('send_native_gas_token', () => {
  const prepare = (asked: Record<string, unknown>, change: Partial<PrepareContext> = {}) =>
    sendNativeGasToken.prepare(sendNativeGasToken.schema.parse(asked), { ...context, ...change })

  it('plans one plain transfer and reports what the chain knows', async () => {
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
        recipient: { hasCode: false, delegate: null, nonce: 0, balance: 0n, isSelf: false, token: null },
      },
    })
    expect(findings).toEqual([])
  })

  it('recognises contracts, tokens, delegates and the account itself', async () => {
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

  describe('an unaffordable amount', () => {
    const all = parseEther('100')
    const withFix = async (value: bigint, adjustments?: Record<string, unknown>) =>
      sendNativeGasToken.prepare(
        sendNativeGasToken.schema.parse({ to: friend, chainId: 31337, value: value.toString() }),
        context,
        adjustments,
      )

    it('is blocked, and fixed by reserving the fee', async () => {
      const { plan, findings } = await withFix(all)
      expect(plan).toBeNull()
      expect(rules(findings)).toEqual(['send.balance BLOCK'])
      const fix = findings[0]?.fix
      if (fix?.kind !== 'adjust') throw new Error('nothing to fix it with')
      const mended = await withFix(all, fix.adjustments)
      expect(rules(mended.findings)).toEqual(['send.adjusted INFO'])
      const sent = mended.plan?.steps[0].value ?? 0n
      expect(fix.label).toBe(`Send ${formatEther(sent)} ETH instead`)
      expect(mended.details.amount).toBe(sent)
      expect(mended.plan?.declares.out[0]?.amount).toBe(sent)
      expect(all - sent).toBeGreaterThan(0n)
      expect(all - sent).toBeLessThan(parseEther('0.01'))
      const review = await reviewPlan({
        plan: mended.plan ?? fail(),
        preparedFindings: mended.findings,
        chains: context.chains,
        wallet: { account: context.account, chainId: 31337 },
        knownAddresses: [],
        reader: null,
        now: () => now,
        signal: context.signal,
      })
      expect(review.findings.filter(({ level }) => level === 'BLOCK')).toEqual([])
    })

    it('has no fix if it is far above the balance', async () => {
      const { plan, findings } = await withFix(all + 1n)
      expect(plan).toBeNull()
      expect(findings).toMatchObject([{ rule: 'send.balance', title: 'You do not hold enough to send this.' }])
      expect(findings[0]).not.toHaveProperty('fix')
    })

    it('begins where the fee does', () => {
      expect(leavingGas(5n, 10n, 5n)).toBe(5n)
      expect(leavingGas(6n, 10n, 5n)).toBe(5n)
      expect(leavingGas(1n, 5n, 5n)).toBeNull()
      const chain = context.chains.get(31337)
      if (!chain) throw new Error('no chain')
      expect(affordFindings(chain, { asked: 7n, balance: 10n, reserve: 4n })).toEqual([])
      expect(rules(affordFindings(chain, { asked: 8n, balance: 10n, reserve: 4n }))).toEqual(['send.balance BLOCK'])
      expect(affordFindings(chain, { asked: 2n, balance: 4n, reserve: 4n })[0]?.why).toContain('first')
    })
  })

  it('plans nothing for an unsupported network', async () => {
    const { plan, details, findings } = await prepare({ to: friend, chainId: 1, value: '1' })
    expect(plan).toBeNull()
    expect(details).toMatchObject({ chainName: 'Ethereum', facts: null })
    expect(rules(findings)).toEqual(['G3 BLOCK'])
  })

  it('fails with a message while the RPC does not answer', async () => {
    const dead = unreachableChains(31337)
    await expect(prepare({ to: friend, chainId: 31337, value: '1' }, { chains: dead })).rejects.toThrow(
      'Ethereum (local) could not be read: its RPC is not responding. Nothing was signed. Try again.',
    )
  })
})
