import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildSiweMessage } from '@/lib/wire/siwe'
import { leaseMs } from './a2a/runs/runs'
import { migrations } from './database/migrations'
import {
  allFrames,
  Browser,
  call,
  type Frame,
  frames,
  newAccount,
  result,
  returned,
  rpcError,
  signedInBrowser,
  siweFields,
  words,
} from './testing/client'
import { type Pooler, startPooler } from './testing/pooler'
import { startPostgres, type TestPostgres } from './testing/postgres'
import { type Instance, startInstance } from './testing/start-instance'
import { postgresSettings } from './testing/test-service'

const ports = { a: 21150, b: 21151 }
/** Two instances behind one address, which browsers see as one app. The first has a pooler in front of its database. */
const origin = `http://localhost:${ports.a}`
const limit = 60
const cronSecret = 'a secret of the scheduler'

let postgres: TestPostgres
let pooler: Pooler
let database: Client
let a: Instance
let b: Instance
let ada: Browser
/** Ada's browser when the load balancer routes her to the other instance. */
let adaAtB: Browser

const query = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.newDatabase()
  pooler = await startPooler(url)
  const settings = {
    ...{ APP_ORIGIN: origin, ...postgresSettings(url) },
    ...{ RATE_LIMIT_PER_MINUTE: String(limit), CRON_SECRET: cronSecret },
  }
  const pooled = { ...settings, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
  ;[a, b] = await Promise.all([
    startInstance({ port: ports.a, settings: pooled }),
    startInstance({ port: ports.b, settings }),
  ])
  database = new Client(url)
  await database.connect()
})
afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()])
  await database?.end()
  await pooler?.stop()
  await postgres?.stop()
})

/** Returns a browser with the same cookies at the other instance. */
function atB(browser: Browser): Browser {
  const other = new Browser(`http://localhost:${ports.b}`)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}
beforeAll(async () => {
  ada = await signedInBrowser(origin)
  adaAtB = atB(ada)
})

const said = (seen: readonly Frame[]) =>
  seen
    .flatMap(({ event }) => (event.kind === 'artifact-update' ? event.artifact.parts.map(({ text }) => text) : []))
    .join('')
const resubscribe = (browser: Browser, id: string, lastEventId: string) =>
  call(browser, 'tasks/resubscribe', { id }, { 'last-event-id': lastEventId })

/** Begins a stream and reads it until the task has said something. */
async function begin(browser: Browser, text: string) {
  const stream = frames(await call(browser, 'message/stream', words(text)))
  const seen: Frame[] = []
  while (said(seen) === '') {
    const { value, done } = await stream.next()
    if (done) throw new Error('the stream ended')
    seen.push(value)
  }
  const [first] = seen
  if (first?.event.kind !== 'task') throw new Error('no task')
  return { id: first.event.id, seen, stream }
}

async function rest(stream: AsyncGenerator<Frame>): Promise<Frame[]> {
  const all: Frame[] = []
  for await (const frame of stream) all.push(frame)
  return all
}

describe('two instances that start at the same moment', () => {
  it('bring the schema up to date once', async () => {
    expect(await query('select version from schema_versions order by version')).toEqual(
      migrations.map((_, index) => ({ version: index + 1 })),
    )
  })
})

