import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { YieldError } from '@/lib/chain/yields/yields'
import { named, worrying } from '../shared/testing/finding-words'
import { asked, createStakingBench, flexible, locked } from '../staking/testing/staking-bench'
import type { PastCall } from '../tool'

const { tokens, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const bench = createStakingBench()
const { enter, exit, review, carryOut } = bench

const rules = (findings: Parameters<typeof worrying>[0]) => findings.map(named)

/** Deposits 100 USDC, and returns the ledger's record of it. */
async function entered(change: Record<string, unknown> = {}): Promise<PastCall> {
  const { plan } = await enter(change)
  expect(await carryOut(plan)).toEqual(['success', 'success'])
  return bench.recordOf(plan, { ...asked, ...change })
}

describe('leaving', () => {
  it('takes a part out, for the account and nobody else', async () => {
    const record = await entered()
    const prepared = await exit({}, { past: () => [record] })
    expect(worrying(prepared.findings)).toEqual([])
    expect(rules(prepared.findings)).toContain('staking.origin OK')
    expect(prepared.plan?.steps.map(({ id, to }) => [id, to])).toEqual([['withdraw', vaults.flexibleUsdc]])
    const reviewed = await review(prepared)
    expect(worrying(reviewed.findings)).toEqual([])
    expect(reviewed.figures[0]).toMatchObject({ id: 'position' })
    expect(await carryOut(prepared.plan)).toEqual(['success'])
    const [left] = await bench.context.yields.positions(bench.user.address)
    expect(left?.amount).toBeGreaterThanOrEqual(usdc('59.99999'))
  })

  it.each([
    ['the agent’s word', { amount: 'all' }, undefined],
    ['the person’s request', { amount: '99.9' }, { all: true }],
  ])('takes everything out at %s', async (_, parameters, adjustments) => {
    await entered()
    const prepared = await exit(parameters, adjustments ? { adjustments } : {})
    expect(prepared.details.all).toBe(true)
    expect(worrying((await review(prepared)).findings)).toEqual([])
    expect(await carryOut(prepared.plan)).toEqual(['success'])
    expect(await bench.context.yields.positions(bench.user.address)).toEqual([])
  })

  it.each([
    ['the whole position', '99.999999', true],
    ['the position before its latest interest', '99.9995', true],
    ['less than that', '99.99', false],
  ])('asked for %s, it takes everything out: %s', async (_, amount, all) => {
    await entered()
    const prepared = await exit({ amount })
    expect(prepared.details.all).toBe(all)
    expect(await carryOut(prepared.plan)).toEqual(['success'])
    const left = await bench.context.yields.positions(bench.user.address)
    expect(left.length === 0).toBe(all)
  })

  it('offers to take a remainder along', async () => {
    await entered()
    const { findings } = await exit({ amount: '99.99' })
    expect(findings.find(({ rule }) => rule === 'staking.remainder')?.fix).toMatchObject({ adjustments: { all: true } })
  })

  it('is blocked with the date while the vault holds the deposit, and opens then', async () => {
    const record = await entered({ yieldId: locked, poolName: 'Locked USDC', apy: 11.5, lockupPeriod: '7 days' })
    const past = () => [record]
    const early = await exit({ yieldId: locked, amount: '50' }, { past })
    expect(early.plan).toBeNull()
    expect(early.details.amount, 'it says of how much').toBe(parseUnits('50', 6))
    const finding = early.findings.find(({ rule }) => rule === 'staking.locked')
    expect(finding).toMatchObject({
      level: 'BLOCK',
      title: expect.stringMatching(/locked until \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
    })
    expect(early.details.lockedUntil).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await bench.control({ advanceSeconds: 7 * 86_400 })
    const { plan } = await exit({ yieldId: locked }, { past })
    expect(await carryOut(plan)).toEqual(['success'])
  })

  it.each([
    ['another wallet', { walletAddress: vaults.lockedUsdc }, 'G2'],
    ['more than the position', { amount: '100.5' }, 'staking.amount'],
    ['nothing', { amount: '0.0' }, 'staking.amount'],
    ['an unknown yield', { yieldId: 'base-usdc-none' }, 'staking.yield'],
    ['a yield with nothing in it', { yieldId: 'local-weth-flexible-vault' }, 'staking.position'],
  ])('%s is blocked', async (_, parameters, rule) => {
    await entered()
    const { plan, findings } = await exit(parameters)
    expect(plan).toBeNull()
    expect(rules(findings)).toContain(`${rule} BLOCK`)
  })

  it('makes invisible characters in the id of a yield visible on the card', async () => {
    const yieldId = 'base-\u202eusdc\u200b'
    for (const prepared of [await exit({ yieldId }), await enter({ yieldId })])
      expect(prepared.details.yieldId).toBe('base-␣U+202Eusdc␣U+200B')
  })

  it('reads an amount in the unit that makes sense', async () => {
    await entered()
    expect((await exit({ amount: '40000000' })).details.amount).toBe(usdc('40'))
    expect((await exit({ amount: '40' })).details.amount).toBe(usdc('40'))
    expect(rules((await exit({ amount: '5000' })).findings)).toContain('staking.unit BLOCK')
  })

  it.each([
    ['receiver', 'staking.receiver'],
    ['amount', 'staking.amount'],
    ['target', 'staking.target'],
    ['value', 'staking.value'],
  ])('by transactions with another %s is refused', async (tamper, rule) => {
    await entered()
    await bench.control({ tamper })
    const { plan, findings } = await exit()
    expect(plan).toBeNull()
    expect(rules(findings)).toContain(`${rule} BLOCK`)
  })
})

describe('the place of entry', () => {
  it('is found in our own record when the service knows nothing of it, or does not answer', async () => {
    const record = await entered()
    const unlisted = { ...record, parameters: { ...asked, yieldId: 'renamed-vault' } }
    const { yields } = bench.context
    const forgetful = { ...yields, find: async () => null }
    const away = { ...yields, find: () => Promise.reject(new YieldError('unreachable', 'away')) }
    for (const source of [forgetful, away]) {
      const { plan, findings } = await exit({ yieldId: 'renamed-vault' }, { past: () => [unlisted], yields: source })
      expect(worrying(findings)).toEqual([])
      expect(plan?.steps[0]?.to).toBe(vaults.flexibleUsdc)
    }
    await expect(exit({ yieldId: 'renamed-vault' }, { yields: away })).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('must be where the service says it is', async () => {
    const record = await entered()
    const place = await bench.context.yields.find(flexible)
    if (!place) throw new Error('the vault is there')
    const yields = {
      ...bench.context.yields,
      find: async () => ({ ...place, pinned: null, contract: vaults.lockedUsdc }),
    }
    const { plan, findings } = await exit({}, { past: () => [record], yields })
    expect(plan).toBeNull()
    expect(rules(findings)).toContain('staking.origin BLOCK')
  })

  it('is unverified if only the service says so', async () => {
    await entered()
    const place = await bench.context.yields.find(flexible)
    if (!place) throw new Error('the vault is there')
    const yields = { ...bench.context.yields, find: async () => ({ ...place, pinned: null }) }
    expect(rules((await exit({}, { yields })).findings)).toContain('staking.origin UNVERIFIED')
  })

  it('is not that of another account or tool', async () => {
    const record = await entered()
    const place = await bench.context.yields.find(flexible)
    if (!place) throw new Error('the vault is there')
    const yields = { ...bench.context.yields, find: async () => ({ ...place, pinned: null }) }
    const other: PastCall = { ...record, tool: 'call_smart_contract_function' }
    expect(rules((await exit({}, { past: () => [other], yields })).findings)).toContain('staking.origin UNVERIFIED')
  })

  it('pays in the token of the vault', async () => {
    await entered()
    expect((await exit()).plan?.declares.in[0]?.asset).toMatchObject({ address: tokens.USDC })
  })
})
