import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../database/database'
import { listenTo } from '../database/listen'
import { openDatabase } from '../database/open-database'
import { startPooler } from '../testing/pooler'
import { startPostgres, type TestPostgres } from '../testing/postgres'
import { beginRun, followRun, type RunServer, runServer } from '../testing/run-server'
import { aborted, openGate } from '../testing/scripted-agent'
import { Peers } from './peers'
import { readEvents } from './streams/events'
import type { Reading } from './streams/task-stream'
import { cancelTask, findTask } from './task-store'

let postgres: TestPostgres
let url: string
const open: { database: Database; peers: Peers }[] = []

type Member = RunServer & { peers: Peers }
let a: Member
let b: Member
let c: Member

async function member(): Promise<Member> {
  const database = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, Date.now)
  const server = runServer(database, Date.now)
  const peers = new Peers(server)
  open.push({ database, peers })
  return { ...server, peers }
}

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.newDatabase()
  a = await member()
  b = await member()
  c = await member()
})
afterAll(async () => {
  for (const { database, peers } of open) {
    await peers.close()
    await database.close()
  }
  await postgres.stop()
})

/** A reader that never polls: it sees only what it was notified of. */
const patient = ({ peers }: Member): Reading['peers'] => ({
  follow: (taskId) => ({ ...peers.follow(taskId), patience: () => 1_000_000 }),
})
const written = (taskId: string) => readEvents(a.database.query, taskId, 0, 1_000)

describe('servers on one Postgres', () => {
  it('notify each other of events for which they have readers', async () => {
    const task = await beginRun(a, 'gate news')
    const readers = [b, b, c].map((server) => followRun(server, task.id, patient(server)))
    await expect.poll(() => written(task.id)).toHaveLength(3)
    openGate('news')
    const log = (await Promise.all(readers)).map((events) =>
      events.map(({ seq, final }) => `${seq}${final ? '!' : ''}`),
    )
    expect(log).toEqual([0, 1, 2].map(() => ['2', '3', '4', '5!']))
  })

  it('follow a long answer without a gap', async () => {
    const task = await beginRun(a, 'count 300')
    const seen = await followRun(b, task.id, patient(b))
    expect(seen).toEqual((await written(task.id)).slice(1))
    expect(seen.length).toBeGreaterThan(20)
  })

  it('stop a run canceled elsewhere, and notify its readers everywhere', async () => {
    const task = await beginRun(a, 'gate stop')
    await expect.poll(() => written(task.id)).toHaveLength(3)
    const readers = [a, c].map((server) => followRun(server, task.id, patient(server)))
    const ended = a.runs.endOf(task.id)
    const { runner } = await cancelTask(b.database, { id: task.id, turnOnly: false }, 'u', Date.now())
    expect(runner).toMatch(new RegExp(`^${a.runs.instance}\\.`))
    b.peers.stop(task.id, runner ?? '')
    expect(await ended).toBeNull()
    expect(aborted.at(-1)?.history[0]?.taskId).toBe(task.id)
    for (const events of await Promise.all(readers)) expect(events.at(-1)).toMatchObject({ seq: 4, final: true })
    expect((await findTask(c.database.query, task.id, 'u'))?.state).toBe('canceled')
  })

  it('leave a later run of the task alone if a cancel arrives late', async () => {
    const task = await beginRun(a, 'gate later')
    b.peers.stop(task.id, `${a.runs.instance}.another-run`)
    // Arrives after the late cancel.
    const reading = followRun(b, task.id, patient(b))
    await expect.poll(() => written(task.id)).toHaveLength(3)
    openGate('later')
    expect((await reading).at(-1)).toMatchObject({ seq: 5, final: true })
  })

  it('receive again after their listening connections were cut', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => complaint.mockRestore())
    const task = await beginRun(a, 'gate cut')
    const reading = followRun(b, task.id, patient(b))
    await expect.poll(() => written(task.id)).toHaveLength(3)
    const cut = await a.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`,
    )
    expect(cut).toHaveLength(3)
    await expect
      .poll(() => a.database.query(`select 1 from pg_stat_activity where query like 'listen %'`))
      .toHaveLength(3)
    openGate('cut')
    expect((await reading).map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect(complaint).toHaveBeenCalledWith(expect.stringContaining('is opened again'))
  })

  it('read by polling if one of them receives nothing', async () => {
    const deaf = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, Date.now)
    const server = runServer({ ...deaf, listen: () => async () => undefined }, Date.now)
    const peers = new Peers(server)
    open.push({ database: deaf, peers })
    const outward = await beginRun(server, 'gate outward')
    const inward = await beginRun(a, 'gate inward')
    const readers = [followRun(b, outward.id, b.peers), followRun(server, inward.id, peers)]
    openGate('outward')
    openGate('inward')
    for (const events of await Promise.all(readers)) expect(events.at(-1)?.final).toBe(true)
  })
})

describe('a listening connection', () => {
  const listener = () => ({ heard: vi.fn(), opened: vi.fn() })

  it('is given up with a warning to the operator if a pooler in between lets nothing through', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => complaint.mockRestore())
    const pooler = await startPooler(url)
    const { query } = a.database
    const close = listenTo({ url: pooler.url, query, channel: 'deaf', beatMs: 1_000, ...listener() })
    await vi.waitFor(() => expect(complaint).toHaveBeenCalledWith(expect.stringContaining('DATABASE_DIRECT_URL')))
    await close()
    await pooler.stop()
  })

  it('is replaced if it has gone silent', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => complaint.mockRestore())
    const { heard, opened } = listener()
    let reaches = true
    const query: Database['query'] = (text, values) => (reaches ? a.database.query(text, values) : Promise.resolve([]))
    const close = listenTo({ url, query, channel: 'silent', beatMs: 2_500, heard, opened })
    await a.database.query(`select pg_notify('silent', 'early')`)
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
    await a.database.query(`select pg_notify('silent', 'first')`)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('first'))
    reaches = false
    await vi.waitFor(() =>
      expect(complaint).toHaveBeenCalledWith(expect.stringContaining('no longer receives anything')),
    )
    reaches = true
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
    await a.database.query(`select pg_notify('silent', 'second')`)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('second'))
    await close()
  })
})