describe('a task made on one instance', () => {
  it('is streamed on the other from where a stream broke off, to its end', async () => {
    const { id, seen, stream } = await begin(ada, 'count 200')
    const last = seen.at(-1)?.id ?? ''
    const there = allFrames(await resubscribe(adaAtB, id, last))
    const [restHere, [task, ...restThere]] = await Promise.all([rest(stream), there])
    expect(task?.event).toMatchObject({ kind: 'task', id })
    expect(restThere).toEqual(restHere)
    expect(said([...seen, ...restThere])).toBe(Array.from({ length: 200 }, (_, index) => `${index + 1};`).join(''))
    const ids = [...seen, ...restThere].map((frame) => frame.id)
    expect(ids).toEqual(ids.map((_, index) => `${id}:${index + 1}`))
    expect((await allFrames(await resubscribe(adaAtB, id, last))).slice(1)).toEqual(restHere)
  })

  it('accepts results of its calls on the other, once', async () => {
    const task = await result(call(ada, 'message/send', words('propose 1')))
    const [callId = ''] = task.metadata.pendingCalls
    const success = { status: 'success', txHash: `0x${'ab'.repeat(32)}` }
    const both = await Promise.all(
      [adaAtB, ada, adaAtB].map((browser) =>
        result(call(browser, 'message/send', returned(callId, success, { taskId: task.id }))),
      ),
    )
    for (const { status } of both) expect(status.message?.parts[0]?.text).toBe(`Results: ${JSON.stringify([success])}`)
    const history = (await result(call(adaAtB, 'tasks/get', { id: task.id }))).history
    expect(history?.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent'])
    const refused = await rpcError(
      call(adaAtB, 'message/send', returned(callId, { status: 'rejected' }, { taskId: task.id })),
    )
    expect(refused.error.message).toContain('answered already')
  })

  it('is answered by the agent when all results are in, even if they reach both at the same time', async () => {
    const task = await result(call(ada, 'message/send', words('propose 3')))
    const calls = task.metadata.pendingCalls
    await query('begin')
    await query('select from tasks where id = $1 for update', [task.id])
    const taken = calls.map((callId, index) => {
      const success = { status: 'success', txHash: `0x${'cd'.repeat(32)}` }
      return result(call(index === 1 ? ada : adaAtB, 'message/send', returned(callId, success, { taskId: task.id })))
    })
    await expect
      .poll(() => query('select count(*)::int as waiting from pg_locks where not granted'))
      .toEqual([{ waiting: calls.length }])
    await query('commit')
    await Promise.all(taken)
    const after = await result(call(ada, 'tasks/get', { id: task.id }))
    expect(after.metadata.pendingCalls).toEqual([])
    expect(after.history?.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'user', 'user', 'agent'])
  })

  it('can be canceled on the other, for everybody who reads it', async () => {
    const { id, stream } = await begin(ada, 'gate canceled')
    const there = allFrames(await resubscribe(adaAtB, id, `${id}:1`))
    expect((await result(call(adaAtB, 'tasks/cancel', { id }))).status.state).toBe('canceled')
    for (const seen of [await rest(stream), await there])
      expect(seen.at(-1)?.event).toMatchObject({ kind: 'status-update', final: true, status: { state: 'canceled' } })
    a.order({ openGate: 'canceled' })
    expect((await rpcError(call(ada, 'tasks/cancel', { id }))).error.code).toBe(-32002)
    expect((await rpcError(call(ada, 'message/send', words('say x', { taskId: id })))).error.code).toBe(-32004)
  })

  it('does not exist for another account, on either', async () => {
    const bob = await signedInBrowser(origin)
    const { id } = await result(call(ada, 'message/send', words('propose 1')))
    const calls = (await result(call(ada, 'tasks/get', { id }))).metadata.pendingCalls
    for (const browser of [bob, atB(bob)]) {
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/resubscribe'])
        expect((await rpcError(call(browser, method, { id }))).error).toMatchObject({
          code: -32001,
          data: { taskId: id },
        })
      expect((await rpcError(call(browser, 'message/send', words('say x', { taskId: id })))).error.code).toBe(-32001)
      const stolen = returned(calls[0] ?? '', { status: 'rejected' })
      expect((await rpcError(call(browser, 'message/send', stolen))).error.code).toBe(-32602)
    }
    expect((await result(call(adaAtB, 'tasks/get', { id }))).metadata.pendingCalls).toEqual(calls)
  })
})

describe('sign-in', () => {
  it('uses up a nonce once for both', async () => {
    const account = newAccount()
    const browser = new Browser(origin)
    const message = buildSiweMessage(siweFields(origin, account.address, await browser.nonce(account.address)))
    const signature = await account.signMessage({ message })
    const body = { message, signature, walletAddress: account.address, chainId: 31337 }
    const attempts = Array.from({ length: 20 }, (_, index) => (index % 2 ? atB(browser) : browser))
    const answers = await Promise.all(attempts.map((each) => each.post('/api/auth/siwe/verify', body)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(19).fill(401)])
    expect(
      await query('select count(*)::int as count from auth_session where wallet_address = $1', [account.address]),
    ).toEqual([{ count: 1 }])
  })

  it('lasts on both until it is ended on one', async () => {
    const carl = await signedInBrowser(origin)
    const there = atB(carl)
    const { stream } = await begin(there, 'gate signed-out')
    expect((await carl.post('/api/auth/sign-out', {})).status).toBe(200)
    expect((await call(there, 'tasks/get', { id: 'x' })).status).toBe(401)
    // The open stream there ends too, without the end of the turn, which continues.
    expect((await rest(stream)).every(({ event }) => event.kind !== 'status-update' || !event.final)).toBe(true)
    b.order({ openGate: 'signed-out' })
  })
})

