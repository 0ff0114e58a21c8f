import { rm } from 'node:fs/promises'
import type { LocalAccount } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Query } from '../database/database'
import { openPglite } from '../database/pglite'
import { allFrames, Browser, call, newAccount, result, returned, rpcError, signIn } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService } from '../testing/test-service'
import { type NewProposal, type Proposed, propose } from './propose'

const start = Date.now()
const name = 'send_native_gas_token'
const send = { name, parameters: { to: '0x000000000000000000000000000000000000dEaD', chainId: 31337, value: '1' } }

let dataDir: string
let running: TestService
let ada: Person
let bob: Person
/** Proposals made before the tests, by key. */
const made = new Map<string, Proposed>()

/** Proposes like the service, all at once, while it is stopped: only one process can have the folder open. */
beforeAll(async () => {
  dataDir = await newDataFolder()
  running = await open()
  ada = await newPerson()
  bob = await newPerson()
  await running.stop()
  await withDatabase(async (query) => {
    const hers = [
      what('answered'),
      what('two', [send, { ...send, parameters: { ...send.parameters, value: '2' } }]),
      what('asks'),
      what('says', []),
    ]
    const again = ['same', 'same', 'same'].map((key) => what(key))
    const results = await Promise.all([...hers, ...again].map((each, at) => proposeTo(query, ada, each, start + at)))
    for (const [at, { key }] of hers.entries()) {
      const result = results[at]
      if (result) made.set(key, result)
    }
    const same = results.slice(hers.length)
    expect(same.filter((each) => each?.isNew)).toHaveLength(1)
    expect(new Set(same.map((each) => each?.taskId)).size).toBe(1)
    expect(await proposeTo(query, ada, what('same'), start)).toEqual({ taskId: same[0]?.taskId, isNew: false })
    expect(await proposeTo(query, bob, what('same'), start)).toMatchObject({ isNew: true })
  })
  running = await open()
})
afterAll(() => rm(dataDir, { recursive: true }))

const open = () => startTestService({ port: 22_990, dataDir })

async function withDatabase(work: (query: Query) => Promise<void>): Promise<void> {
  const database = await openPglite(dataDir)
  await work(database.query).finally(() => database.close())
}

type Person = { browser: Browser; account: LocalAccount; userId: string }
const signedInSchema = z.object({ user: z.object({ id: z.string() }) })
async function newPerson(): Promise<Person> {
  const [browser, account] = [new Browser(running.origin), newAccount()]
  const { user } = signedInSchema.parse(await (await signIn(browser, account)).json())
  return { browser, account, userId: user.id }
}

const what = (key: string, calls: NewProposal['calls'] = [send]) => ({
  agentId: 1,
  kind: 'plan' as const,
  key,
  title: `Title of ${key}`,
  text: `Words of ${key}`,
  calls,
})

const proposeTo = (query: Query, { userId, account }: Person, proposal: ReturnType<typeof what>, now: number) =>
  propose(query, { ...proposal, owner: { userId, address: account.address, chainId: 31337 } }, now)

const taskOf = (key: string) => result(call(ada.browser, 'tasks/get', { id: made.get(key)?.taskId }))

const listSchema = z.object({
  proposals: z.array(z.looseObject({ taskId: z.string(), title: z.string(), state: z.enum(['open', 'settled']) })),
})
async function listed({ browser }: Person) {
  const response = await browser.fetch('/api/proposals')
  expect(response.status).toBe(200)
  return listSchema.parse(await response.json()).proposals
}
const states = async (person: Person) =>
  Object.fromEntries((await listed(person)).map(({ title, state }) => [title, state]))

it('is listed with its kind and title, newest first, only to its owner', async () => {
  const titles = (await listed(ada)).map(({ title }) => title)
  expect(titles).toEqual(['same', 'says', 'asks', 'two', 'answered'].map((key) => `Title of ${key}`))
  const task = await taskOf('answered')
  expect((await listed(ada)).at(-1)).toEqual({
    taskId: task.id,
    contextId: task.contextId,
    agentId: 1,
    kind: 'plan',
    title: 'Title of answered',
    createdAt: start,
    state: 'open',
  })
  expect((await listed(bob)).map(({ title }) => title)).toEqual(['Title of same'])
  expect((await rpcError(call(bob.browser, 'tasks/get', { id: task.id }))).error.code).toBe(-32001)
})

