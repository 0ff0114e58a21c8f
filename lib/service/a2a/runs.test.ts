import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { type Database, DatabaseError } from '../database/database'
import { openDatabase } from '../database/open-database'
import { newAccount, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { aborted, openGate, scriptedAgent } from '../testing/scripted-agent'
import { acceptMessage } from './accept-message'
import { type LogEvent, readEvents } from './events'
import { LiveLog } from './live-log'
import { parseSendParams } from './params'
import { leaseMs, Runs } from './runs'
import { cancelTask, findTask, readHistory } from './task-store'
import { followTask } from './task-stream'

let dataDir: string
let shared: Database
let clock = 1_800_000_000_000
const now = () => clock
const session = {
  id: 's',
  userId: 'u',
  address: newAccount().address,
  chainId: 31337,
  expiresAt: Number.MAX_SAFE_INTEGER,
}

beforeAll(async () => {
  dataDir = await newDataFolder()
  // Two servers that share a database, as on Postgres: neither may take the other's runs for dead at its start.
  shared = { ...(await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, now)), exclusive: false }
})
afterAll(async () => {
  await Promise.all(opened.map((runs) => runs.close()))
  await shared.close()
  await rm(dataDir, { recursive: true })
})

const opened: Runs[] = []

function server(database = shared) {
  const live = new LiveLog()
  const noRoute = async (): Promise<never> => {
    throw new Error('no routing here')
  }
  const routing = { quote: noRoute, routes: noRoute, status: noRoute }
  const context = { chains: new Map(), routing, yields: noYields, now }
  const runs = new Runs({ database, live, agents: [scriptedAgent], context, flushMs: 1, now })
  opened.push(runs)
  return { live, runs, database }
}

async function begin({ runs, database }: ReturnType<typeof server>, text: string) {
  const grants = { chains: new Map(), signatureTimeoutMs: 1, now, sessionAddress: undefined }
  const options = { database, agentIds: new Set([1]), leaseMs, now, grants }
  const accepted = await acceptMessage(parseSendParams(words(text)), session, options)
  if (accepted.kind !== 'run') throw new Error('it did not run')
  runs.start(accepted.task, accepted.events, readHistory(database.query, accepted.task, null))
  return accepted.task
}

const eventsOf = async (taskId: string, after = 0) => readEvents(shared.query, taskId, after, 10_000)
const stateOf = async (taskId: string) => findTask(shared.query, taskId, 'u')

async function follow({ live, runs, database }: ReturnType<typeof server>, taskId: string, after = 1) {
  const reading = { query: database.query, live, isLocal: (id: string) => runs.has(id) }
  const all: LogEvent[] = []
  const place = { taskId, after, turnSeq: 1, idleMs: 10_000 }
  for await (const page of followTask(reading, place, new AbortController().signal)) all.push(...page)
  return all
}

let a: ReturnType<typeof server>
let b: ReturnType<typeof server>
beforeEach(() => {
  a = server()
  b = server()
})