describe('a plan made on one instance', () => {
  it('is proposed once and answered on the other, however often both look at the same time', async () => {
    const eve = await signedInBrowser(origin)
    const { id: taskId } = await result(call(eve, 'message/send', words('plan')))
    const made = await result(call(atB(eve), 'message/send', words('yes', { taskId })))
    expect(made.status.message?.parts[0]?.text).toContain('Plan 1 is set up')
    const look = (browser: Browser) =>
      browser.fetch('/api/cron/plans', { headers: { authorization: `Bearer ${cronSecret}` } })
    const proposals = async () =>
      z
        .object({ proposals: z.array(z.looseObject({ taskId: z.string() })) })
        .parse(await (await atB(eve).fetch('/api/proposals')).json()).proposals
    for (const instance of [a, b]) instance.order({ clockAheadMs: 25 * 60 * 60_000 })
    await expect
      .poll(async () => {
        const looks = await Promise.all([eve, atB(eve), eve, atB(eve)].map(look))
        expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        return (await proposals()).length
      })
      .toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 20 }, (_, index) => look(index % 2 ? atB(eve) : eve)))
    const [only, ...more] = await proposals()
    expect(more).toEqual([])
    const answered = await result(call(atB(eve), 'message/send', words('say later', { taskId: only?.taskId })))
    expect(answered.status.message?.parts[0]?.text).toBe('later')
    for (const instance of [a, b]) instance.order({ clockAheadMs: 0 })
    // Nobody can sign in while the clocks are ahead.
    await expect.poll(() => signedInBrowser(origin).then(Boolean, () => false)).toBe(true)
  })
})

describe('the limit of an account', () => {
  it('is shared by both', async () => {
    for (;;) {
      const dora = await signedInBrowser(origin)
      const browsers = Array.from({ length: 2 * limit }, (_, index) => (index % 2 ? atB(dora) : dora))
      const answers = await Promise.all(browsers.map((each) => call(each, 'tasks/get', { id: 'x' })))
      const windows = new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset')))
      if (windows.size > 1) continue // A new minute began in between.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(limit)
      const left = answers
        .filter(({ status }) => status === 200)
        .map(({ headers }) => headers.get('x-ratelimit-remaining'))
      expect(new Set(left).size).toBe(limit)
      return
    }
  })
})

const interrupted = {
  kind: 'status-update',
  final: true,
  status: { state: 'input-required' },
  metadata: { pendingCalls: [], error: { code: 'interrupted', message: expect.stringContaining('stopped') } },
}

describe('an instance that stops in the middle of an answer', () => {
  it('finds its task ended by the other when it returns, and writes nothing more to it', async () => {
    const { id } = await begin(ada, 'gate frozen')
    const there = allFrames(await resubscribe(adaAtB, id, `${id}:1`))
    a.child.kill('SIGSTOP')
    // B takes everything for dead that it has not heard of for the length of a lease.
    b.order({ clockAheadMs: leaseMs + 1 })
    const seen = await there
    expect(seen.at(-1)?.event).toMatchObject(interrupted)
    expect(said(seen)).toBe('before ')
    b.order({ clockAheadMs: 0 })
    a.order({ openGate: 'frozen' })
    a.child.kill('SIGCONT')
    // The run at A is over when A accepts the next message of the task.
    expect(await result(call(ada, 'tasks/get', { id }))).toMatchObject({ metadata: { error: { code: 'interrupted' } } })
    const next = await result(call(ada, 'message/send', words('say on we go', { taskId: id })))
    expect(next.status.message?.parts[0]?.text).toBe('on we go')
    const events = await query('select seq, final from events where task_id = $1 order by seq', [id])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ final }) => final)).toHaveLength(2)
    expect(JSON.stringify(await query('select event from events where task_id = $1', [id]))).not.toContain('after')
  })

  it('is replaced by the other if it was killed', async () => {
    const { id, seen, stream } = await begin(ada, 'count 100000')
    const there = allFrames(await resubscribe(adaAtB, id, `${id}:1`))
    a.child.kill('SIGKILL')
    const here = await rest(stream).catch((error: unknown) => {
      expect(String(error)).toMatch(/terminated|reset/i)
      return []
    })
    b.order({ clockAheadMs: leaseMs + 1 })
    const log = (await there).slice(1)
    expect(log.at(-1)?.event).toMatchObject(interrupted)
    expect(log.map((frame) => frame.id)).toEqual(log.map((_, index) => `${id}:${index + 2}`))
    // The log repeats in the same words what was seen at the first instance.
    const before = [...seen.slice(1), ...here]
    expect(log.slice(0, before.length)).toEqual(before)
    const task = await result(call(adaAtB, 'tasks/get', { id }))
    expect(task.status.message?.parts[0]?.text).toBe(said(log))
    const next = await result(call(adaAtB, 'message/send', words('say still here', { taskId: id })))
    expect(next.status.message?.parts[0]?.text).toBe('still here')
  })
})
