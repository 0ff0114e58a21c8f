import { encodeFunctionData, erc20Abi, type Hash, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { tools } from '@/lib/tools/registry'
import type { FunctionCall } from '@/lib/wire/parts'
import { rejectedByUser } from '@/lib/wire/result'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { Agent, AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import type { Said } from './fixtures/judge'
import { first } from './fixtures/phrasing'
import { Talk } from './fixtures/talk'

const { tokens } = devnetAddresses
const [agent] = createAgents()
if (!agent) throw new Error('There is no agent')
const countersign: Agent = agent

let devnet: TestDevnet
let person: TestUser
let context: AgentContext

/** The person has 100 ETH on each chain and 1,000 USDC on the first. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  const { client } = devnet.first
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [person.address, parseUnits('1000', 6)] })
  const hash = await client.sendTransaction({ account: deployer, chain: null, to: tokens.USDC, data, gas: 1_000_000n })
  expect((await minedReceipt(client, hash)).status).toBe('success')
  context = contextOf(devnet)
})

afterAll(() => devnet?.stop())

/** Carries out a call, as the app would after its approval, and returns what the app would report. */
async function carryOut({ name, parameters }: FunctionCall): Promise<Record<string, unknown>> {
  const known = canonicalToolName(name)
  if (!known) throw new Error(`${name} is no tool`)
  const tool = tools[known]
  const signal = new AbortController().signal
  const { plan } = await tool.prepare(tool.schema.parse(parameters), { ...context, account: person.address, signal })
  const hashes: Hash[] = []
  for (const step of plan?.steps ?? []) {
    if (!('to' in step)) throw new Error(`${name} is no transaction`)
    const { to, data, value } = step
    hashes.push((await person.send(devnet.first, { to, data, value })).transactionHash)
  }
  return { status: 'success', txHash: hashes.at(-1), chainId: devnet.first.info.id }
}

/** A conversation in which open calls can be carried out. */
class Conversation extends Talk {
  constructor() {
    super(countersign, { address: person.address, chainId: 31337 }, context)
  }

  /** Carries out the open calls and reports them, with or without words. */
  async done(text?: string): Promise<Said> {
    const outcomes: [FunctionCall, Record<string, unknown>][] = []
    for (const call of this.open) outcomes.push([call, await carryOut(call)])
    return this.give(outcomes, text)
  }
}

const conversation = () => new Conversation()

const usdc = () =>
  devnet.first.client.readContract({
    address: tokens.USDC,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [person.address],
  })

describe('a dependent step', () => {
  it('is proposed after the one before, with what really arrived, and once', async () => {
    const talk = conversation()
    const before = await usdc()
    const proposed = await talk.say('swap 1 ETH to USDC and supply it')
    expect(proposed.calls.map(({ name }) => name)).toEqual(['execute_router_swap'])
    const next = await talk.done()
    const arrived = (await usdc()) - before
    expect(arrived).toBeGreaterThan(0n)
    expect(next.text).toMatch(/^Swapped 1 ETH for USDC.*USDC arrived on Ethereum/s)
    const [, told] = /([\d,.]+) USDC arrived/.exec(next.text) ?? []
    expect(next.text).toContain(`Here is a supply of ${told} USDC`)
    expect(next.calls).toMatchObject([
      { name: 'lending_supply', parameters: { tokenAddress: tokens.USDC, amount: arrived.toString() } },
    ])
    const end = await talk.done()
    expect(end.calls).toEqual([])
    expect(end.text).toMatch(/^Supplied /)
    for (const text of ['thanks', 'go on', 'yes']) expect((await talk.say(text)).calls).toEqual([])
  })

  it('takes a share, and continues with a third step', async () => {
    const talk = conversation()
    await talk.say(`swap 0.5 ETH to DAI, swap half of it to USDC and then send it to ${first}`)
    const second = await talk.done()
    const dai = /([\d,.]+) DAI arrived/.exec(second.text)?.[1]?.replaceAll(',', '') ?? ''
    expect(second.calls).toMatchObject([{ name: 'execute_router_swap', parameters: { fromTokenSymbol: 'DAI' } }])
    const half = BigInt(String(second.calls[0]?.parameters.fromAmount))
    expect(Number(half) / 1e18).toBeCloseTo(Number(dai) / 2, 1)
    const before = await usdc()
    const third = await talk.done()
    const arrived = (await usdc()) - before
    expect(third.calls).toMatchObject([
      { name: 'call_smart_contract_function', parameters: { to: tokens.USDC, args: [first, arrived.toString()] } },
    ])
  })

  it('counts the coin without the network fee', async () => {
    const talk = conversation()
    await talk.say(`swap 100 USDC to ETH and send it to ${first}`)
    const before = await devnet.first.client.getBalance({ address: person.address })
    const next = await talk.done()
    const value = BigInt(String(next.calls[0]?.parameters.value))
    const after = await devnet.first.client.getBalance({ address: person.address })
    expect(next.calls).toMatchObject([{ name: 'send_native_gas_token', parameters: { to: first } }])
    // The approval and the swap cost a fee: more arrived than the balance has grown.
    expect(value).toBeGreaterThan(after - before)
    expect(value - (after - before)).toBeLessThan(parseEther('0.01'))
  })

  it('follows after words that could not change the one before, as a wallet had that', async () => {
    const talk = conversation()
    await talk.say('swap 0.1 ETH to USDC and supply it')
    for (const { id } of talk.open) talk.underWay.add(id)
    expect((await talk.say('make it 0.2')).calls).toEqual([])
    talk.underWay.clear()
    expect((await talk.done()).calls).toMatchObject([{ name: 'lending_supply' }])
  })

  it('can be changed and refused like any other', async () => {
    const talk = conversation()
    await talk.say('swap 0.1 ETH to USDC and supply it')
    await talk.done()
    const changed = await talk.say('make it 20')
    expect(changed.calls).toMatchObject([{ name: 'lending_supply', parameters: { amount: '20000000' } }])
    expect(changed.text).toContain('It replaces the earlier proposal.')
    const [call] = talk.open
    if (!call) throw new Error('There is no call')
    const declined = await talk.give([[call, rejectedByUser]])
    expect(declined).toEqual({ text: 'You declined it. It was not sent.', calls: [] })
  })

  it.each([
    ['declined', rejectedByUser, 'You declined it'],
    ['refused', { status: 'rejected', error: 'No.', code: 'G5' }, 'A check refused it'],
    ['reverted', { status: 'error', error: 'x', code: 'reverted', txHash: `0x${'ab'.repeat(32)}` }, 'reverted'],
    ['failed', { status: 'error', error: 'x', code: 'dropped', txHash: `0x${'ab'.repeat(32)}` }, 'may have moved'],
    ['unreadable', { status: 'odd' }, 'do not know whether money moved'],
  ])('is left out if the first was %s', async (_, result, words) => {
    const talk = conversation()
    await talk.say('swap 0.1 ETH to USDC and supply it')
    const [call] = talk.open
    if (!call) throw new Error('There is no call')
    const said = await talk.give([[call, result]])
    expect(said.calls).toEqual([])
    expect(said.text).toContain(words)
    expect(said.text).toContain('So I am leaving out the rest: supply the USDC that arrives to a lending market.')
    for (const text of ['go on', 'yes'])
      for (const { name } of (await talk.say(text)).calls) expect(name).not.toBe('lending_supply')
  })

  it('waits for a message if the result came with others', async () => {
    const talk = conversation()
    await talk.say('swap 0.1 ETH to USDC and supply it')
    const thanked = await talk.done('thanks')
    expect(thanked.calls).toEqual([])
    expect(thanked.text).toContain('Say “go on” when you want it.')
    expect((await talk.say('go on')).calls).toMatchObject([{ name: 'lending_supply' }])
  })

  it.each([
    ['lend everything', true],
    ['lend half', true],
    ['lend it all', false],
    ['lend half of that', false],
  ])('explains its interpretation if the whole balance could be meant as well: %s', async (text, isLoose) => {
    const talk = conversation()
    await talk.say('swap 0.5 ETH to USDC')
    const before = await usdc()
    await talk.done()
    const arrived = (await usdc()) - before
    const { text: told, calls } = await talk.say(text)
    const part = text.includes('half') ? arrived / 2n : arrived
    expect(calls).toMatchObject([{ name: 'lending_supply', parameters: { amount: part.toString() } }])
    expect(told).toContain('USDC arrived on Ethereum (local)')
    const taken = `not all you have there, ${formatAmount(before + arrived, 6, 'in')} USDC: for that, say “my USDC”`
    expect(told.includes(taken)).toBe(isLoose)
  })

  it.each(['repay all of it', 'repay all'])('is the whole loan after one was taken: %s', async (text) => {
    const talk = conversation()
    await talk.say('supply 0.1 WETH')
    await talk.done()
    await talk.say('borrow 20 DAI')
    await talk.done()
    const { calls } = await talk.say(text)
    expect(calls).toMatchObject([
      { name: 'lending_repay', parameters: { amount: maxUint256.toString(), tokenSymbol: 'DAI' } },
    ])
  })

  it('asks if the chain does not tell what arrived', async () => {
    const talk = conversation()
    await talk.say('bridge 10 USDC to Base and swap it to ETH')
    const [call] = talk.open
    if (!call) throw new Error('There is no call')
    const { transactionHash } = await person.send(devnet.first, { to: first, data: '0x', value: 1n })
    const said = await talk.give([[call, { status: 'success', txHash: transactionHash, chainId: 31337 }]])
    expect(said.calls).toEqual([])
    expect(said.text).toMatch(/I cannot tell from the chain how much USDC.*How much should it be\?$/s)
  })
})

it('tells what a deposit has earned, and not only that it was made', async () => {
  const talk = conversation()
  await talk.say('supply 100 USDC')
  await talk.done()
  expect((await talk.say('did it go through?')).text).toContain('it was carried out')
  expect((await talk.say('how much did I earn?')).text).toContain('I cannot tell what you have earned in total')
})

it('proposes independent steps at once, and nothing further', async () => {
  const talk = conversation()
  const both = await talk.say(`send 1 ETH to ${first} and 5 USDC to ${first}`)
  expect(both.calls).toHaveLength(2)
  const end = await talk.done()
  expect(end.calls).toEqual([])
  expect(end.text).toMatch(/Sent 1 ETH.*Sent 5 USDC/s)
  for (const text of ['yes', 'go on']) expect((await talk.say(text)).calls).toEqual([])
})

it('proposes at once only if the total suffices, unwrapping included', async () => {
  const talk = conversation()
  await talk.say('wrap 1 ETH')
  await talk.done()
  const text = (sum: string) => `unwrap ${sum} WETH and send ${sum} WETH to ${first}`
  expect((await talk.say(text('0.4'))).calls).toHaveLength(2)
  const more = await talk.say(text('0.6'))
  expect(more.calls).toMatchObject([{ parameters: { functionName: 'withdraw' } }])
  expect(more.text).toContain('When that is done, I will propose what comes next')
})
