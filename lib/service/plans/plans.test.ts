import { rm } from 'node:fs/promises'
import { encodeFunctionData, type LocalAccount, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mintAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { preparePurchase } from '@/lib/agents/abilities/purchase'
import { createAgents } from '@/lib/agents/agents'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { QuoteError } from '@/lib/chain/routing/routing'
import { devnetChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { PlanTerms } from '@/lib/wire/plan'
import {
  Browser,
  call,
  confirms,
  newAccount,
  offerOf,
  result,
  rpcError,
  signIn,
  signsInAgain,
  words,
} from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService, type TestServiceOptions } from '../testing/test-service'

const { tokens } = devnetAddresses
const secret = 'a-secret-of-the-scheduler'
const week = 7 * 86_400_000
/** A Sunday. */
const begin = Date.UTC(2025, 0, 5, 10)
const friday = (n: number) => Date.UTC(2025, 0, 10, 12) + n * week
const purchase = { name: 'execute_router_swap', parameters: { fromTokenSymbol: 'USDC', toTokenSymbol: 'ETH' } }

let clock = begin
let devnet: TestDevnet
let dataDir: string
let running: TestService

beforeAll(async () => {
  ;[devnet, dataDir] = await Promise.all([startTestDevnet(), newDataFolder()])
  running = await open()
})
afterAll(async () => {
  await running.stop()
  await devnet.stop()
  await rm(dataDir, { recursive: true })
})

const chainsOf = () => devnetChains(devnet.port)
/** Its timer never fires in a test: due plans are proposed at startup and when the scheduler calls. */
const open = (more: Partial<TestServiceOptions> = {}) =>
  startTestService({
    port: 22_995,
    dataDir,
    agents: createAgents(),
    chains: chainsOf(),
    now: () => clock,
    planTickMs: 3_600_000,
    settings: { CRON_SECRET: secret, RETENTION_DAYS: '30' },
    ...more,
  })

type Person = { browser: Browser; account: LocalAccount }
/** Creates a person with 100 ETH and some USDC on the first chain. */
async function newPerson(usdc = '1000'): Promise<Person> {
  const person = { browser: new Browser(running.origin), account: newAccount() }
  const { address } = person.account
  const { client } = devnet.first
  await client.setBalance({ address, value: parseEther('100') })
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address, parseUnits(usdc, 6)] })
  const hash = await client.sendTransaction({ account: deployer, chain: null, to: tokens.USDC, data, gas: 1_000_000n })
  expect((await minedReceipt(client, hash)).status).toBe('success')
  expect((await signIn(person.browser, person.account, {}, clock)).status).toBe(200)
  signsInAgain(person.browser, person.account, () => clock)
  return person
}

async function ask({ browser }: Person, text: string, agentId = 1, more: Record<string, unknown> = {}) {
  const task = await result(call(browser, 'message/send', { ...words(text, more), configuration: { agentId } }))
  return { text: task.status.message?.parts[0]?.text ?? '', task }
}

/** Gets a plan offered and confirms it on its card. */
async function setUp(person: Person, text: string) {
  const { task } = await ask(person, text)
  const params = confirms(offerOf(task), { taskId: task.id })
  const confirmed = await result(call(person.browser, 'message/send', params))
  return { text: confirmed.status.message?.parts[0]?.text ?? '', task: confirmed }
}

const cron = (headers: Record<string, string> = { authorization: `Bearer ${secret}` }, method = 'GET') =>
  fetch(`${running.origin}/api/cron/plans`, { method, headers })
/** Calls the scheduler's endpoint at a given time. */
async function at(when: number): Promise<number> {
  clock = when
  const response = await cron()
  expect(response.status).toBe(200)
  return z.object({ proposed: z.int() }).parse(await response.json()).proposed
}

const proposalsSchema = z.object({
  proposals: z.array(z.looseObject({ taskId: z.string(), kind: z.string(), title: z.string(), state: z.string() })),
})
const proposals = async ({ browser }: Person) =>
  proposalsSchema.parse(await (await browser.fetch('/api/proposals')).json()).proposals
const lastTask = async (person: Person) =>
  result(call(person.browser, 'tasks/get', { id: (await proposals(person))[0]?.taskId }))

const planSchema = z.looseObject({
  number: z.int(),
  state: z.string(),
  next: z.array(z.int()),
  left: z.int().nullable(),
})
const plans = async ({ browser }: Person) =>
  z.object({ plans: z.array(planSchema) }).parse(await (await browser.fetch('/api/plans')).json()).plans