it('is a task like any other: read, resumed, answered', async () => {
  const task = await taskOf('answered')
  const { id } = task
  expect(task).toMatchObject({
    id,
    status: { state: 'input-required', timestamp: new Date(start).toISOString() },
    history: [{ role: 'agent', parts: [{ text: 'Words of answered' }, { ...send, type: 'functionCall' }] }],
    metadata: { agentId: 1, pendingCalls: [expect.stringMatching(/^call_/)] },
  })
  const metadata = { timestamp: task.status.timestamp }
  expect(task.history?.[0]).toEqual({ ...task.status.message, metadata })
  const log = await allFrames(await call(ada.browser, 'tasks/resubscribe', { id }))
  expect(log.map(({ event }) => event.kind)).toEqual(['task', 'status-update'])
  expect(log.at(-1)?.event).toMatchObject({ final: true, status: { message: { parts: [{}, send] } } })

  const [callId = ''] = task.metadata.pendingCalls
  const answer = returned(callId, { status: 'rejected', error: 'User rejected the action' })
  const answered = await result(call(ada.browser, 'message/send', answer))
  expect(answered).toMatchObject({ id, metadata: { pendingCalls: [] } })
  expect(answered.history?.map(({ role }) => role)).toEqual(['agent', 'user', 'agent'])
  expect(answered.status.message?.parts[0]?.text).toContain('User rejected the action')
})

it('accepts two calls, and runs the agent once both are answered', async () => {
  const task = await taskOf('two')
  const [first = '', second = ''] = task.metadata.pendingCalls
  expect(task.history?.[0]?.parts.map(({ id }) => id)).toEqual([undefined, first, second])
  const half = await result(call(ada.browser, 'message/send', returned(first, { status: 'rejected', error: 'no' })))
  expect(half.metadata.pendingCalls).toEqual([second])
  expect(await states(ada)).toMatchObject({ 'Title of two': 'open' })
  const whole = await result(call(ada.browser, 'message/send', returned(second, { status: 'rejected', error: 'no' })))
  expect(whole.metadata.pendingCalls).toEqual([])
  expect(whole.status.message?.role).toBe('agent')
  expect(await states(ada)).toMatchObject({ 'Title of two': 'settled' })
})

it('may be canceled, and may ask for nothing', async () => {
  expect(await states(ada)).toMatchObject({ 'Title of says': 'settled', 'Title of asks': 'open' })
  const canceled = await result(call(ada.browser, 'tasks/cancel', { id: made.get('asks')?.taskId }))
  expect(canceled).toMatchObject({ status: { state: 'canceled' }, metadata: { pendingCalls: [] } })
  expect(await states(ada)).toMatchObject({ 'Title of asks': 'settled' })
  expect(await taskOf('says')).toMatchObject({ status: { state: 'input-required' }, metadata: { pendingCalls: [] } })
})

it('is listed only for the signed-in person on a page of this app', async () => {
  const get = (headers: Record<string, string> = {}) => ada.browser.fetch('/api/proposals', { headers })
  expect((await get()).headers.get('x-ratelimit-limit')).toBe('100000')
  expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await ada.browser.post('/api/proposals', {})).status).toBe(405)
  expect((await new Browser(running.origin).fetch('/api/proposals')).status).toBe(401)
})

it('is deleted with the account, which gets no proposals afterwards', async () => {
  expect((await ada.browser.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
  await signIn(ada.browser, ada.account)
  expect(await listed(ada)).toEqual([])
  expect((await rpcError(call(ada.browser, 'tasks/get', { id: made.get('two')?.taskId }))).error.code).toBe(-32001)
  await running.stop()
  await withDatabase(async (query) => {
    expect(await proposeTo(query, ada, what('late'), start)).toBeNull()
  })
})
