import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { named, worrying } from '../shared/testing/finding-words'
import { createStakingBench, locked } from '../staking/testing/staking-bench'

const { tokens, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const bench = createStakingBench()
const { enter, review } = bench

const rules = (findings: Parameters<typeof worrying>[0]) => findings.map(named)

describe('a deposit without objections', () => {
  it('plans an exact approval and the deposit, tries the way out, and does what it declares', async () => {
    const prepared = await enter()
    expect(worrying(prepared.findings)).toEqual([])
    expect(prepared.findings).toEqual([])
    expect(prepared.plan?.steps.map(({ id, to, value }) => [id, to, value])).toEqual([
      ['approve', tokens.USDC, 0n],
      ['deposit', vaults.flexibleUsdc, 0n],
    ])
    expect(prepared.plan?.declares.out).toEqual([
      { asset: { kind: 'erc20', chainId: 31337, address: tokens.USDC }, amount: usdc('100') },
    ])
    expect(prepared.details).toMatchObject({
      amount: usdc('100'),
      contract: vaults.flexibleUsdc,
      pinned: true,
      protocol: { found: 'Countersign vaults' },
      pool: { found: 'Flexible USDC' },
      apy: { claimed: '4.8%', stated: 0.048 },
      lockup: { claimed: 'none', found: 0 },
      position: 0n,
    })
    const reviewed = await review(prepared)
    expect(worrying(reviewed.findings)).toEqual([])
    expect(rules(reviewed.findings)).toEqual(
      expect.arrayContaining(['staking.apy OK', 'staking.worth OK', 'staking.leave OK', 'G18 OK']),
    )
    expect(reviewed.figures).toEqual([
      expect.objectContaining({ id: 'position', before: expect.objectContaining({ amount: 0n }) }),
      expect.objectContaining({ id: 'leave', after: { kind: 'text', text: 'Yes' } }),
      expect.objectContaining({
        id: 'staking.paid',
        after: { kind: 'text', text: expect.stringMatching(/^4\.\d\d% paid, over \d/) },
      }),
    ])
    expect(reviewed.effects?.balances).toContainEqual(
      expect.objectContaining({
        asset: { kind: 'erc20', chainId: 31337, address: vaults.flexibleUsdc },
        listed: false,
        vouched: 'shares of Flexible USDC',
      }),
    )
    expect(await bench.carryOut(prepared.plan)).toEqual(['success', 'success'])
    const [position, ...others] = await bench.context.yields.positions(bench.user.address)
    expect(others).toEqual([])
    expect(position).toMatchObject({ yieldId: 'local-usdc-flexible-vault', chainId: 31337, state: 'active' })
    expect(position?.amount).toBeGreaterThanOrEqual(usdc('99.999999'))
  })

  it('needs no service if the vault is on our own list', async () => {
    const { plan } = await enter()
    await bench.control({ failNext: { path: '/yield', status: 500, times: 1_000 } })
    const own = await enter()
    expect(worrying(own.findings)).toEqual([])
    expect(own.details.apy).toEqual({ claimed: '4.8%', stated: null })
    expect(own.plan?.steps).toEqual(plan?.steps)
    await expect(enter({ yieldId: 'base-usdc-other' })).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('uses an existing approval', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [vaults.flexibleUsdc, usdc('250')],
    })
    await bench.user.send(bench.devnet.first, { to: tokens.USDC, data })
    const { plan } = await enter()
    expect(plan?.steps.map(({ id }) => id)).toEqual(['deposit'])
    expect(plan?.declares.allowances).toEqual([
      { token: tokens.USDC, spender: vaults.flexibleUsdc, amount: usdc('250') },
    ])
  })
})

