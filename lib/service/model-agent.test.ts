import { rm } from 'node:fs/promises'
import { encodeFunctionData, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { mintAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { createAgents } from '@/lib/agents/agents'
import { contextOf } from '@/lib/agents/fixtures/context'
import { begin, callsTools, chunk, type ModelReply, says } from '@/lib/agents/model/testing/model-server'
import { model, setUpModel } from '@/lib/agents/model/testing/setup'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { tools } from '@/lib/tools/registry'
import { toolNames } from '@/lib/wire/tool-names'
import {
  again,
  Browser,
  call,
  confirms,
  newAccount,
  offerOf,
  result,
  signIn,
  signsInAgain,
  words,
} from './testing/client'
import { newDataFolder } from './testing/data-folder'
import { startTestService, type TestService } from './testing/test-service'

// The service with agents driven by a model: what the model does reaches the database and comes back in later turns.

const secret = 'a-secret-of-the-scheduler'
const sunday = Date.UTC(2025, 0, 5, 10)
const friday = Date.UTC(2025, 0, 10, 12)

setUpModel()
let clock = sunday
let devnet: TestDevnet
let dataDir: string
let running: TestService

beforeAll(async () => {
  ;[devnet, dataDir] = await Promise.all([startTestDevnet(), newDataFolder()])
  const { chains, yields } = contextOf(devnet)
  running = await startTestService({
    ...{ dataDir, chains, yields, now: () => clock, planTickMs: 3_600_000 },
    agents: createAgents(model.open()),
    settings: { CRON_SECRET: secret },
  })
})
afterAll(async () => {
  await running?.stop()
  await devnet?.stop()
  await rm(dataDir, { recursive: true })
})
beforeEach(() => {
  clock = sunday
})

/** Creates a person with 1,000 USDC on the first chain. */
async function newPerson(): Promise<Browser> {
  const [browser, account] = [new Browser(running.origin), newAccount()]
  await mint(account.address, '1000')
  expect((await signIn(browser, account, {}, clock)).status).toBe(200)
  signsInAgain(browser, account, () => clock)
  return browser
}

async function mint(address: `0x${string}`, usdc: string) {
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address, parseUnits(usdc, 6)] })
  const { client } = devnet.first
  const to = devnetAddresses.tokens.USDC
  const hash = await client.sendTransaction({ account: deployer, chain: null, to, data, gas: 1_000_000n })
  expect((await minedReceipt(client, hash)).status).toBe('success')
}

const weekly = JSON.stringify({
  ...{ buys: 'ETH', sells: 'USDC', amount: { kind: 'exact', value: '20' }, weekday: 'Friday' },
  every: { unit: 'week' },
})

/** Reports the outcome of a call, as the person’s client does. */
const report = (page: Browser, id: string | undefined, name: string, result: object) =>
  call(page, 'message/send', { message: { role: 'user', parts: [{ type: 'functionReturn', id, name, result }] } })

/** Looks for due plans, as the platform's scheduler does. Returns the newest conversation begun by that. */
async function dueOf(page: Browser) {
  const cron = await fetch(`${running.origin}/api/cron/plans`, { headers: { authorization: `Bearer ${secret}` } })
  expect(cron.status).toBe(200)
  const list = z.object({ proposals: z.array(z.looseObject({ taskId: z.string() })) })
  const [proposal] = list.parse(await (await page.fetch('/api/proposals')).json()).proposals
  return result(call(page, 'tasks/get', { id: proposal?.taskId }))
}

const tellDone = (page: Browser, id: string | undefined) =>
  result(report(page, id, 'execute_router_swap', { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }))