const change = ({ browser }: Person, number: number, wish: string) => browser.post(`/api/plans/${number}`, { do: wish })

it('makes a plan from a confirmed sentence, and proposes each due purchase separately', async () => {
  clock = begin
  const ada = await newPerson()
  const { text, task } = await setUp(ada, 'buy $50 of ETH every Friday for 3 weeks')
  expect(text).toContain('Fri 10 Jan 2025, Fri 17 Jan 2025 and Fri 24 Jan 2025')
  expect(text).toContain('waits for you to countersign')
  expect(task.metadata.pendingCalls).toEqual([])
  expect(await plans(ada)).toMatchObject([
    {
      ...{
        number: 1,
        state: 'active',
        what: '$50 of ETH',
        rhythm: 'every Friday at 12:00 UTC',
        sells: 'USDC',
        left: 3,
      },
      next: [friday(0), friday(1), friday(2)],
    },
  ])
  expect(await at(friday(0) - 1)).toBe(0)
  expect(await at(friday(0))).toBe(1)
  const again = await Promise.all([cron(), cron({ authorization: `Bearer ${secret}` }, 'POST'), cron()])
  expect(await Promise.all(again.map((each) => each.json()))).toEqual(Array(3).fill({ proposed: 0 }))

  const [proposal] = await proposals(ada)
  expect(proposal).toMatchObject({ kind: 'plan', title: 'Plan 1: $50 of ETH', agentId: 1, state: 'open' })
  expect(proposal?.taskId).not.toBe(task.id)
  const due = await lastTask(ada)
  const [said, asked] = due.history?.[0]?.parts ?? []
  expect(said?.text).toContain('purchase 1 of 3, of Fri 10 Jan 2025')
  expect(said?.text).toContain('Here is a swap of 50 USDC for ETH on Ethereum (local)')
  const { id: setUpIn } = task
  expect(asked).toMatchObject({
    metadata: { origin: { kind: 'plan', id: expect.stringMatching(/^plan_/), taskId: setUpIn } },
  })
  expect(asked).toMatchObject({ ...purchase, parameters: { ...purchase.parameters, fromAmount: '50000000' } })
  // It is answered like any other call.
  const [id = ''] = due.metadata.pendingCalls
  const done = {
    id,
    name: purchase.name,
    result: { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 },
  }
  const message = { role: 'user', parts: [{ type: 'functionReturn', ...done }] }
  const settled = await result(call(ada.browser, 'message/send', { message }))
  expect(settled.status.message?.parts[0]?.text).toContain('not seen on the chain yet: swapped 50 USDC for ETH')
  expect((await proposals(ada)).map(({ state }) => state)).toEqual(['settled'])

  expect(await at(friday(1))).toBe(1)
  expect(await at(friday(2))).toBe(1)
  expect(await at(friday(3))).toBe(0)
  expect(await proposals(ada)).toHaveLength(3)
  expect(await plans(ada), 'it does not vanish with its last purchase').toMatchObject([
    { number: 1, state: 'ended', next: [] },
  ])
})

it('has at most one open purchase: a new date replaces an unanswered one', async () => {
  clock = begin
  const ada = await newPerson()
  await setUp(ada, 'DCA 20 USDC into ETH every Friday')
  await at(friday(0))
  const first = await lastTask(ada)
  const [callId = ''] = first.metadata.pendingCalls
  await at(friday(1))
  await at(friday(2))
  expect((await proposals(ada)).map(({ state }) => state)).toEqual(['open', 'settled', 'settled'])
  const text = (await lastTask(ada)).status.message?.parts[0]?.text
  expect(text).toContain('was due on Fri 10 Jan 2025, Fri 17 Jan 2025 and Fri 24 Jan 2025')
  expect(text).toContain('one purchase of 20 USDC for ETH, not 3')
  expect(text).toContain('replaces the earlier proposal')
  const old = await result(call(ada.browser, 'tasks/get', { id: first.id }))
  expect(old.metadata.pendingCalls).toEqual([])
  expect(old.status.message?.parts[0]?.text).toContain('taken it back')
  // A late outcome of the old purchase is still stored and reported.
  const late = { id: callId, name: purchase.name, result: { status: 'error', error: 'too late' } }
  await result(
    call(ada.browser, 'message/send', { message: { role: 'user', parts: [{ type: 'functionReturn', ...late }] } }),
  )
  const kept = await result(call(ada.browser, 'tasks/get', { id: first.id }))
  expect(kept.history?.at(-2)?.parts).toMatchObject([{ id: callId, type: 'functionReturn' }])
  expect(kept.history?.at(-1)).toMatchObject({
    role: 'agent',
    parts: [{ text: expect.stringContaining('That failed: too late') }],
  })
  expect((await change(ada, 1, 'cancel')).status).toBe(200)
})

