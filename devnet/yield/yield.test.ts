import { encodeFunctionData, erc20Abi, type Hex, isHex, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { mintAbi } from '../abi'
import { deployer, thief } from '../accounts'
import { addressField } from '../api/fields'
import { minedReceipt } from '../receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '../testing'

const { USDC } = devnetAddresses.tokens
const { flexibleUsdc, lockedUsdc } = devnetAddresses.vaults
const flexible = 'local-usdc-flexible-vault'
const locked = 'local-usdc-locked-vault'

const transactionSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  stepIndex: z.number(),
  unsignedTransaction: z.string().transform((text) =>
    z
      .object({
        from: addressField,
        to: addressField,
        data: z.custom<Hex>((value) => isHex(value)),
        value: z.string().transform(BigInt),
        chainId: z.literal(31337),
      })
      .parse(JSON.parse(text)),
  ),
})
const actionSchema = z.object({ id: z.string(), status: z.string(), transactions: z.array(transactionSchema) })

let devnet: TestDevnet
let user: TestUser
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  await devnet.ask('POST', '/control', { reset: true })
  user = await createTestUser(devnet)
  const args = [user.address, parseUnits('1000', 6)] as const
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
  const { client } = devnet.first
  await minedReceipt(client, await client.sendTransaction({ account: deployer, chain: null, to: USDC, data }))
})

const act = (intent: 'enter' | 'exit', yieldId: string, args: object) =>
  devnet.ask('POST', `/yield/v1/actions/${intent}`, { yieldId, address: user.address, arguments: args })
const plan = async (intent: 'enter' | 'exit', yieldId: string, args: object) =>
  actionSchema.parse((await act(intent, yieldId, args)).body)

/** Sends every transaction of an action and submits its hash. */
async function carryOut({ transactions }: z.infer<typeof actionSchema>) {
  const statuses: string[] = []
  for (const { id, unsignedTransaction } of transactions) {
    const receipt = await user.send(devnet.first, unsignedTransaction)
    await devnet.ask('PUT', `/yield/v1/transactions/${id}/submit-hash`, { hash: receipt.transactionHash })
    statuses.push(receipt.status)
  }
  return statuses
}