it('makes a plan with a tool, and takes part in the conversation that the plan begins', async () => {
  const page = await newPerson()
  model.replies = [callsTools(['create_plan', weekly]), says('Anything else?')]
  const offered = await result(call(page, 'message/send', words('20 USDC into ETH every Friday, please')))
  expect(offered.status.message?.parts[0]?.text).toMatch(/20 USDC for ETH .*Anything else\?$/s)
  const task = await result(call(page, 'message/send', confirms(offerOf(offered), { taskId: offered.id })))
  expect(task.status.message?.parts[0]?.text).toMatch(/^Plan 1 is set up: 20 USDC for ETH/)
  const plans = z.object({ plans: z.array(z.looseObject({ number: z.int(), state: z.string() })) })
  expect(plans.parse(await (await page.fetch('/api/plans')).json()).plans).toMatchObject([
    { number: 1, state: 'active' },
  ])

  clock = friday
  const due = await dueOf(page)
  model.reset()
  model.replies = [says('Your swap is done.')]
  const settled = await tellDone(page, due.metadata.pendingCalls[0])
  expect(settled.status.message?.parts[0]?.text).toBe('Your swap is done.')
  const [, note, opening, outcome] = model.requests[0]?.messages ?? []
  expect(note).toMatchObject({ role: 'user', content: expect.stringContaining('The service began this conversation') })
  expect(opening).toMatchObject({
    role: 'assistant',
    content: expect.stringContaining('Your plan 1 has a purchase due'),
  })
  expect(outcome).toMatchObject({ role: 'tool', content: expect.stringContaining('abab') })
})

it('is not asked about the outcome of a purchase taken back when the wallet already had it', async () => {
  const page = await newPerson()
  model.replies = [callsTools(['create_plan', weekly]), says('Anything else?')]
  const offered = await result(call(page, 'message/send', words('20 USDC into ETH every Friday, please')))
  await result(call(page, 'message/send', confirms(offerOf(offered), { taskId: offered.id })))
  clock = friday
  const first = await dueOf(page)
  clock = friday + 7 * 24 * 3_600_000
  const second = await dueOf(page)
  expect(second.id).not.toBe(first.id)
  model.reset()
  const late = await tellDone(page, first.metadata.pendingCalls[0])
  expect(late.status.message?.parts.map(({ text }) => text)).toEqual([expect.stringMatching(/20 USDC .*0xabab/)])
  expect(late.metadata.pendingCalls).toEqual([])
  expect(model.requests).toEqual([])
})

it.each(toolNames)('passes on a call of %s as the model wrote it, and its outcome to the model', async (name) => {
  const page = await newPerson()
  const { full } = tools[name].examples
  model.replies = [callsTools([name, JSON.stringify(full)]), says('As you like.')]
  const task = await result(call(page, 'message/send', words('please')))
  expect(task.status.message?.parts).toMatchObject([{ type: 'functionCall', name, parameters: full }])
  const [id] = task.metadata.pendingCalls
  const outcome = { status: 'rejected', error: 'User rejected the action' }
  const next = await result(report(page, id, name, outcome))
  expect(next.status.message?.parts[0]?.text).toBe('As you like.')
  expect(next.metadata.pendingCalls).toEqual([])
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: JSON.stringify(outcome) })
})

it('stores text and parameters with invalid characters, and continues with them', async () => {
  const page = await newPerson()
  const odd = 'a\0b \ud83d'
  const parameters = { ...tools.lending_supply.examples.full, tokenSymbol: odd }
  model.replies = [
    says(odd, '\ude42', ' \udc00'),
    callsTools(['lending_supply', JSON.stringify(parameters)]),
    says('No.'),
  ]
  const task = await result(call(page, 'message/send', words('say it')))
  const proposal = await result(call(page, 'message/send', words('and now', { taskId: task.id })))
  expect(proposal.metadata.pendingCalls).toHaveLength(1)
  const [id] = proposal.metadata.pendingCalls
  const kept = await result(call(page, 'tasks/get', { id: task.id }))
  expect(kept.history?.flatMap(({ parts }) => parts)).toMatchObject([
    { text: 'say it' },
    { text: expect.stringMatching(/^a\0b 🙂 .$/u) },
    { text: 'and now' },
    { type: 'functionCall', parameters: { tokenSymbol: expect.stringMatching(/^a\0b .$/u) } },
  ])
  const last = await result(report(page, id, 'lending_supply', { status: 'rejected', error: odd }))
  expect(last.status.message?.parts[0]?.text).toBe('No.')
})

it('passes on concurrent calls of the model, and continues when all are answered', async () => {
  const page = await newPerson()
  const [first, second] = ['send_native_gas_token', 'lending_supply'] as const
  const calls = [first, second].map((name): [string, string] => [name, JSON.stringify(tools[name].examples.full)])
  model.replies = [callsTools(...calls), says('Both are done.')]
  const task = await result(call(page, 'message/send', words('both, please')))
  const [one, other] = task.metadata.pendingCalls
  const done = { status: 'success', txHash: `0x${'cd'.repeat(32)}`, chainId: 31337 }
  expect((await result(report(page, other, second, done))).metadata.pendingCalls).toEqual([one])
  expect(model.requests).toHaveLength(1)
  const last = await result(report(page, one, first, done))
  expect(last.status.message?.parts[0]?.text).toBe('Both are done.')
})