describe('lies of the agent', () => {
  it.each([
    ['another wallet', { walletAddress: vaults.lockedUsdc }, 'G2 BLOCK'],
    ['an unsupported chain', { chainId: 10, network: 'optimism' }, 'G3 BLOCK'],
    ['another chain', { chainId: 31338, network: undefined }, 'staking.network BLOCK'],
    ['another network by name', { network: 'Polygon' }, 'staking.network BLOCK'],
    ['another token', { tokenAddress: tokens.DAI, tokenSymbol: 'DAI' }, 'staking.asset BLOCK'],
    ['another symbol', { tokenSymbol: 'DAI' }, 'G9 DANGER'],
    ['no token at all', { tokenAddress: '0x00000000000000000000000000000000000a11ce' }, 'staking.asset BLOCK'],
    ['an unknown yield', { yieldId: 'ethereum-usdc-free-money' }, 'staking.yield BLOCK'],
    ['more than the balance', { amount: '10000.5' }, 'staking.balance BLOCK'],
    ['nothing', { amount: '0.0' }, 'staking.amount BLOCK'],
    ['more digits than the token has', { amount: '0.0000001' }, 'staking.amount BLOCK'],
    ['an unknown network', { network: 'Hyperchain' }, 'staking.network UNVERIFIED'],
    ['another protocol', { protocol: 'Lido' }, 'staking.protocol WARN'],
    ['another pool', { poolName: 'Savings' }, 'staking.pool WARN'],
  ])('%s', async (_, change, finding) => {
    const { plan, findings } = await enter(change)
    expect(rules(findings)).toContain(finding)
    if (finding.endsWith('BLOCK')) expect(plan).toBeNull()
  })

  it.each([
    ['that was never paid', { apy: 24 }, 'staking.apy DANGER'],
    ['that is too high', { apy: 8 }, 'staking.apy WARN'],
    ['that is bait', { apy: 120 }, 'staking.apy-high WARN'],
    ['in per cent', { apy: 4.8 }, 'staking.apy OK'],
    ['as a fraction of one', { apy: 0.048 }, 'staking.apy OK'],
    ['in neither unit', { apy: 0.3 }, 'staking.apy DANGER'],
  ])('a rate %s', async (_, change, finding) => {
    expect(rules((await review(await enter(change))).findings)).toContain(finding)
    // The finding appears even without a plan to review.
    expect(rules((await enter({ ...change, amount: '10000.5' })).findings)).toContain(finding)
  })

  it('a rate without a unit, for an undescribed yield: read as what was paid, and shown as given', async () => {
    await bench.control({ failNext: { path: '/yield', status: 500, times: 1_000 } })
    const fits = await enter({ apy: 0.048 })
    expect(fits.details.apy).toEqual({ claimed: '0.048, without a unit', stated: null })
    expect(rules((await review(fits)).findings)).toContain('staking.apy OK')
    expect(rules((await review(await enter({ apy: 0.5 }))).findings)).toContain('staking.apy DANGER')
  })

  it('a rate that cannot be checked: UNVERIFIED, and the rest is reviewed', async () => {
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    bench.context.chains = buildChains([{ id: 31337, rpcUrl: node.url }])
    const prepared = await enter()
    // A node without a past.
    node.reset(({ method }) =>
      method === 'eth_getBlockByNumber' ? { error: { code: -32000, message: 'missing trie node' } } : undefined,
    )
    const { findings, figures, method } = await review(prepared)
    await node.stop()
    expect(method).toBe('eth_simulateV1')
    expect(rules(findings)).toContain('staking.apy UNVERIFIED')
    expect(figures.map(({ id }) => id)).toEqual(['position', 'leave'])
  })

  it('a locked vault called flexible: DANGER; described truthfully, a note', async () => {
    const vault = { yieldId: locked, poolName: 'Locked USDC', apy: 11.5 }
    const lied = await review(await enter({ ...vault, lockupPeriod: 'flexible' }))
    expect(rules(lied.findings)).toContain('staking.leave DANGER')
    expect(lied.verdict).toBe('acknowledge')
    expect(lied.figures).toContainEqual(
      expect.objectContaining({ id: 'leave', after: { kind: 'text', text: 'No' }, level: 'WARN' }),
    )
    const short = await review(await enter({ ...vault, lockupPeriod: '1 day' }))
    expect(rules(short.findings)).toContain('staking.leave DANGER')
    const told = await review(await enter({ ...vault, lockupPeriod: '7 days' }))
    expect(rules(told.findings)).toContain('staking.leave INFO')
    expect(told.verdict).toBe('ready')
    const silent = await review(await enter({ ...vault, lockupPeriod: undefined }))
    expect(rules(silent.findings)).toContain('staking.leave WARN')
  })
})

describe('an amount without a unit', () => {
  it.each([
    ['100', usdc('100')],
    ['100.5', usdc('100.5')],
    ['100000000', usdc('100')],
    ['9999', usdc('9999')],
  ])('of %s makes sense in only one way', async (amount, meant) => {
    expect((await enter({ amount })).details.amount).toBe(meant)
  })

  it('that makes sense in neither way is asked about, and the answer is taken', async () => {
    const { plan, details, findings } = await enter({ amount: '20000' })
    expect(plan).toBeNull()
    expect(rules(findings)).toContain('staking.unit BLOCK')
    expect(details.question?.readings).toEqual([
      { unit: 'token', amount: usdc('20000') },
      { unit: 'base', amount: 20_000n },
    ])
    expect((await enter({ amount: '20000' }, { amountUnit: 'base' })).details.amount).toBe(20_000n)
    expect(rules((await enter({ amount: '20000' }, { amountUnit: 'token' })).findings)).toContain(
      'staking.balance BLOCK',
    )
  })
})

describe('transactions of the service', () => {
  it.each([
    ['target', 'staking.target'],
    ['receiver', 'staking.receiver'],
    ['amount', 'staking.amount'],
    ['value', 'staking.value'],
    ['approval', 'staking.spender'],
  ])('with another %s are refused', async (tamper, rule) => {
    await bench.control({ tamper })
    const { plan, findings } = await enter()
    expect(plan).toBeNull()
    expect(rules(findings)).toContain(`${rule} BLOCK`)
  })

  it('that approve without limit are cut to the exact amount, with a finding', async () => {
    await bench.control({ tamper: 'unlimited' })
    const { plan, findings } = await enter()
    expect(rules(findings)).toContain('staking.approval WARN')
    expect(plan?.steps[0]?.data).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vaults.flexibleUsdc, usdc('100')] }),
    )
    expect(plan?.steps[0]?.data).not.toContain(maxUint256.toString(16))
  })

  it('that are not available are reported in words', async () => {
    await bench.control({ failNext: { path: '/yield/v1/actions', status: 503, times: 1 } })
    await expect(enter()).rejects.toMatchObject({ name: 'YieldError', code: 'unreachable' })
  })
})
