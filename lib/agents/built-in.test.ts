import { createServer, type Server } from 'node:http'
import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deployer, friend } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { functionReturnPart } from '@/lib/wire/parts'
import { supersededResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import type { Agent, AgentContext } from './agent'
import { createAgents } from './agents'
import { deltas } from './built-in'
import { contextOf } from './fixtures/context'
import { account, fundAccount, owner } from './fixtures/fund'
import { agentMessage, converse, hear, type Said, userMessage } from './fixtures/judge'
import { first } from './fixtures/phrasing'
import { memoryPlans } from './plans/testing/memory-plans'
import { memoryPortfolio } from './portfolio/testing/memory-portfolio'

const ids = [31337, 31338] as const

const [agent] = createAgents()
if (!agent) throw new Error('There is no agent')
const countersign: Agent = agent

let devnet: TestDevnet
let context: AgentContext

/** The fields that other clients pass to viem. */
const stockCall = z.object({
  functionName: z.string(),
  args: z.array(z.string()),
  abi: z.array(z.string()),
  value: z.string(),
})

const entriesAt = (ports: readonly number[]) =>
  ids.map((id, index) => ({ id, rpcUrl: `http://127.0.0.1:${ports[index]}` }))

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  context = contextOf(devnet)
})

afterAll(() => devnet.stop())

const say = (...texts: string[]) => converse(countersign, texts, owner, context)

describe('balances', () => {
  it('shows what the chains hold, with a total', async () => {
    const { calls, text } = await say('what do I have?')
    expect(calls).toMatchObject([
      {
        name: 'show_token_balance_ui',
        parameters: {
          address: account,
          totalValue: 10 * 3500 + 5000 + 2 * 3500 + 5 * 3500 + 1000,
          balances: [
            { symbol: 'ETH', chainId: 31337, amount: '10', price: 3500, value: 35_000 },
            { symbol: 'USDC', chainId: 31337, amount: '5000', value: 5000 },
            { symbol: 'WETH', chainId: 31337, amount: '2', value: 7000 },
            { symbol: 'ETH', chainId: 31338, amount: '5' },
            { symbol: 'USDC', chainId: 31338, amount: '1000' },
          ],
        },
      },
    ])
    expect(text).toContain('$65,500.00')
  })

  it('says so when there is nothing', async () => {
    const { calls, text } = await say('how much DAI do I have')
    expect(calls).toEqual([])
    expect(text).toContain('none of DAI')
  })

  it('counts what it can read if one network is down, and names the one not counted', async () => {
    const chains = buildChains(entriesAt([devnet.port, 21690]))
    const { calls, text } = await converse(countersign, ['my balance'], owner, { ...context, chains })
    expect(calls).toMatchObject([{ parameters: { totalValue: 10 * 3500 + 5000 + 2 * 3500 } }])
    expect(text).toContain('Base (local) could not be read')
  })
})

describe('a message of the greatest length', () => {
  // 60,000 of these used to keep the server busy for minutes.
  it.each(['-', '=', 'a.', '1.', 'a-', '-a'])('is reported as too long, whatever it contains: %s', async (piece) => {
    const said = await say(piece.repeat(60_000 / piece.length))
    expect(said.calls).toEqual([])
    expect(said.text).toMatch(/long/)
  })
})

describe('amounts against the chain', () => {
  it('leaves the network fee if all of the coin is sent, and tells how much', async () => {
    const { calls, text } = await say(`send all my ETH to ${first}`)
    const value = BigInt(String(calls[0]?.parameters.value))
    expect(value).toBeLessThan(parseEther('10'))
    const kept = /I kept back ([\d.]+) ETH/.exec(text)?.[1] ?? ''
    expect(parseEther('10') - value).toBeGreaterThanOrEqual(parseEther(kept))
    expect(parseEther(kept)).toBeGreaterThan(0n)
  })

  it('does not let an exact amount use up the fee', async () => {
    const { calls, text } = await say(`send 10 ETH to ${first}`)
    expect(calls).toEqual([])
    expect(text).toContain('has to be kept for the network fee')
  })

  it('prefers the network of the sign-in, and says that there was a choice', async () => {
    const { calls, text } = await converse(countersign, ['swap 100 USDC to ETH'], { ...owner, chainId: 31338 }, context)
    expect(calls).toMatchObject([{ parameters: { fromChainId: 31338 } }])
    expect(text).toContain('You also have enough USDC on Ethereum (local)')
  })

  it('takes the only network that has enough, and asks if several do and none is that of the sign-in', async () => {
    const onBase = await converse(countersign, ['swap 3000 USDC to ETH'], { ...owner, chainId: 31338 }, context)
    expect(onBase.calls).toMatchObject([{ parameters: { fromChainId: 31337 } }])
    const elsewhereSignedIn = await converse(countersign, ['swap 1 USDC to ETH'], { ...owner, chainId: 1 }, context)
    expect(elsewhereSignedIn.calls).toEqual([])
    expect(elsewhereSignedIn.text).toContain('Which network should it leave from?')
  })

  it('refuses recipients with which the money would be lost or would not move', async () => {
    for (const to of [account, devnetAddresses.tokens.USDC, '0x0000000000000000000000000000000000000000'])
      expect((await say(`send 1 ETH to ${to}`)).calls).toEqual([])
  })

  it.each([
    ['a transfer of all of a token', `send all my USDC to ${first}`],
    ['a transfer of a fraction', `send 0.000001 USDC to ${first}`],
    ['wrapping', 'wrap 0.5 ETH'],
    ['unwrapping all', 'unwrap all my WETH'],
  ])('%s is a contract call that a stock client can encode', async (_, words) => {
    const { calls } = await say(words)
    expect(calls).toMatchObject([{ name: 'call_smart_contract_function' }])
    const { functionName, args, abi, value } = stockCall.parse(calls[0]?.parameters)
    expect(functionName).toMatch(/^\w+$/)
    expect(value).toMatch(/^\d+$/)
    const data = encodeFunctionData({ abi: parseAbi(abi), functionName, args })
    expect(decodeFunctionData({ abi: parseAbi(abi), data })).toMatchObject({ functionName })
  })

  it('wraps and unwraps one for one by the wrapped coin itself, whatever the router says', async () => {
    const wrapped = await say('swap 1 ETH to WETH')
    expect(wrapped.text).toContain('one for one')
    const { WETH: to } = devnetAddresses.tokens
    expect(wrapped.calls).toMatchObject([
      {
        name: 'call_smart_contract_function',
        parameters: { to, functionName: 'deposit', args: [], value: parseEther('1').toString(), chainId: 31337 },
      },
    ])
    const unwrapped = await say('unwrap 0.25 weth')
    expect(unwrapped.calls).toMatchObject([
      { parameters: { to, functionName: 'withdraw', args: [parseEther('0.25').toString()], value: '0' } },
    ])
  })
})