const refuses =
  (status: number): ModelReply =>
  (response) =>
    void response.writeHead(status, { 'retry-after-ms': '1' }).end('{}')

/**
 * Fails on what strict APIs refuse: a call not directly followed by its result, and a conversation that ends with the
 * model's words.
 */
function expectStrict(messages: readonly Record<string, unknown>[]) {
  const calls = z.array(z.object({ id: z.string() })).catch([])
  messages.forEach((message, index) => {
    const ids = calls.parse(message.tool_calls).map(({ id }) => id)
    const after = messages.slice(index + 1, index + 1 + ids.length)
    expect(after.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual(ids.map((id) => ['tool', id]))
  })
  expect(messages.at(-1)?.role).not.toBe('assistant')
}

it('continues beside an open call, is told that it waits, and learns its outcome whenever that comes', async () => {
  const page = await newPerson()
  const name = 'lending_supply'
  model.replies = [
    callsTools([name, JSON.stringify(tools[name].examples.full)]),
    says('It is sunny.'),
    says('So it is done.'),
    says('Good.'),
  ]
  const task = await result(call(page, 'message/send', words('supply it')))
  const [id] = task.metadata.pendingCalls
  const asked = await result(call(page, 'message/send', words('how is the weather?', { taskId: task.id })))
  expect(asked.metadata.pendingCalls).toEqual([id])
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('has not decided yet')
  const late = await result(
    report(page, id, name, { status: 'success', txHash: `0x${'ef'.repeat(32)}`, chainId: 31337 }),
  )
  expect(late.status.message?.parts[0]?.text).toBe('So it is done.')
  expect(model.requests[2]?.messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('efef') })
  await result(call(page, 'message/send', words('fine', { taskId: task.id })))
  for (const { messages } of model.requests) expectStrict(messages)
})

it('replaces an open call that it names, and adds a call beside one that it does not know', async () => {
  const page = await newPerson()
  const name = 'lending_supply'
  const { full } = tools[name].examples
  model.replies = [callsTools([name, JSON.stringify(full)])]
  const task = await result(call(page, 'message/send', words('supply it')))
  const [id = ''] = task.metadata.pendingCalls
  const calls = (replaces: string) => callsTools([name, JSON.stringify({ ...full, amount: '7', replaces })])
  model.replies = [calls(id), calls('call_x'), says('Good.')]
  const next = await result(call(page, 'message/send', words('make it 7', { taskId: task.id })))
  const [newer = ''] = next.metadata.pendingCalls
  expect(next.metadata.pendingCalls).toEqual([newer])
  const proposed = { type: 'functionCall', name, parameters: { ...full, amount: '7' } }
  expect(next.status.message?.parts.at(-1)).toEqual(
    expect.objectContaining({ ...proposed, metadata: { replaces: id } }),
  )
  expect(JSON.stringify(model.requests[1]?.messages), 'it was told which').toContain(id)
  const third = await result(call(page, 'message/send', words('and another', { taskId: task.id })))
  expect(third.metadata.pendingCalls).toEqual([newer, expect.any(String)])
  expect(third.status.message?.parts.at(-1)).not.toHaveProperty('metadata')
  await result(call(page, 'message/send', words('thanks', { taskId: task.id })))
  for (const { messages } of model.requests) expectStrict(messages)
})

it('is not asked about a call that the person wants repeated', async () => {
  const page = await newPerson()
  const name = 'lending_supply'
  model.replies = [callsTools([name, JSON.stringify(tools[name].examples.full)]), says('As you like.'), says('Well.')]
  const task = await result(call(page, 'message/send', words('supply it')))
  const [id = ''] = task.metadata.pendingCalls
  await result(report(page, id, name, { status: 'rejected', error: 'User rejected the action' }))
  const fresh = await result(call(page, 'message/send', again(id, { taskId: task.id })))
  expect(fresh.status.message?.parts.at(-1)).toMatchObject({ name, parameters: tools[name].examples.full })
  expect(fresh.metadata.pendingCalls).not.toContain(id)
  expect(model.requests).toHaveLength(2)
  await result(call(page, 'message/send', words('thanks', { taskId: task.id })))
  for (const { messages } of model.requests) expectStrict(messages)
})

