import { type Address, encodeFunctionData, erc20Abi, erc4626Abi, getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import type { Yields } from '@/lib/chain/yields/yields'
import { rebalanceDigest, rebalanceNonce } from '@/lib/wire/consent'
import type { Finding } from '../finding'
import type { PrepareContext } from '../tool'
import { requestAutoRebalancePermission as tool } from './tool'

const { USDC, DAI, WETH } = devnetAddresses.tokens
const usdc = (amount: string) => parseUnits(amount, 6)
const now = Date.now()
const call = { taskId: 'task', callId: 'call', agentId: 1 }
const session = getAddress('0x5e55105e55105e55105e55105e55105e55105e55')

let devnet: TestDevnet
let context: PrepareContext

/** 1,000 USDC in the flexible vault, and DAI supplied to the lending market. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  const user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  const send = (to: Address, data: `0x${string}`) => user.send(devnet.first, { to, data })
  const vault = devnetAddresses.vaults.flexibleUsdc
  const approve = (spender: Address) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 2n ** 255n] })
  await send(USDC, approve(vault))
  await send(
    vault,
    encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [usdc('1000'), user.address] }),
  )
  const chains = devnetChains(devnet.port)
  const routing = createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign', now: () => now })
  const yields = createYields({ apiUrl: `${devnet.urls.api}/yield`, chains, now: () => now })
  const { signal } = new AbortController()
  context = { account: user.address, chains, routing, yields, now: () => now, signal, call }
})
afterAll(() => devnet?.stop())

const asked = {
  chainId: 31337,
  tokenAddress: USDC,
  currentPosition: { protocol: 'Flexible USDC', amount: '1000' },
  minYieldIncrease: 0.5,
  maxLockupDays: 7,
}
const prepare = (
  change: Record<string, unknown> = {},
  adjustments?: Record<string, unknown>,
  other: Partial<PrepareContext> = {},
) => tool.prepare(tool.schema.parse({ ...asked, ...change }), { ...context, ...other }, adjustments)

const of = (findings: readonly Finding[], rule: string) => findings.filter((finding) => finding.rule === rule)
const level = async (rule: string, ...request: Parameters<typeof prepare>) =>
  of((await prepare(...request)).findings, `permission.${rule}`).map(({ level }) => level)

/** Gives the account these yields, each with its claimed rate. */
const earning = (...positions: { pool: string; amount: bigint; apy: number | null }[]): Partial<PrepareContext> => {
  const yields: Yields = {
    ...context.yields,
    positions: async () =>
      positions.map((position) => ({
        ...position,
        yieldId: position.pool,
        chainId: 31337,
        contract: null,
        token: { address: USDC, symbol: 'USDC', decimals: 6 },
        protocol: 'Places',
        shares: null,
        state: 'active',
        lockedUntil: null,
      })),
  }
  return { yields }
}

describe('what a hostile agent writes, and what a hostile token calls itself', () => {
  it('is one short line without invisible characters, on the card and in what is signed', async () => {
    const protocol = `Aave\u202E\u200B\n\nChecked: ${'safe '.repeat(90)}`
    const { consent, details, findings } = await prepare({ currentPosition: { protocol } }, { cap: '5' }, earning())
    for (const text of [details.claim?.protocol, consent?.permission.protocol])
      expect(text).toMatch(/^Aave Checked: (safe )+s?a?f?e?…$/)
    expect(details.claim?.protocol?.length).toBeLessThanOrEqual(64)
    expect(JSON.stringify(findings)).not.toMatch(/\\u202E|\u202E|\u200B/)
  })

  it('never appears next to an amount', async () => {
    const names = ['Free', 'USDC, at no risk', 6]
    const { address } = await deployArtifact(devnet.first, 'DemoToken', names, context.account)
    const { details, findings } = await prepare({ tokenAddress: address }, { cap: '5' })
    expect(details.token).toMatchObject({ symbol: '', decimals: 6 })
    expect(of(findings, 'permission.cap')).toMatchObject([{ claim: '5 tokens', observed: '0 tokens' }])
    expect(of(findings, 'G9')).toMatchObject([
      { level: 'WARN', claim: 'USDC, at no risk', observed: getAddress(address) },
    ])
  })
})

describe('the signed terms', () => {
  it('come from the chain: the position as the limit, thirty days, this call alone', async () => {
    const { plan, consent, details, findings } = await prepare()
    expect(plan).toBeNull()
    expect(findings.filter(({ level }) => !['OK', 'INFO'].includes(level))).toEqual([])
    const amount = details.covered?.amount ?? 0n
    expect(amount).toBeGreaterThanOrEqual(usdc('999.999'))
    const at = Math.floor(now / 1000)
    expect(consent?.permission).toEqual({
      chainId: 31337,
      owner: context.account,
      agentId: 1,
      token: USDC,
      protocol: 'Countersign vaults, Flexible USDC',
      maxAmountPerMove: amount.toString(),
      minYieldIncreaseBps: 50,
      maxLockupDays: 7,
      validAfter: at,
      validUntil: at + 30 * 86_400,
      nonce: rebalanceNonce('task', 'call'),
    })
    expect(consent && rebalanceDigest(consent.permission)).toBe(consent?.digest)
    expect(consent?.execution).toBeUndefined()
  })

  it('stay the same when prepared again later with the earlier result', async () => {
    const first = await prepare({}, { days: 7 })
    const again = await prepare({}, first.consent?.pinned, { now: () => now + 3_600_000 })
    expect(again.consent?.digest).toBe(first.consent?.digest)
    const late = await prepare({}, first.consent?.pinned, { now: () => now + 7 * 86_400_000 })
    expect(of(late.findings, 'permission.expiry')).toMatchObject([{ level: 'BLOCK' }])
  })

  it.each([7, 30, 90])('last %i days if the person wants it so', async (days) => {
    const { consent } = await prepare({}, { days })
    const { validAfter = 0, validUntil = 0 } = consent?.permission ?? {}
    expect(validUntil - validAfter).toBe(days * 86_400)
  })

  it.each([{ days: 0 }, { days: 365 }, { days: null }, { maxLockupDays: 400 }, { minYieldIncreaseBps: 0 }])(
    'are absent with an adjustment that nobody offers: %j',
    async (adjustments) => {
      await expect(prepare({}, adjustments)).rejects.toThrow()
    },
  )

  it('take tighter bounds from the person, and no looser ones', async () => {
    const tight = await prepare({}, { minYieldIncreaseBps: 100, maxLockupDays: 0 })
    expect(tight.consent?.permission).toMatchObject({ minYieldIncreaseBps: 100, maxLockupDays: 0 })
    const wide = await prepare({}, { minYieldIncreaseBps: 1, maxLockupDays: 365 })
    expect(wide.consent?.permission).toMatchObject({ minYieldIncreaseBps: 50, maxLockupDays: 7 })
  })

  it('are impossible without an agent', async () => {
    for (const call of [undefined, { taskId: 'task', callId: 'call', agentId: null }]) {
      const { call: _, ...rest } = context
      const { consent, findings } = await tool.prepare(tool.schema.parse(asked), call ? { ...rest, call } : rest)
      expect(consent).toBeUndefined()
      expect(of(findings, 'permission.agent')).toMatchObject([{ level: 'BLOCK' }])
    }
  })
})

describe('the bounds', () => {
  it.each<[number, string, number]>([
    [-1, 'BLOCK', 0],
    [0, 'BLOCK', 0],
    [0.0000001, 'WARN', 1],
    [0.005, 'WARN', 1],
    [0.24, 'WARN', 24],
    [0.25, 'INFO', 25],
    [0.5, 'INFO', 50],
    [1, 'OK', 100],
    [1000, 'OK', 100_000],
    [1001, 'BLOCK', 0],
    [1e300, 'BLOCK', 0],
  ])('rate a least gain of %d as %s', async (minYieldIncrease, expected, bps) => {
    const { findings, consent } = await prepare({ minYieldIncrease })
    expect(of(findings, 'permission.min-increase')).toMatchObject([
      { level: expected, claim: String(minYieldIncrease) },
    ])
    if (bps > 0) expect(consent?.permission.minYieldIncreaseBps).toBe(bps)
    else expect(consent).toBeUndefined()
  })

  it('offer a fix for a gain that fees would eat up', async () => {
    const { findings } = await prepare({ minYieldIncrease: 0.1 })
    const [warning] = of(findings, 'permission.min-increase')
    expect(warning?.why).toContain('10 percentage points')
    const fix = warning?.fix?.kind === 'adjust' ? warning.fix.adjustments : {}
    expect(await level('min-increase', { minYieldIncrease: 0.1 }, fix)).toEqual(['OK'])
  })

  it.each([
    [0, 'OK'],
    [30, 'OK'],
    [31, 'WARN'],
    [365, 'WARN'],
    [366, 'BLOCK'],
  ])('rate a lock-up of %i days as %s', async (maxLockupDays, expected) => {
    expect(await level('lockup', { maxLockupDays })).toEqual([expected])
  })

  it('offer a shorter lock-up', async () => {
    const { findings, consent } = await prepare({ maxLockupDays: 90 }, { maxLockupDays: 30 })
    expect(of(findings, 'permission.lockup')).toMatchObject([{ level: 'OK' }])
    expect(consent?.permission.maxLockupDays).toBe(30)
  })
})

describe('the limit', () => {
  it.each<[string, Finding['level']]>([
    ['500', 'OK'],
    ['1,000', 'OK'],
    ['1009', 'OK'],
    ['1011', 'WARN'],
    ['0', 'BLOCK'],
    ['-1', 'BLOCK'],
    ['1e3', 'BLOCK'],
    ['0.0000001', 'BLOCK'],
  ])('of %s is rated %s', async (cap, expected) => {
    expect(await level('cap', {}, { cap })).toEqual([expected])
  })

  it('has to be set if there is no position', async () => {
    const nothing = earning()
    const change = { currentPosition: null }
    expect(await level('cap', change, {}, nothing)).toEqual(['BLOCK'])
    const { consent, findings } = await prepare(change, { cap: '20' }, nothing)
    expect(consent?.permission).toMatchObject({ maxAmountPerMove: '20000000', protocol: '' })
    expect(of(findings, 'permission.cap')).toMatchObject([{ level: 'WARN' }])
  })
})

describe('the position', () => {
  const places = (apy: number | null = 0.048) => earning({ pool: 'One', amount: usdc('1000'), apy })
  const claims = (currentPosition: Record<string, unknown>) => ({
    currentPosition: { protocol: 'One', ...currentPosition },
  })

  it.each([
    ['1000', 'OK'],
    ['1010', 'OK'],
    ['1010.1', 'WARN'],
    ['989', 'WARN'],
    ['1999', 'WARN'],
    ['2000', 'DANGER'],
    ['500', 'DANGER'],
    ['0', 'DANGER'],
    ['1000000000', 'INFO'],
    ['5000000000', 'DANGER'],
  ])('of %s, where there are 1,000, is rated %s', async (amount, expected) => {
    expect(await level('amount', claims({ amount }), {}, places())).toEqual([expected])
  })

  it.each<[number, number | null, string]>([
    [4.8, 0.048, 'OK'],
    [0.048, 0.048, 'INFO'],
    [6.7, 0.048, 'OK'],
    [7.3, 0.048, 'WARN'],
    [2.7, 0.048, 'WARN'],
    [14.5, 0.048, 'DANGER'],
    [1.5, 0.048, 'DANGER'],
    [3, 0, 'DANGER'],
    [60, 0.6, 'WARN'],
    [4.8, null, 'UNVERIFIED'],
  ])('earning %d by the agent’s account and %d by what was found is rated %s', async (apy, found, expected) => {
    expect(await level('apy', claims({ apy }), {}, places(found))).toEqual([expected])
  })

  it('is not judged by what the agent does not say', async () => {
    const { findings } = await prepare({ currentPosition: null }, {}, places())
    expect(findings.map(({ rule }) => rule)).not.toContain('permission.apy')
    expect(findings.map(({ rule }) => rule)).not.toContain('permission.amount')
  })

  it('is named as it was found, not as the agent names it', async () => {
    const { consent, findings } = await prepare({ currentPosition: { protocol: 'Aave' } }, {}, places())
    expect(of(findings, 'permission.protocol')).toMatchObject([
      { level: 'WARN', claim: 'Aave', observed: 'Places, One' },
    ])
    expect(consent?.permission.protocol).toBe('Places, One')
  })

  it('covers all of the token if the agent names no place, and otherwise the named one', async () => {
    const two = earning(
      { pool: 'One', amount: usdc('100'), apy: 0.02 },
      { pool: 'Two', amount: usdc('300'), apy: 0.06 },
    )
    const all = await prepare({ currentPosition: null }, {}, two)
    expect(all.details.covered).toMatchObject({ amount: usdc('400'), protocol: '' })
    expect(all.details.covered?.apy).toBeCloseTo(0.05)
    const named = await prepare({ currentPosition: { protocol: 'two' } }, {}, two)
    expect(named.consent?.permission).toMatchObject({ maxAmountPerMove: '300000000', protocol: 'Places, Two' })
  })

  it('is a danger if missing where it was looked for, and unverified elsewhere', async () => {
    const nothing = earning()
    const locked = { currentPosition: { protocol: 'Locked USDC', amount: '1000' } }
    expect(await level('position', locked, {}, nothing)).toEqual(['DANGER'])
    const unknown = { currentPosition: { protocol: 'Yearn', amount: '1000' } }
    expect(await level('position', unknown, {}, nothing)).toEqual(['UNVERIFIED'])
  })

  it('is unverified while it cannot be read', async () => {
    const yields: Yields = { ...context.yields, positions: () => Promise.reject(new Error('away')) }
    const { findings, consent } = await prepare({}, { cap: '10' }, { yields })
    expect(of(findings, 'permission.position')).toMatchObject([{ level: 'UNVERIFIED' }])
    expect(consent?.permission.maxAmountPerMove).toBe('10000000')
  })

  it('makes invisible characters in the agent’s words visible, and signs none of them', async () => {
    const { consent, details } = await prepare(
      { currentPosition: { protocol: 'Ya\u202Evoy' } },
      { cap: '5' },
      earning(),
    )
    expect(details.covered?.positions).toEqual([])
    expect(consent?.permission.protocol).toBe('Yavoy')
  })
})

describe('a limit that the person types', () => {
  it.each([
    ['1,500', '1500000000'],
    ['1,234,567.5', '1234567500000'],
    ['1500', '1500000000'],
  ])('%s is signed as %s base units', async (cap, amount) => {
    expect((await prepare({}, { cap })).consent?.permission.maxAmountPerMove).toBe(amount)
  })
  it.each(['1,5', '0,5', '10,00', '1,5000', '1.000,5'])(
    '%s is not guessed at: there is nothing to sign',
    async (cap) => {
      const { consent, details } = await prepare({}, { cap })
      expect(consent).toBeUndefined()
      expect(details.cap).toEqual({ kind: 'unreadable', text: cap })
    },
  )
})

describe('the token', () => {
  it('must exist on the chain', async () => {
    for (const tokenAddress of [getAddress('0x00000000000000000000000000000000c0ffee77'), context.account]) {
      const { consent, findings } = await prepare({ tokenAddress })
      expect(consent).toBeUndefined()
      expect(of(findings, 'G9')).toMatchObject([{ level: 'BLOCK' }])
    }
  })
  it('must not merely sound like a known one', async () => {
    const { address } = await deployArtifact(devnet.first, 'DemoToken', ['USD Coin', 'USDC', 6], context.account)
    const { findings } = await prepare({ tokenAddress: address })
    expect(of(findings, 'G9')).toMatchObject([{ level: 'DANGER' }])
  })
  it('must not be the native coin', async () => {
    const { consent, findings } = await prepare({ tokenAddress: '0x0000000000000000000000000000000000000000' })
    expect(consent).toBeUndefined()
    expect(of(findings, 'permission.token')).toMatchObject([{ level: 'BLOCK' }])
  })
  it('is looked up only on supported chains', async () => {
    const { consent, findings } = await prepare({ chainId: 1 })
    expect(consent).toBeUndefined()
    expect(findings).toMatchObject([{ rule: 'G3', level: 'BLOCK' }])
  })
  it.each([DAI, WETH])('may be any that is listed: %s', async (tokenAddress) => {
    const { findings, consent } = await prepare({ tokenAddress, currentPosition: null }, { cap: '1' })
    expect(of(findings, 'G9')).toEqual([])
    expect(consent?.permission.token).toBe(tokenAddress)
  })
})

describe('permission on chain', () => {
  const offering = (...types: string[]): Partial<PrepareContext> => ({
    session: { address: session, permissionTypes: async () => types },
  })

  it.each<[string[], string | undefined]>([
    [['native-token-stream'], undefined],
    [['erc20-token-periodic', 'erc20-token-allowance'], 'erc20-token-allowance'],
    [['erc20-token-periodic'], 'erc20-token-periodic'],
  ])('is requested if the wallet offers %j', async (types, expected) => {
    const { consent, findings } = await prepare({}, {}, offering(...types))
    expect(consent?.execution?.type).toBe(expected)
    expect(of(findings, 'G19').map(({ level }) => level)).toEqual(expected ? ['DANGER'] : [])
    if (!expected) return
    const { maxAmountPerMove, validAfter, validUntil } = consent?.permission ?? {}
    const bounds = { amount: BigInt(maxAmountPerMove ?? 0), from: validAfter, until: validUntil }
    expect(consent?.execution).toMatchObject({ to: session, token: USDC, chainId: 31337, ...bounds })
  })

  it('is left out if the person wants it so, and if the wallet does not answer', async () => {
    const offered = offering('erc20-token-allowance')
    expect((await prepare({}, { onChain: false }, offered)).consent?.execution).toBeUndefined()
    const silent = { session: { address: session, permissionTypes: () => Promise.reject(new Error('no')) } }
    const { consent, findings } = await prepare({}, {}, silent)
    expect(consent?.execution).toBeUndefined()
    expect(of(findings, 'G19')).toEqual([])
  })

  it('makes a limit above the position a danger', async () => {
    expect(await level('cap', {}, { cap: '2000' }, offering('erc20-token-allowance'))).toEqual(['DANGER'])
  })
})