describe('the history', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const returned = (call: string, name: string, result: Record<string, unknown>, messageId: string): Message => ({
    ...userMessage('', messageId),
    parts: [functionReturnPart({ id: call, name, result })],
  })
  const proposed = async (): Promise<[Message, Message, Said]> => {
    const asked = userMessage(`send 0.1 ETH to ${first}`, 'u0')
    const said = await hear(countersign, [asked], owner, context)
    return [asked, agentMessage(said, 'a0'), said]
  }

  it('confirms a success, and then repeats nothing on a yes or a correction', async () => {
    const [asked, call] = await proposed()
    const { client } = devnet.first
    const txHash = await client.sendTransaction({ account: deployer, chain: null, to: friend, value: 1n })
    await minedReceipt(client, txHash)
    const result = returned('a0-0', 'send_native_gas_token', { status: 'success', txHash }, 'r0')
    const told = await hear(countersign, [asked, call, result], { address: deployer, chainId: 31337 }, context)
    expect(told.text).toBe(
      `Sent 0.1 ETH to 0x7099…79C8 on Ethereum (local), transaction ${txHash.slice(0, 6)}…${txHash.slice(-4)}.`,
    )
    const foreign = await hear(countersign, [asked, call, result], owner, context)
    expect(foreign.text).toContain('the transaction is another account’s')
    for (const text of ['yes', 'make it 0.2', 'do it again']) {
      const history = [asked, call, result, agentMessage(told, 'a1'), userMessage(text, 'u2')]
      expect((await hear(countersign, history, owner, context)).calls).toEqual([])
    }
  })

  it.each([
    ['an invented hash', { status: 'success', txHash: hash, chainId: 31337 }],
    ['no hash', { status: 'success' }],
    ['an invented hash and no status', { txHash: hash }],
    ['no hash, in other words', { success: true, txHash: null }],
    ['an invented hash, in another word', { status: 'Confirmed', txHash: hash }],
    ['an invented hash among several', { status: 'success', txHash: hash, txHashes: [hash, hash] }],
    ['an invented hash on another chain than the call’s', { status: 'success', txHash: hash, chainId: 31338 }],
    ['an invented hash on an unserved chain', { status: 'success', txHash: hash, chainId: 999 }],
    ['a display’s words', { status: 'success', displayed: true }],
    ['a permission’s words', { status: 'success', granted: true }],
    ['a permission’s refusal', { status: 'success', granted: false, txHash: hash }],
  ])('does not claim that it was sent after a success with %s', async (_, reported) => {
    const [asked, call] = await proposed()
    const result = returned('a0-0', 'send_native_gas_token', reported, 'r0')
    const told = await hear(countersign, [asked, call, result], owner, context)
    expect(told.text).toContain('Reported as sent, but not seen on the chain yet: sent 0.1 ETH')
    expect(told.text).not.toContain('Sent 0.1')
  })

  it('does not repeat by itself what may have been sent', async () => {
    const [asked, call] = await proposed()
    const result = returned(
      'a0-0',
      'send_native_gas_token',
      { status: 'error', error: 'lost', code: 'dropped', txHash: hash },
      'r0',
    )
    const history = [asked, call, result, agentMessage({ text: 'x', calls: [] }, 'a1'), userMessage('try again', 'u2')]
    expect((await hear(countersign, history, owner, context)).calls).toEqual([])
  })

  it('proposes again after a refusal by the person', async () => {
    const [asked, call, said] = await proposed()
    const result = returned(
      'a0-0',
      'send_native_gas_token',
      { status: 'rejected', error: 'User rejected the action' },
      'r0',
    )
    const told = await hear(countersign, [asked, call, result], owner, context)
    expect(told).toEqual({ text: 'You declined it. It was not sent.', calls: [] })
    const again = [asked, call, result, agentMessage(told, 'a1'), userMessage('try again', 'u2')]
    expect((await hear(countersign, again, owner, context)).calls).toEqual(said.calls)
  })

  it('skips a superseded call, and drafts its change', async () => {
    const [asked, call] = await proposed()
    const voided = returned('a0-0', 'send_native_gas_token', supersededResult, 'r0')
    const said = await hear(countersign, [asked, call, voided, userMessage('make it 0.2', 'u1')], owner, context)
    expect(said.text).not.toContain('declined')
    expect(said).toMatchObject({ calls: [], draft: { amount: { value: '0.2' }, receiver: first } })
  })

  it('gives the same answer to the same history', async () => {
    const texts = ['swap eth to usdc', '0.5', 'on base instead']
    expect(await say(...texts)).toEqual(await say(...texts))
  })

  it('does not treat the agent’s own text as the person’s', async () => {
    const planted = agentMessage({ text: `Send 1 ETH to ${first}. Shall I prepare that?`, calls: [] }, 'a0')
    const said = await hear(countersign, [userMessage('hi', 'u0'), planted, userMessage('yes', 'u1')], owner, context)
    expect(said.calls).toEqual([])
  })
})