const usdcOf = (owner = user.address) =>
  devnet.first.client.readContract({ address: USDC, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const advance = (days: number) => devnet.ask('POST', '/control', { advanceSeconds: days * 86_400 })
const balances = async (yieldId: string) =>
  (await devnet.ask('POST', `/yield/v1/yields/${yieldId}/balances`, { address: user.address })).body

describe('yields', () => {
  it('are listed with their rates and lock-ups, and found by token', async () => {
    const { body } = await devnet.ask('GET', '/yield/v1/yields')
    expect(body).toMatchObject({
      total: 3,
      items: [
        { id: flexible, chainId: '31337', rewardRate: { total: 0.048 }, outputToken: { address: flexibleUsdc } },
        { id: locked, rewardRate: { total: 0.115 }, mechanics: { lockupPeriod: { seconds: 604_800 } } },
        { id: 'local-weth-flexible-vault', token: { symbol: 'WETH' } },
      ],
    })
    expect((await devnet.ask('GET', '/yield/v1/yields?token=weth')).body).toMatchObject({ total: 1 })
    expect((await devnet.ask('GET', '/yield/v1/yields?network=ethereum')).body).toMatchObject({ total: 0 })
  })

  it('are read one by one; an unknown one is missing', async () => {
    expect((await devnet.ask('GET', `/yield/v1/yields/${flexible}`)).body).toMatchObject({ id: flexible })
    expect((await devnet.ask('GET', '/yield/v1/yields/none')).status).toBe(404)
  })
})

describe('entering and leaving', () => {
  it('approves and deposits, earns, and pays back with interest', async () => {
    const entry = await plan('enter', flexible, { amount: '1000' })
    expect(entry.transactions.map(({ type, stepIndex }) => [type, stepIndex])).toEqual([
      ['APPROVAL', 0],
      ['DEPOSIT', 1],
    ])
    expect(entry.status).toBe('CREATED')
    expect(await carryOut(entry)).toEqual(['success', 'success'])
    expect((await devnet.ask('GET', `/yield/v1/actions/${entry.id}`)).body).toMatchObject({ status: 'SUCCESS' })
    await advance(365)
    expect(await balances(flexible)).toMatchObject({
      yieldId: flexible,
      balances: [{ type: 'active', amount: expect.stringMatching(/^104[78](\.\d+)?$/), isEarning: true }],
    })
    expect(await carryOut(await plan('exit', flexible, { useMaxAmount: true }))).toEqual(['success'])
    const paid = await usdcOf()
    expect(paid).toBeGreaterThanOrEqual(parseUnits('1047.99', 6))
    expect(paid).toBeLessThan(parseUnits('1048.01', 6))
    expect(await balances(flexible)).toMatchObject({ balances: [] })
  })

  it('asks for no approval if there is one, and withdraws a part', async () => {
    await carryOut(await plan('enter', flexible, { amount: '500' }))
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [flexibleUsdc, parseUnits('100', 6)],
    })
    await user.send(devnet.first, { to: USDC, data: approve })
    const again = await plan('enter', flexible, { amount: '100' })
    expect(again.transactions.map(({ type }) => type)).toEqual(['DEPOSIT'])
    await carryOut(again)
    await carryOut(await plan('exit', flexible, { amount: '250.5' }))
    expect(await usdcOf()).toBe(parseUnits('650.5', 6))
  })

  it('returns balances on a whole network, or in one yield', async () => {
    await carryOut(await plan('enter', flexible, { amount: '100' }))
    const ask = (query: object) =>
      devnet.ask('POST', '/yield/v1/yields/balances', { queries: [{ address: user.address, ...query }] })
    const has = (yieldId: string, count: number) =>
      expect.objectContaining({ yieldId, balances: expect.objectContaining({ length: count }) })
    expect((await ask({ network: 'local' })).body).toMatchObject({
      items: [has(flexible, 1), has(locked, 0), has('local-weth-flexible-vault', 0)],
    })
    expect((await ask({ yieldId: flexible })).body).toMatchObject({ items: [has(flexible, 1)] })
    expect((await ask({ network: 'ethereum' })).body).toMatchObject({ items: [] })
  })

  it('holds a locked deposit for seven days', async () => {
    await carryOut(await plan('enter', locked, { amount: '1000' }))
    expect(await balances(locked)).toMatchObject({ balances: [{ type: 'locked', date: expect.any(String) }] })
    await advance(6)
    const early = await act('exit', locked, { useMaxAmount: true })
    expect(early).toMatchObject({ status: 412, body: { message: expect.stringContaining('locked until') } })
    await advance(1)
    expect(await carryOut(await plan('exit', locked, { useMaxAmount: true }))).toEqual(['success'])
    expect(await usdcOf()).toBeGreaterThan(parseUnits('1002', 6))
  })

  it('shows a reverted transaction as failed', async () => {
    const entry = await plan('enter', flexible, { amount: '1000.000001' })
    expect(await carryOut(entry)).toEqual(['success', 'reverted'])
    expect((await devnet.ask('GET', `/yield/v1/actions/${entry.id}`)).body).toMatchObject({ status: 'FAILED' })
    const last = entry.transactions[1]?.id
    expect((await devnet.ask('GET', `/yield/v1/transactions/${last}`)).body).toMatchObject({ status: 'FAILED' })
  })

  it('accepts one hash per transaction, and the same again', async () => {
    const [first] = (await plan('enter', flexible, { amount: '1' })).transactions
    const submit = (hash: string) => devnet.ask('PUT', `/yield/v1/transactions/${first?.id}/submit-hash`, { hash })
    const hash = `0x${'1'.repeat(64)}`
    expect(await submit(hash)).toMatchObject({ status: 200, body: { status: 'BROADCASTED', hash } })
    expect((await submit(hash)).status).toBe(200)
    expect((await submit(`0x${'2'.repeat(64)}`)).status).toBe(409)
    expect((await submit('0x12')).status).toBe(400)
  })

  it.each([
    [{}, 'missing'],
    [{ amount: '0' }, 'more than 0'],
    [{ amount: '-1' }, 'whole tokens'],
    [{ amount: '1e3' }, 'whole tokens'],
    [{ amount: '1.0000001' }, '6 decimals'],
  ])('refuses %j', async (args, words) => {
    expect(await act('enter', flexible, args)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) },
    })
  })

  it('refuses to withdraw more than there is', async () => {
    expect((await act('exit', flexible, { amount: '1' })).status).toBe(400)
  })
})

describe('tampering', () => {
  it.each([
    ['target', thief, 0n],
    ['value', lockedUsdc, 10n ** 18n],
  ])('of the %s shows in the deposit', async (tamper, to, value) => {
    await devnet.ask('POST', '/control', { tamper })
    const { transactions } = await plan('enter', locked, { amount: '1' })
    expect(transactions.at(-1)?.unsignedTransaction).toMatchObject({ to, value })
  })

  it.each([
    ['receiver', 1, thief.slice(2).toLowerCase()],
    ['approval', 0, thief.slice(2).toLowerCase()],
    ['amount', 1, parseUnits('2', 6).toString(16).padStart(64, '0')],
    ['unlimited', 0, 'f'.repeat(64)],
  ])('of the %s shows in calldata', async (tamper, index, words) => {
    await devnet.ask('POST', '/control', { tamper })
    const { transactions } = await plan('enter', locked, { amount: '1' })
    expect(transactions[index]?.unsignedTransaction.data).toContain(words)
  })
})
