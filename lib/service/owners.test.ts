import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Agent, AgentOutput } from '@/lib/agents/agent'
import { type RebalancePermission, rebalanceDigest, rebalanceNonce, rebalanceTypedData } from '@/lib/wire/consent'
import type { PlanTerms } from '@/lib/wire/plan'
import type { Query } from './database/database'
import { openPostgres } from './database/postgres'
import { Browser, call, newAccount, result, returned, rpcError, signIn, words } from './testing/client'
import { startTestServiceOn, stores } from './testing/stores'

const day = 86_400_000
const permission = 'request_auto_rebalance_permission'
let clock = Date.now()
let running: Awaited<ReturnType<typeof startTestServiceOn>>

/** A plan whose chain is not served: its purchases are proposed as impossible to prepare. */
const terms = (): PlanTerms => ({
  chainId: 1,
  sells: 'USDC',
  buys: 'ETH',
  amount: { kind: 'exact', value: '50' },
  schedule: {
    start: new Date(clock + day).toISOString().slice(0, 10),
    hour: 12,
    every: { unit: 'day', count: 1 },
    times: null,
  },
})

/** Makes a plan, asks for a permission or proposes a transfer, as told. */
const agent: Agent = {
  id: 1,
  name: 'Helper',
  description: 'An agent for tests',
  tags: [],
  examples: [],
  answer: async function* ({ history }): AsyncGenerator<AgentOutput> {
    const said = history
      .at(-1)
      ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
    if (said === 'plan') yield { type: 'offer', offer: { terms: terms(), until: clock + day } }
    if (said === 'permit') yield { type: 'call', name: permission, parameters: { chainId: 31337 } }
    if (said === 'send') yield { type: 'call', name: 'send_native_gas_token', parameters: {} }
    yield { type: 'text', delta: 'Done.' }
  },
}