describe('a run', () => {
  it('is followed from another server, to its end', async () => {
    const task = await begin(a, 'gate elsewhere')
    const reading = follow(b, task.id)
    await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
    openGate('elsewhere')
    const seen = await reading
    expect(seen.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect(seen.at(-1)?.final).toBe(true)
    expect(await eventsOf(task.id, 1)).toEqual(seen)
  })

  it('is left alone by others while its lease is renewed', async () => {
    const task = await begin(a, 'gate renewed')
    for (let i = 0; i < 3; i++) {
      clock += leaseMs - 1
      await a.runs.keepLeases()
      await b.runs.keepLeases()
    }
    expect((await stateOf(task.id))?.state).toBe('working')
    openGate('renewed')
    await a.runs.endOf(task.id)
    expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: null, runner: null })
  })

  it('is ended by another server once its lease is over, and can write no more', async () => {
    const task = await begin(a, 'gate silent')
    await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
    const count = aborted.length
    clock += leaseMs
    await b.runs.keepLeases()
    expect((await stateOf(task.id))?.state).toBe('working')
    clock += 1
    await b.runs.keepLeases()
    expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
    // The run wakes up, unaware, and finds that the task is not its own any more.
    openGate('silent')
    await a.runs.endOf(task.id)
    const events = await eventsOf(task.id)
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(events.map(({ final }) => final)).toEqual([false, false, false, true])
    expect((await stateOf(task.id))?.statusMessage?.parts).toEqual([{ kind: 'text', type: 'text', text: 'before ' }])
    expect(aborted.length).toBeGreaterThanOrEqual(count)
  })

  it('is stopped by a cancel on another server', async () => {
    const task = await begin(a, 'gate distant')
    await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
    const reading = follow(a, task.id)
    const count = aborted.length
    await cancelTask(b.database, task.id, 'u', now())
    await a.runs.keepLeases()
    await a.runs.endOf(task.id)
    expect(aborted.length).toBe(count + 1)
    expect((await stateOf(task.id))?.state).toBe('canceled')
    expect((await eventsOf(task.id)).map(({ final }) => final)).toEqual([false, false, false, true])
    // A reader whose server ran the task learns of the end from the database.
    expect((await reading).at(-1)?.final).toBe(true)
  })

  it('is given up when its words cannot be written, and its turn ends with its lease', async () => {
    let broken = false
    const failing = server({
      ...shared,
      query: (text, values) =>
        broken ? Promise.reject(new DatabaseError('lost', 'The database is gone.')) : shared.query(text, values),
    })
    const task = await begin(failing, 'gate broken')
    await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
    broken = true
    openGate('broken')
    await failing.runs.endOf(task.id)
    expect((await stateOf(task.id))?.state).toBe('working')
    broken = false
    clock += leaseMs + 1
    await failing.runs.keepLeases()
    expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
  })

  it('that was left by a dead process is ended at the start where no other server can be at work', async () => {
    const task = await begin(a, 'gate orphan')
    await server().runs.open()
    expect((await stateOf(task.id))?.state).toBe('working')
    await server({ ...shared, exclusive: true }).runs.open()
    expect((await stateOf(task.id))?.error?.code).toBe('interrupted')
    a.runs.stop(task.id, 'lost')
  })
})

describe('a reader', () => {
  it('that comes late or is slow gets everything from the database, in order', async () => {
    const task = await begin(a, 'count 700')
    const slow = (async () => {
      const reading = { query: shared.query, live: a.live, isLocal: (id: string) => a.runs.has(id) }
      const seqs: number[] = []
      const place = { taskId: task.id, after: 1, turnSeq: 1, idleMs: 10_000 }
      for await (const page of followTask(reading, place, new AbortController().signal)) {
        for (const { seq } of page) seqs.push(seq)
        // Reads one page at the beginning and the others only when all is over.
        await a.runs.endOf(task.id)
      }
      return seqs
    })()
    await a.runs.endOf(task.id)
    const log = await eventsOf(task.id, 1)
    // More than a page of 128, however slowly the words were written down.
    expect(log.length).toBeGreaterThan(128)
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 2))
    expect(await slow).toEqual(log.map(({ seq }) => seq))
    expect(await follow(b, task.id)).toEqual(log)
  })

  it('that leaves stops waiting', async () => {
    const task = await begin(a, 'gate left')
    await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
    const leaving = new AbortController()
    const reading = { query: shared.query, live: a.live, isLocal: (id: string) => a.runs.has(id) }
    const pages = followTask(reading, { taskId: task.id, after: 3, turnSeq: 1, idleMs: 100_000 }, leaving.signal)
    const next = pages.next()
    leaving.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    openGate('left')
    await a.runs.endOf(task.id)
  })
})

describe('the live log', () => {
  const event = (seq: number): LogEvent => ({ seq, final: false, json: '{}' })

  it('keeps the last events of tasks in use, and forgets the others', () => {
    const live = new LiveLog()
    live.publish('t', [event(1)])
    expect(live.since('t', 0)).toBeNull()
    const release = live.hold('t')
    const releaseToo = live.hold('t')
    for (let seq = 1; seq <= 300; seq++) live.publish('t', [event(seq)])
    expect(live.since('t', 300)).toEqual([])
    expect(live.since('t', 298)).toEqual([event(299), event(300)])
    expect(live.since('t', 44)).toHaveLength(256)
    expect(live.since('t', 43)).toBeNull()
    release()
    expect(live.since('t', 300)).toEqual([])
    releaseToo()
    expect(live.since('t', 300)).toBeNull()
  })

  it('does not pretend to know what came out of order', () => {
    const live = new LiveLog()
    live.hold('t')
    live.publish('t', [event(1), event(2), event(5)])
    expect(live.since('t', 2)).toBeNull()
    expect(live.since('t', 4)).toEqual([event(5)])
    live.publish('t', [event(3)])
    expect(live.since('t', 2)).toBeNull()
    live.publish('t', [event(6)])
    expect(live.since('t', 5)).toEqual([event(6)])
  })
})