it('says that a purchase cannot be prepared, and continues', async () => {
  clock = begin
  const ada = await newPerson('60')
  await setUp(ada, 'buy 50 USDC of ETH every Friday for 2 weeks')
  await setUp(ada, 'swap $70 of USDC for ETH every Friday for 2 weeks')
  expect(await at(friday(0))).toBe(2)
  const made = await Promise.all(
    (await proposals(ada)).map(({ taskId }) => result(call(ada.browser, 'tasks/get', { id: taskId }))),
  )
  const told = made.find(({ metadata }) => metadata.pendingCalls.length === 0)?.status.message?.parts[0]?.text
  expect(told).toContain('nothing was bought. That is more USDC than can be spent: you have 60 USDC')
  expect(told).toContain('say “swap $70 of USDC for ETH”')
  expect(told?.trimEnd().endsWith('?')).toBe(false)
  expect(made.filter(({ metadata }) => metadata.pendingCalls.length === 1)).toHaveLength(1)
  expect((await plans(ada)).map(({ left }) => left)).toEqual([1, 1])
  await Promise.all([change(ada, 1, 'cancel'), change(ada, 2, 'cancel')])
})

it('says that there is no route or no price, and proposes nothing', async () => {
  const { account } = await newPerson()
  const refuse = async (): Promise<never> => {
    throw new QuoteError('no-route', 'No route')
  }
  const scene = {
    chains: chainsOf(),
    routing: { quote: refuse, routes: refuse, status: refuse },
    yields: noYields,
    now: Date.now,
    account: account.address,
    signedInOn: 31337,
    signal: new AbortController().signal,
  }
  const schedule = { start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times: null } as const
  const terms: PlanTerms = {
    chainId: 31337,
    sells: 'USDC',
    buys: 'ETH',
    amount: { kind: 'exact', value: '5' },
    schedule,
  }
  expect(await preparePurchase(terms, scene)).toEqual({ text: 'The router has no route from USDC to ETH.', calls: [] })
  const later = { ...scene, now: () => Date.now() + 400 * 86_400_000 }
  const dollars: PlanTerms = { ...terms, sells: 'ETH', buys: 'USDC', amount: { kind: 'usd', value: '5' } }
  expect(await preparePurchase(dollars, later)).toMatchObject({ text: expect.stringContaining('no price'), calls: [] })
})

it('survives a restart, and at startup offers what was missed', async () => {
  clock = begin
  const ada = await newPerson()
  await setUp(ada, 'buy $10 of ETH every Friday for 4 weeks')
  await running.stop()
  clock = friday(1) + 1
  running = await open()
  await vi.waitFor(async () => expect(await proposals(ada)).toHaveLength(1), { timeout: 30_000, interval: 50 })
  expect((await lastTask(ada)).status.message?.parts[0]?.text).toContain('due on Fri 10 Jan 2025 and Fri 17 Jan 2025')
  expect(await at(friday(1) + 2)).toBe(0)
  expect(await plans(ada)).toMatchObject([{ left: 2, next: [friday(2), friday(3)] }])
  await change(ada, 1, 'cancel')
})

it('leaves a purchase alone while it is being signed, and offers the next once it is answered', async () => {
  clock = begin
  const ada = await newPerson()
  await setUp(ada, 'buy $10 of ETH every Friday')
  expect(await at(friday(0))).toBe(1)
  const { id, metadata } = await lastTask(ada)
  const [callId = ''] = metadata.pendingCalls
  clock = friday(1) - 60_000
  const told = await result(call(ada.browser, 'tasks/get', { id, historyLength: 0, metadata: { signing: callId } }))
  expect(told.metadata.pendingCalls).toEqual([callId])
  expect(await at(friday(1))).toBe(0)
  expect((await lastTask(ada)).metadata.pendingCalls).toEqual([callId])
  const answer = {
    type: 'functionReturn',
    id: callId,
    name: purchase.name,
    result: { status: 'rejected', error: 'No' },
  }
  await call(ada.browser, 'message/send', { message: { role: 'user', parts: [answer] } })
  expect(await at(friday(1) + 1)).toBe(1)
  expect((await lastTask(ada)).status.message?.parts[0]?.text).not.toContain('taken back')
  await change(ada, 1, 'cancel')
})

