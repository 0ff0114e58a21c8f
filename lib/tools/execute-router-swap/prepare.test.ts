import { encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { Plan } from '../plan'
import { named, worrying } from '../shared/testing/finding-words'
import { bridge, createSwapBench, nativeToDai } from './testing/swap-bench'

const { tokens, diamond } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const bench = createSwapBench()
const { prepare } = bench

async function held() {
  const { client } = bench.devnet.first
  const owner = bench.user.address
  const read = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
  const allowed = { abi: erc20Abi, functionName: 'allowance', args: [owner, diamond] } as const
  const [usdc, dai, allowance] = await Promise.all([
    client.readContract({ ...read, address: tokens.USDC }),
    client.readContract({ ...read, address: tokens.DAI }),
    client.readContract({ ...allowed, address: tokens.USDC }),
  ])
  return { usdc, dai, allowance }
}

async function carryOut(plan: Plan | null): Promise<void> {
  if (!plan) throw new Error('there is no plan')
  for (const { to, data, value, gas } of plan.steps) {
    const { status } = await bench.user.send(bench.devnet.first, { to, data, value, ...(gas ? { gas } : {}) })
    expect(status).toBe('success')
  }
}

describe('a swap without objections', () => {
  it('plans an exact approval and the quoted swap', async () => {
    const { plan, details, findings, expiresAt, transfer } = await prepare()
    expect(worrying(findings)).toEqual([])
    expect(findings.map(named)).toEqual(['swap.price OK'])
    expect(expiresAt).toBe(bench.now + 30_000)
    expect(plan?.steps.map(({ id, to }) => [id, to])).toEqual([
      ['approve', tokens.USDC],
      ['swap', diamond],
    ])
    expect(plan?.declares).toEqual({
      out: [{ asset: { kind: 'erc20', chainId: 31337, address: tokens.USDC }, amount: usdc('100') }],
      in: [{ asset: { kind: 'erc20', chainId: 31337, address: tokens.DAI }, amount: details.terms?.toAmountMin }],
      allowances: [],
    })
    expect(details).toMatchObject({
      isBridge: false,
      slippage: 0.005,
      slippageAdjusted: false,
      from: { token: { symbol: 'USDC', listed: true }, balance: usdc('10000') },
      to: { token: { symbol: 'DAI' }, balance: parseEther('5000') },
      terms: {
        fromUsd: 100_00000000n,
        feesUsd: 25000000n,
        fees: [{ name: 'Integrator Fee', symbol: 'USDC', decimals: 6, usd: 25000000n, included: true }],
        approval: 'exact',
        allowance: 0n,
      },
    })
    // The fee of 0.25% plus the pool's 0.3%.
    expect(details.terms?.priceImpact).toBeGreaterThan(0.005)
    expect(details.terms?.priceImpact).toBeLessThan(0.006)
    expect(transfer).toBeUndefined()
  })

  it('makes plans that do what they declare', async () => {
    const { plan } = await prepare()
    const before = await held()
    await carryOut(plan)
    const after = await held()
    expect(before.usdc - after.usdc).toBe(usdc('100'))
    expect(after.dai - before.dai).toBeGreaterThanOrEqual(plan?.declares.in[0]?.amount ?? 0n)
    expect(after.allowance).toBe(0n)
  })

  it('sends the native coin without an approval', async () => {
    const { plan, findings } = await prepare(nativeToDai)
    expect(worrying(findings)).toEqual([])
    expect(plan?.steps.map(({ id, value }) => [id, value])).toEqual([['swap', parseEther('1')]])
    const before = await held()
    await carryOut(plan)
    expect((await held()).dai - before.dai).toBeGreaterThanOrEqual(plan?.declares.in[0]?.amount ?? 0n)
  })

  it('uses an existing approval, and reports what is left of it', async () => {
    const approve = (amount: bigint) =>
      bench.user.send(bench.devnet.first, {
        to: tokens.USDC,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [diamond, amount] }),
      })
    await approve(usdc('500'))
    const { plan, findings } = await prepare()
    expect(plan?.steps).toHaveLength(1)
    expect(plan?.declares.allowances).toEqual([{ token: tokens.USDC, spender: diamond, amount: usdc('500') }])
    expect(findings.map(named)).toContain('swap.allowance-left INFO')
    await carryOut(plan)
    expect((await held()).allowance).toBe(usdc('400'))
    await approve(0n)
  })

  it('bridges, and follows the transfer', async () => {
    const { plan, findings, transfer } = await prepare(bridge)
    expect(worrying(findings)).toEqual([])
    expect(plan?.declares.in).toEqual([])
    expect(plan?.steps.at(-1)?.title).toBe('Bridge 100 USDC to Base (local)')
    expect(transfer).toEqual({ fromChainId: 31337, toChainId: 31338, tool: 'localbridge' })
  })

  it('uses half a per cent by default, and the person’s figure before the agent’s', async () => {
    expect((await prepare({ slippage: undefined })).details.slippage).toBe(0.005)
    const { details, findings } = await prepare({ slippage: 0.04 }, { slippage: 0.015 })
    expect(details).toMatchObject({ slippage: 0.015, slippageAdjusted: true })
    expect(details.terms?.toAmountMin).toBe(((details.terms?.toAmount ?? 0n) * 985n) / 1000n)
    expect(findings.map(named)).toContain('swap.slippage INFO')
  })

  it('uses the default of the settings only where the call names none, and says so', async () => {
    const own = await prepare({ slippage: undefined }, undefined, undefined, 0.01)
    expect(own.details).toMatchObject({ slippage: 0.01, slippageAdjusted: false, slippageFromSettings: true })
    expect(own.details.terms?.toAmountMin).toBe(((own.details.terms?.toAmount ?? 0n) * 99n) / 100n)
    const named = await prepare({ slippage: 0.002 }, undefined, undefined, 0.01)
    expect(named.details.slippage).toBe(0.002)
    expect(named.details.slippageFromSettings).toBeUndefined()
    const adjusted = await prepare({ slippage: undefined }, { slippage: 0.003 }, undefined, 0.01)
    expect(adjusted.details.slippage).toBe(0.003)
    expect(adjusted.details.slippageFromSettings).toBeUndefined()
  })
})