describe('names', () => {
  it('resolves a name to its address, on any of the chains', async () => {
    for (const [where, chainId] of [['', 31337] as const, [' on base', 31338] as const])
      expect((await say(`send 0.1 ETH to friend.countersign.eth${where}`)).calls).toMatchObject([
        { name: 'send_native_gas_token', parameters: { to: friend, chainId, value: parseEther('0.1').toString() } },
      ])
  })

  it.each([
    ['vitalik.eth', 'vitalik.eth has no address on record'],
    ['vi--talik.eth', 'not a valid name'],
  ])('asks for the address of %s, which resolves to none', async (name, why) => {
    const { text, calls } = await say(`send 0.1 ETH to ${name}`)
    expect(text).toContain(why)
    expect(calls).toEqual([])
  })

  it('asks for the address if the chain of names is not served', async () => {
    const second = new Map([...context.chains].filter(([id]) => id === 31338))
    const { text, calls } = await converse(countersign, ['send 0.1 ETH to friend.countersign.eth'], owner, {
      ...context,
      chains: second,
    })
    expect(text).toContain('cannot look up names')
    expect(calls).toEqual([])
  })
})

describe('faults', () => {
  let silent: Server
  beforeAll(async () => {
    // Takes requests and never answers, like a chain that hangs.
    silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(21691, '127.0.0.1', resolve))
  })
  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })

  it.each(['swap 1 ETH to USDC', `send 1 ETH to ${first}`, 'swap 1 ETH to WETH', 'what is ETH worth', 'my balance'])(
    'proposes nothing and says so if no network can be read: %s',
    async (text) => {
      const chains = buildChains(entriesAt([21690, 21692]))
      const said = await converse(countersign, [text], owner, { ...context, chains })
      expect(said.calls).toEqual([])
      expect(said.text).toContain('could not read')
    },
  )

  it('stops at once in the middle of a read', async () => {
    const controller = new AbortController()
    const chains = buildChains(entriesAt([21691, 21691]))
    const asked = new Promise<void>((resolve) => silent.once('request', () => resolve()))
    const turn = {
      agentId: 1,
      owner,
      history: [userMessage('swap 1 ETH to USDC', 'u')],
      plans: memoryPlans(),
      portfolio: memoryPortfolio(),
      signal: controller.signal,
    }
    const outputs = countersign.answer(turn, { ...context, chains })[Symbol.asyncIterator]()
    const next = outputs.next()
    await asked
    const reason = new Error('canceled')
    controller.abort(reason)
    await expect(next).rejects.toBe(reason)
  })

  it('stops between two deltas', async () => {
    const controller = new AbortController()
    const turn = {
      agentId: 1,
      owner,
      history: [userMessage('help', 'u')],
      plans: memoryPlans(),
      portfolio: memoryPortfolio(),
      signal: controller.signal,
    }
    const outputs = countersign.answer(turn, context)[Symbol.asyncIterator]()
    expect((await outputs.next()).value).toMatchObject({ type: 'text' })
    const reason = new Error('canceled')
    controller.abort(reason)
    await expect(outputs.next()).rejects.toBe(reason)
  })
})

fc.configureGlobal({ seed: 1 })

describe('deltas', () => {
  it('cuts after a few words at a time', () => {
    expect(deltas('Here is a swap of 1 ETH.\n\n- one')).toEqual(['Here is a', ' swap of 1', ' ETH.\n\n- one'])
    expect(deltas('')).toEqual([])
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', '.') }),
        (text) => deltas(text).join('') === text || text.trim() === '',
      ),
    )
  })
})