it('is paused, resumed and canceled by words and from the page, only by its owner', async () => {
  clock = begin
  const [ada, bob] = [await newPerson(), await newPerson()]
  await setUp(ada, 'buy $10 of ETH every Friday')
  await setUp(ada, 'buy $10 of WBTC every Friday')
  expect((await ask(ada, 'my plans')).text).toContain('Plan 2: $10 of WBTC')
  expect((await ask(ada, 'pause my ETH plan')).text).toContain('Plan 1 ($10 of ETH) is paused')
  expect((await ask(bob, 'my plans')).text).toContain('You have no plans')
  expect((await ask(bob, 'cancel plan 1')).text).toContain('You have no plans')
  expect((await change(bob, 2, 'cancel')).status).toBe(404)
  expect(await plans(bob)).toEqual([])
  expect(await (await change(ada, 2, 'pause')).json()).toMatchObject({ plan: { number: 2, state: 'paused', next: [] } })
  expect(await at(friday(0))).toBe(0)
  expect(await (await change(ada, 2, 'resume')).json()).toMatchObject({ plan: { state: 'active' } })
  expect(await plans(ada)).toMatchObject([
    { state: 'paused' },
    { state: 'active', next: [friday(1), friday(2), friday(3)] },
  ])
  expect((await ask(ada, 'cancel all my plans')).text).toMatch(/Plan 1.*canceled.*\n.*Plan 2.*canceled/)
  expect((await change(ada, 2, 'resume')).status).toBe(404)
  expect((await ask(ada, 'buy $10 of ETH every Friday', 3)).text).toContain('Countersign or Trader')
})

it('requires the signed-in person and a page of this app', async () => {
  clock = begin
  const ada = await newPerson()
  await setUp(ada, 'buy $10 of ETH every Friday')
  expect((await ada.browser.fetch('/api/plans', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect((await ada.browser.post('/api/plans/1', { do: 'cancel' }, { origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await ada.browser.post('/api/plans', {})).status).toBe(405)
  expect((await ada.browser.fetch('/api/plans/1')).status).toBe(405)
  expect((await change(ada, 1, 'buy')).status).toBe(400)
  expect((await ada.browser.post('/api/plans/1', 'no json')).status).toBe(400)
  const crossSite = new Browser(running.origin)
  expect((await crossSite.fetch('/api/plans')).status).toBe(401)
  expect((await crossSite.post('/api/plans/1', { do: 'cancel' })).status).toBe(401)
  expect(await plans(ada)).toMatchObject([{ state: 'active' }])
  await change(ada, 1, 'cancel')
})

it('accepts calls only from the scheduler', async () => {
  const wrong = [secret, `Bearer ${secret}!`, 'Bearer ', 'Bearer undefined'].map((authorization) => ({ authorization }))
  for (const headers of [{}, ...wrong]) expect((await cron({ ...headers })).status).toBe(401)
  expect((await cron({ authorization: `Bearer ${secret}` }, 'PUT')).status).toBe(405)
  const folder = await newDataFolder()
  const without = await startTestService({ dataDir: folder })
  for (const headers of [{}, ...wrong])
    expect((await fetch(`${without.origin}/api/cron/plans`, { headers: { ...headers } })).status).toBe(503)
  await without.stop()
  await rm(folder, { recursive: true })
})

it('is deleted with the account, and after the retention days', async () => {
  clock = begin
  const [ada, bob] = [await newPerson(), await newPerson()]
  await setUp(ada, 'buy $10 of ETH every Friday')
  expect((await ada.browser.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
  await signIn(ada.browser, ada.account, {}, clock)
  expect(await plans(ada)).toEqual([])
  await setUp(bob, 'buy $10 of ETH every Friday')
  await setUp(bob, 'buy $10 of WBTC every Friday')
  await change(bob, 2, 'pause')
  expect(await at(friday(0))).toBe(1)
  expect(await proposals(ada)).toEqual([])
  await running.stop()
  clock = begin + 40 * 86_400_000
  running = await open()
  expect((await plans(bob)).map(({ number }) => number)).toEqual([1])
  const { taskId } = (await proposals(bob))[0] ?? {}
  expect((await rpcError(call(ada.browser, 'tasks/get', { id: taskId ?? 'none' }))).error.code).toBe(-32001)
})