it('leaves an older open call open when it fails, and learns its outcome afterwards', async () => {
  const page = await newPerson()
  const name = 'lending_supply'
  model.replies = [callsTools([name, JSON.stringify(tools[name].examples.full)]), refuses(400), says('Good.')]
  const task = await result(call(page, 'message/send', words('supply it')))
  const [id] = task.metadata.pendingCalls
  const failed = await result(call(page, 'message/send', words('how is the weather?', { taskId: task.id })))
  expect(failed.metadata).toMatchObject({ pendingCalls: [id], error: { code: 'model-failed' } })
  const done = { status: 'success', txHash: `0x${'ef'.repeat(32)}`, chainId: 31337 }
  const told = await result(report(page, id, name, done))
  expect(told.status.message?.parts[0]?.text).toBe('Good.')
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('efef')
  for (const { messages } of model.requests) expectStrict(messages)
})

it('learns of calls from two messages with mixed outcomes once all of one message are in', async () => {
  const page = await newPerson()
  const names = ['send_native_gas_token', 'lending_supply'] as const
  const both = names.map((name): [string, string] => [name, JSON.stringify(tools[name].examples.full)])
  const [swap, stake] = ['execute_router_swap', 'enter_staking_yield'] as const
  const others = [swap, stake].map((name): [string, string] => [name, JSON.stringify(tools[name].examples.full)])
  model.replies = [callsTools(...both), callsTools(...others), says('The first two.'), says('All of them.')]
  const task = await result(call(page, 'message/send', words('both, please')))
  const next = await result(call(page, 'message/send', words('and these', { taskId: task.id })))
  const [a, b, c, d] = next.metadata.pendingCalls
  const done = { status: 'success', txHash: `0x${'cd'.repeat(32)}`, chainId: 31337 }
  await result(report(page, b, names[1], done))
  await result(report(page, c, swap, done))
  expect(model.requests).toHaveLength(2)
  expect((await result(report(page, a, names[0], done))).status.message?.parts[0]?.text).toBe('The first two.')
  const last = await result(report(page, d, stake, { status: 'rejected', error: 'User rejected the action' }))
  expect(last.status.message?.parts[0]?.text).toBe('All of them.')
  expect(last.metadata.pendingCalls).toEqual([])
  for (const { messages } of model.requests) expectStrict(messages)
})

it('aborts the request to the model when the task is canceled', async () => {
  const page = await newPerson()
  const asked = new Promise<void>((resolve) => {
    model.replies = [
      (response) => {
        begin(response).write(chunk({ content: 'Let me ' }))
        resolve()
      },
    ]
  })
  const task = await result(
    call(page, 'message/send', { ...words('think hard'), configuration: { agentId: 1, blocking: false } }),
  )
  await asked
  const canceled = await result(call(page, 'tasks/cancel', { id: task.id }))
  expect(canceled.status.state).toBe('canceled')
  await expect.poll(() => model.closed()).toBe(1)
})

it('reports what changed in the portfolio since an earlier conversation', async () => {
  const page = await newPerson()
  const look = async () => {
    model.reset()
    model.replies = [callsTools(['read_portfolio', '{}']), says('Here it is.')]
    await result(call(page, 'message/send', words('how do I stand?')))
    return JSON.stringify(model.requests[1]?.messages.at(-1))
  }
  expect(await look()).toContain('\\"changes\\":null')
  expect(await look()).toContain(`\\"since\\":\\"${new Date(sunday).toISOString().slice(0, 10)}`)
})

const breaksOff: ModelReply = (response) => {
  begin(response).write(chunk({ content: 'Let me ' }), () => response.destroy())
}

it.each([
  ['refuses', [refuses(400)], 'model-failed'],
  ['stays busy', [refuses(429), refuses(429)], 'model-busy'],
  ['breaks off', [breaksOff], 'model-failed'],
])('says that the model %s, and continues', async (_, replies, code) => {
  const page = await newPerson()
  model.replies = [...replies, says('Good day.')]
  const failed = await result(call(page, 'message/send', words('hello')))
  expect(failed.metadata.error).toMatchObject({ code, message: expect.stringContaining('Nothing was proposed') })
  const next = await result(call(page, 'message/send', words('hello', { taskId: failed.id })))
  expect(next.status.message?.parts[0]?.text).toBe('Good day.')
  expect(next.metadata.error).toBeUndefined()
})
