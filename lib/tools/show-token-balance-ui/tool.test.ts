import { getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains, unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { Finding } from '../finding'
import type { PrepareContext } from '../tool'
import { showTokenBalanceUi } from './tool'

const { vaults } = devnetAddresses
const friend = getAddress('0x0000000000000000000000000000000000000b0b')
const now = Date.now()
const usdc = (amount: string) => parseUnits(amount, 6)
const usd = (dollars: number) => BigInt(dollars) * 100_000_000n

let devnet: TestDevnet
let context: PrepareContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  const { address } = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address })
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

const rules = (findings: readonly Finding[]) => findings.map(({ rule, level }) => `${rule} ${level}`)

describe('show_token_balance_ui', () => {
  const prepare = (asked: Record<string, unknown>, change: Partial<PrepareContext> = {}) =>
    showTokenBalanceUi.prepare(showTokenBalanceUi.schema.parse(asked), { ...context, ...change })

  it('reads everything again and compares', async () => {
    const { plan, details, findings } = await prepare({
      address: context.account,
      balances: [
        { symbol: 'ETH', chainId: 31338, amount: '100', price: 3500, value: 350_000, logo: 'https://x.example/x.png' },
        { symbol: 'USDC', amount: 10_000, value: '$10,000' },
      ],
      totalValue: 725_000,
    })
    expect(plan).toBeNull()
    expect(findings).toEqual([])
    expect(details).toMatchObject({ isOwn: true, total: usd(725_000), claimedTotal: usd(725_000), unread: [] })
    const rows = details.rows.map(({ chainId, token, amount, value, verdict }) => [
      chainId,
      token.symbol,
      amount,
      value,
      verdict,
    ])
    expect(rows).toEqual([
      [31337, 'ETH', parseEther('100'), usd(350_000), 'unknown'],
      [31338, 'ETH', parseEther('100'), usd(350_000), 'match'],
      [31337, 'USDC', usdc('10000'), usd(10_000), 'match'],
      [31337, 'WBTC', parseUnits('0.1', 8), usd(10_000), 'unknown'],
      [31337, 'DAI', parseEther('5000'), usd(5_000), 'unknown'],
    ])
    expect(details.rows[1]?.claimed).toEqual({ amount: '100', price: '3500', value: '350000' })
  })

  it('shows the chain’s figures if the agent’s are wrong', async () => {
    const { details, findings } = await prepare({
      address: context.account,
      balances: [
        { symbol: 'USDC', amount: 1_000_000 },
        { symbol: 'MOON', amount: 1 },
      ],
      totalValue: '1,000,000',
    })
    expect(rules(findings)).toEqual(['balances.figures WARN', 'balances.unknown UNVERIFIED', 'balances.total WARN'])
    expect(details.rows.find(({ token }) => token.symbol === 'USDC')).toMatchObject({
      amount: usdc('10000'),
      claimed: { amount: '1000000' },
      verdict: 'differs',
    })
    expect(details.unmatched).toEqual([{ symbol: 'MOON', amount: '1' }])
  })

  it('reads unlisted tokens if the agent gives their address', async () => {
    const { details } = await prepare({
      address: context.account,
      balances: [{ symbol: 'USDC', tokenAddress: vaults.flexibleUsdc, amount: 7 }],
    })
    expect(details.rows.filter(({ token }) => token.address === vaults.flexibleUsdc)).toMatchObject([
      { chainId: 31337, token: { symbol: 'fvUSDC', listed: false }, amount: 0n, price: null, verdict: 'differs' },
    ])
  })

  it.each([
    ['says nothing of its decimals', '60006000fd'],
    ['says that it has 300 decimals', '61012c60005260206000f3'],
    ['answers with the text “USDC”', '60206000526004602052635553444360e01b60405260606000f3'],
  ])('shows the balance in base units, without a value, for a token that %s', async (_, otherwise) => {
    const token = getAddress('0x00000000000000000000000000000000000000dc')
    // Answers 7 to balanceOf(address), and runs `otherwise` for anything else.
    const balanceOf = '6000' + '35' + '60e0' + '1c' + '6370a08231' + '14'
    const seven = '5b' + '6007' + '600052' + '60206000f3'
    const jump = (otherwise.length / 2 + 15).toString(16).padStart(2, '0')
    const bytecode = `0x${balanceOf}60${jump}57${otherwise}${seven}` as const
    await devnet.first.client.setCode({ address: token, bytecode })
    const { details } = await prepare({
      address: context.account,
      balances: [{ symbol: 'NDC', tokenAddress: token, amount: 7 }],
      totalValue: 1,
    })
    expect(details.rows.filter(({ token: each }) => each.address === token)).toMatchObject([
      { chainId: 31337, token: { decimals: null, listed: false }, amount: 7n, price: null, value: null },
    ])
    expect(details.unmatched).toEqual([])
    expect(details).toMatchObject({ total: usd(725_000), unpriced: [] })
  })

  it('asks for no more tokens than a person would read, and says nothing about the others', async () => {
    const address = (index: number) => `0x${(0xdead_0000 + index).toString(16).padStart(40, '0')}`
    const balances = Array.from({ length: 500 }, (_, index) => ({
      symbol: 'X',
      tokenAddress: address(index),
      amount: 1,
    }))
    const { details } = await prepare({ address: context.account, balances })
    expect(details.unmatched).toHaveLength(500)
    expect(details.unmatched.filter(({ contradicted }) => contradicted)).toHaveLength(60)
  })

  it('contradicts no claim on a network that is unsupported or could not be read', async () => {
    const balances = [
      { symbol: 'MOON', tokenAddress: friend, amount: 1, chainId: 56 },
      { symbol: 'PEPE', amount: 5 },
    ]
    const { details } = await prepare({ address: context.account, balances })
    expect(details.unmatched).toEqual([
      { symbol: 'MOON', amount: '1' },
      { symbol: 'PEPE', amount: '5' },
    ])
  })

  it('says whose balances they are', async () => {
    const { details, findings } = await prepare({ address: friend })
    expect(details).toMatchObject({ isOwn: false, rows: [], total: 0n, claimedTotal: null })
    expect(rules(findings)).toEqual(['balances.account INFO'])
  })

  it('shows the other network while one does not answer', async () => {
    const half = new Map([...context.chains, ...unreachableChains(31338)])
    const { details, findings } = await prepare({ address: context.account, totalValue: 1 }, { chains: half })
    expect(details.unread).toEqual(['Base (local)'])
    expect(details.rows.map(({ chainId }) => chainId)).toEqual([31337, 31337, 31337, 31337])
    expect(rules(findings)).toEqual(['balances.unread UNVERIFIED', 'balances.total UNVERIFIED'])
  })

  it('calls no token spam that may be on a network that does not answer', async () => {
    const none = unreachableChains(31338)
    const balances = [{ symbol: 'USDC', amount: '5', chainId: 31338 }]
    const { findings } = await prepare({ address: context.account, balances }, { chains: none })
    expect(rules(findings)).toEqual(['balances.unread UNVERIFIED', 'balances.unknown UNVERIFIED'])
    expect(findings.map(({ why }) => why).join(' ')).not.toContain('spam')
  })
})