/** Creates a person who has one of everything, all of it made over HTTP. */
async function newPerson() {
  const [browser, account] = [new Browser(running.origin), newAccount()]
  expect((await signIn(browser, account, {}, clock)).status).toBe(200)
  const { id: taskId } = await result(call(browser, 'message/send', words('plan')))
  await result(call(browser, 'message/send', words('yes', { taskId })))
  const sent = await result(call(browser, 'message/send', words('send')))
  const asked = await result(call(browser, 'message/send', words('permit')))
  const [callId = ''] = asked.metadata.pendingCalls
  const from = Math.floor(clock / 1000)
  const signed: RebalancePermission = {
    chainId: 31337,
    owner: account.address,
    agentId: 1,
    // Not in any list, so nothing is checked for it.
    token: '0x000000000000000000000000000000000000dEaD',
    protocol: '',
    maxAmountPerMove: '1',
    minYieldIncreaseBps: 1,
    maxLockupDays: 0,
    validAfter: from,
    validUntil: from + 86_400 * 30,
    nonce: rebalanceNonce(asked.id, callId),
  }
  const granted = {
    status: 'success',
    granted: true,
    method: 'eip712',
    enforcement: 'advisory',
    permission: signed,
    signature: await account.signTypedData(rebalanceTypedData(signed)),
    digest: rebalanceDigest(signed),
    validUntil: signed.validUntil,
  }
  const part = { type: 'functionReturn', id: callId, name: permission, result: granted }
  await result(call(browser, 'message/send', { message: { role: 'user', parts: [part] } }))
  return { browser, account, taskId: sent.id, callId: sent.metadata.pendingCalls[0] ?? '' }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const listed = async ({ browser }: Person) => {
  const read = async <Item>(name: string, item: z.ZodType<Item>) => {
    const body: unknown = await (await browser.fetch(`/api/${name}`)).json()
    return z.object({ [name]: z.array(item) }).parse(body)[name] ?? []
  }
  return {
    plans: await read('plans', z.object({ number: z.int(), state: z.string() })),
    permissions: await read('permissions', z.object({ id: z.string(), state: z.string() })),
    proposals: await read('proposals', z.object({ taskId: z.string(), state: z.string() })),
  }
}

describe.each(stores)('on %s', (store) => {
  const secret = 'a secret of the scheduler'
  let ada: Person
  let bob: Person

  beforeAll(async () => {
    clock = Date.now()
    const settings = { CRON_SECRET: secret }
    const options = { port: 21_170, agents: [agent], now: () => clock, planTickMs: 3_600_000, settings }
    running = await startTestServiceOn(store, options)
    ada = await newPerson()
    bob = await newPerson()
    expect(await proposeInTwoDays()).toEqual({ proposed: 2 })
  })
  const proposeInTwoDays = async (): Promise<unknown> => {
    clock += 2 * day
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`${running.origin}/api/cron/plans`, { headers })).json()
  }
  afterAll(() => running.stop())

  it('lists to each account its own, and nothing of the other', async () => {
    const [hers, his] = [await listed(ada), await listed(bob)]
    for (const mine of [hers, his])
      expect(mine).toMatchObject({
        plans: [{ number: 1, state: 'active' }],
        permissions: [{ state: 'active' }],
        proposals: [{ state: 'settled' }],
      })
    expect(hers.permissions[0]?.id).not.toBe(his.permissions[0]?.id)
    expect(hers.proposals[0]?.taskId).not.toBe(his.proposals[0]?.taskId)
  })

  it('hides another’s conversations, whoever began them, from every method', async () => {
    const [proposal] = (await listed(ada)).proposals
    for (const id of [ada.taskId, proposal?.taskId]) {
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/resubscribe'])
        expect((await rpcError(call(bob.browser, method, { id }))).error.code).toBe(-32001)
      for (const method of ['message/send', 'message/stream'])
        expect((await rpcError(call(bob.browser, method, words('x', { taskId: id })))).error.code).toBe(-32001)
    }
    expect(await result(call(ada.browser, 'tasks/get', { id: ada.taskId }))).toMatchObject({
      status: { state: 'input-required' },
      metadata: { pendingCalls: [ada.callId] },
    })
  })

  it('refuses an outcome of another’s call, with its task or without', async () => {
    const outcome = returned(ada.callId, { status: 'rejected', error: 'User rejected the action' })
    const alone = (await rpcError(call(bob.browser, 'message/send', outcome))).error
    expect(alone).toMatchObject({ code: -32602, data: { pendingCalls: [] } })
    const named = { ...outcome, taskId: ada.taskId }
    expect((await rpcError(call(bob.browser, 'message/send', named))).error.code).toBe(-32001)
    const task = await result(call(ada.browser, 'tasks/get', { id: ada.taskId }))
    expect(task.metadata.pendingCalls).toEqual([ada.callId])
  })

  describe('signing a call shown in two browsers of one account', () => {
    const ask = async ({ browser, taskId }: Person, metadata: Record<string, unknown>) =>
      (await result(call(browser, 'tasks/get', { id: taskId, historyLength: 0, metadata }))).metadata.claim
    const desktop = { browser: 'desktop' }
    const phone = { browser: 'phone' }

    it('belongs to the first to claim it, until it is released or the other takes over that very claim', async () => {
      const callId = ada.callId
      const [since, signing] = [clock, { signing: callId }]
      expect(await ask(ada, { ...phone, watching: callId })).toEqual({ callId, holder: 'nobody' })
      const both = await Promise.all([ask(ada, { ...desktop, ...signing }), ask(ada, { ...phone, ...signing })])
      expect(both).toContainEqual({ callId, holder: 'you' })
      expect(both).toContainEqual({ callId, holder: 'other', since })
      const [mine, theirs] = both[0]?.holder === 'you' ? [desktop, phone] : [phone, desktop]
      // A claim never expires by itself: days later the call may have been signed all the same.
      clock += 3 * day
      expect(await ask(ada, { ...theirs, ...signing })).toEqual({ callId, holder: 'other', since })
      expect(await ask(ada, { ...mine, ...signing })).toEqual({ callId, holder: 'you' })
      expect(await ask(ada, { ...theirs, released: callId })).toMatchObject({ holder: 'other' })
      expect(await ask(ada, { ...theirs, ...signing, over: since - 1 })).toMatchObject({ holder: 'other' })
      expect(await ask(ada, { ...theirs, ...signing, over: since })).toEqual({ callId, holder: 'you' })
      expect(await ask(ada, { ...mine, ...signing, over: since })).toEqual({ callId, holder: 'other', since: clock })
      // A wallet may still have the call that was taken over, so a third browser has to learn of it.
      const tablet = { browser: 'tablet' }
      clock += 1
      expect(await ask(ada, { ...theirs, released: callId })).toEqual({ callId, holder: 'other', since: clock })
      expect(await ask(ada, { ...tablet, ...signing })).toEqual({ callId, holder: 'other', since: clock })
      expect(await ask(ada, { ...mine, released: callId })).toEqual({ callId, holder: 'nobody' })
      expect(await ask(ada, { ...tablet, watching: callId })).toEqual({ callId, holder: 'nobody' })
    })

    it('is free again once all have released it, whoever took it over from whom', async () => {
      const { callId } = bob
      const signing = { signing: callId }
      const take = (from: object) => ask(bob, { ...from, ...signing, over: clock++ })
      const tablet = { browser: 'tablet' }
      for (const from of [desktop, phone, tablet]) expect(await take(from)).toEqual({ callId, holder: 'you' })
      expect(await ask(bob, { ...desktop, released: callId })).toMatchObject({ holder: 'other' })
      expect(await ask(bob, { ...tablet, released: callId })).toEqual({ callId, holder: 'other', since: clock })
      expect(await ask(bob, { ...desktop, ...signing })).toMatchObject({ holder: 'other' })
      expect(await ask(bob, { ...phone, ...signing })).toEqual({ callId, holder: 'you' })
      expect(await ask(bob, { ...phone, released: callId })).toEqual({ callId, holder: 'nobody' })
    })

    it('can be claimed only by the owner, and only for an existing call', async () => {
      const crossSite = { id: bob.taskId, metadata: { ...phone, signing: bob.callId } }
      expect((await rpcError(call(ada.browser, 'tasks/get', crossSite))).error.code).toBe(-32001)
      expect(await ask(bob, { ...desktop, watching: bob.callId })).toMatchObject({ holder: 'nobody' })
      expect(await ask(bob, { ...desktop, signing: ada.callId })).toBeUndefined()
      expect(await ask(bob, { ...desktop, signing: 'unheard-of' })).toBeUndefined()
      expect(await ask(ada, { ...phone, watching: ada.callId })).toMatchObject({ holder: 'nobody' })
    })

    it.each([
      ['no', { status: 'rejected', error: 'User rejected the action' }],
      ['failure, in which nothing was sent', { status: 'error', error: 'Cancelled', code: 'cancelled' }],
    ])('loses no transaction to the other browser’s %s: that comes first, and the outcome after it', async (_, no) => {
      const cid = await newPerson()
      const bring = (outcome: unknown) => call(cid.browser, 'message/send', returned(cid.callId, outcome))
      const sent = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }
      await result(bring(no))
      expect((await rpcError(bring({ status: 'error', error: 'It failed' }))).error.code).toBe(-32602)
      const task = await result(bring(sent))
      expect(task.history?.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent', 'user', 'agent'])
      expect(task.history?.at(-2)?.parts).toMatchObject([{ id: cid.callId, result: sent }])
      // Only once, and nothing else overrides what is on the chain.
      expect((await result(bring(sent))).history).toHaveLength(6)
      for (const late of [no, { ...sent, txHash: `0x${'cd'.repeat(32)}` }])
        expect((await rpcError(bring(late))).error.message).toContain('answered already')
    })

    it('is over for both with the call’s outcome', async () => {
      const cid = await newPerson()
      const { browser, callId } = cid
      await ask(cid, { ...desktop, signing: callId })
      await result(call(browser, 'message/send', returned(callId, { status: 'rejected', error: 'User rejected' })))
      for (const from of [desktop, phone])
        expect(await ask(cid, { ...from, signing: callId })).toEqual({ callId, holder: 'settled' })
    })
  })

  it('revokes no permission of another account', async () => {
    const [hers] = (await listed(ada)).permissions
    const ended = await bob.browser.fetch(`/api/permissions/${hers?.id}`, { method: 'DELETE' })
    expect(ended.status).toBe(404)
    expect((await listed(ada)).permissions).toMatchObject([{ state: 'active' }])
  })

  it('changes only the caller’s plan, though both have the same number', async () => {
    expect((await bob.browser.post('/api/plans/1', { do: 'pause' })).status).toBe(200)
    expect((await listed(bob)).plans).toMatchObject([{ state: 'paused' }])
    expect((await listed(ada)).plans).toMatchObject([{ state: 'active' }])
  })

  it('removes everything of a deleted account, and nothing of the other', async () => {
    const before = await listed(ada)
    const [his] = (await listed(bob)).proposals
    expect((await bob.browser.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
    for (const name of ['plans', 'permissions', 'proposals'])
      expect((await bob.browser.fetch(`/api/${name}`)).status).toBe(401)
    expect((await signIn(bob.browser, bob.account, {}, clock)).status).toBe(200)
    expect(await listed(bob)).toEqual({ plans: [], permissions: [], proposals: [] })
    for (const id of [bob.taskId, his?.taskId])
      expect((await rpcError(call(bob.browser, 'tasks/get', { id }))).error.code).toBe(-32001)
    expect(await listed(ada)).toEqual(before)
    expect((await result(call(ada.browser, 'tasks/get', { id: ada.taskId }))).id).toBe(ada.taskId)
  })

  // Only there can the tables be read beside the running service; the statements are the same.
  it.runIf(store === 'Postgres')('leaves nothing of it in any table', async () => {
    const database = openPostgres({ url: running.url ?? '', patienceMs: 0 })
    const { query } = database
    const cid = await newPerson()
    await proposeInTwoDays()
    const marks = await marksOf(query, cid)
    const before = await tracesOf(query, marks)
    expect([...before].flatMap(([table, rows]) => (rows === 0 ? [table] : []))).toEqual(impersonal)
    const hers = await tracesOf(query, await marksOf(query, ada))
    expect((await cid.browser.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
    const after = await tracesOf(query, marks)
    expect([...after].filter(([, rows]) => rows > 0)).toEqual([])
    expect(await tracesOf(query, await marksOf(query, ada))).toEqual(hers)
    await database.close()
  })
})

/**
 * Tables without personal data. For a new table, either add it here, or make `newPerson` and `marksOf` leave rows in
 * it.
 */
const impersonal = ['clock_marks', 'schema_versions']

const namesSchema = z.array(z.object({ name: z.string() }))

/**
 * Returns every value that ties a row to a person: who they are, and what is theirs. Inserts the rows that take long to
 * arise.
 */
async function marksOf(query: Query, { account }: Person): Promise<string[]> {
  const address = account.address.toLowerCase()
  const names = async (sql: string, value: string) =>
    namesSchema.parse(await query(sql, [value])).map(({ name }) => name)
  const [owner = ''] = await names('select "userId" as name from auth_wallet where lower(address) = $1', address)
  await query(
    `insert into rebalance_moves (permission_id, spot, target, episode, is_open)
     select id, 'here', 'there', 1, true from permissions where owner = $1 on conflict do nothing`,
    [owner],
  )
  await query(`insert into rate_limits values ('picture:' || $1::text, 0, 1) on conflict do nothing`, [account.address])
  await query(`insert into portfolio_looks (owner, seen, seen_at) values ($1, '{}', 0) on conflict do nothing`, [owner])
  const tasks = await names('select id as name from tasks where owner = $1', owner)
  const permissions = await names('select id as name from permissions where owner = $1', owner)
  return [address, owner, ...tasks, ...permissions]
}

/** Counts the rows of each table in the schema that contain one of these values. */
async function tracesOf(query: Query, marks: readonly string[]): Promise<Map<string, number>> {
  const tables = namesSchema.parse(
    await query(
      'select table_name as name from information_schema.tables where table_schema = current_schema() order by 1',
    ),
  )
  const counted = tables.map(async ({ name }): Promise<[string, number]> => {
    const rows = await query(
      `select 1 from "${name}" as t where exists (
         select from jsonb_array_elements_text($1::jsonb) as m(mark) where strpos(lower(t::text), lower(mark)) > 0)`,
      [JSON.stringify(marks)],
    )
    return [name, rows.length]
  })
  return new Map(await Promise.all(counted))
}
