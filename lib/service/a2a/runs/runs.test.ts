import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, DatabaseError } from '../../database/database'
import { beginRun, followRun, type RunServer, readingAt, runServer } from '../../testing/run-server'
import { aborted, openGate } from '../../testing/scripted-agent'
import { openStore, stores } from '../../testing/stores'
import { type LogEvent, readEvents } from '../streams/events'
import { LiveLog } from '../streams/live-log'
import { followTask } from '../streams/task-stream'
import { cancelTask, findTask } from '../task-store'
import { leaseMs } from './runs'

let shared: Database
let clock = 1_800_000_000_000
const now = () => clock
const server = (database = shared) => runServer(database, now)

const eventsOf = async (taskId: string, after = 0) => readEvents(shared.query, taskId, after, 10_000)
const stateOf = async (taskId: string) => findTask(shared.query, taskId, 'u')

let a: RunServer
let b: RunServer
beforeEach(() => {
  a = server()
  b = server()
})

describe.each(stores)('on %s', (kind) => {
  let close: () => Promise<void>
  beforeAll(async () => {
    const store = await openStore(kind, now)
    shared = store.databases[0]
    close = store.close
  })
  afterAll(() => close())

  describe('a run', () => {
    it('can be followed from another server, to its end', async () => {
      const task = await beginRun(a, `gate elsewhere ${kind}`)
      const reading = followRun(b, task.id)
      await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
      openGate(`elsewhere ${kind}`)
      const seen = await reading
      expect(seen.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
      expect(seen.at(-1)?.final).toBe(true)
      expect(await eventsOf(task.id, 1)).toEqual(seen)
    })

    it('ends at once if its server stopped while its message was being accepted', async () => {
      await a.runs.close()
      const task = await beginRun(a, `gate closing ${kind}`)
      await a.runs.endOf(task.id)
      expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
    })

    it('is left alone by others while its lease is renewed', async () => {
      const task = await beginRun(a, `gate renewed ${kind}`)
      for (let i = 0; i < 3; i++) {
        clock += leaseMs - 1
        await a.runs.keepLeases()
        await b.runs.keepLeases()
      }
      expect((await stateOf(task.id))?.state).toBe('working')
      openGate(`renewed ${kind}`)
      await a.runs.endOf(task.id)
      expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: null, runner: null })
    })

    it('is left alone by a server with a wrong clock', async () => {
      for (const wrong of [leaseMs, -leaseMs].map((ms) => 3 * ms)) {
        const other = runServer(
          shared,
          () => clock + wrong,
          () => Date.now() + wrong,
        )
        await other.runs.keepLeases()
        for (const [its, looking] of [
          [a, other],
          [other, a],
        ] as const) {
          const task = await beginRun(its, 'deaf')
          await looking.runs.keepLeases()
          await its.runs.keepLeases()
          await looking.runs.keepLeases()
          expect((await stateOf(task.id))?.state).toBe('working')
          its.runs.stop(task.id, 'shutdown')
          await its.runs.endOf(task.id)
        }
      }
    })

    it('is ended by another server once its lease is over, and can write no more', async () => {
      const task = await beginRun(a, `gate silent ${kind}`)
      await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
      const count = aborted.length
      clock += leaseMs
      await b.runs.keepLeases()
      expect((await stateOf(task.id))?.state).toBe('working')
      clock += 1
      await b.runs.keepLeases()
      expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
      // The run wakes up unaware and finds that the task is no longer its own.
      openGate(`silent ${kind}`)
      await a.runs.endOf(task.id)
      const events = await eventsOf(task.id)
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      expect(events.map(({ final }) => final)).toEqual([false, false, false, true])
      expect((await stateOf(task.id))?.statusMessage?.parts).toEqual([{ kind: 'text', type: 'text', text: 'before ' }])
      expect(aborted.length).toBeGreaterThanOrEqual(count)
    })

    it('is stopped by a cancel on another server', async () => {
      const task = await beginRun(a, `gate distant ${kind}`)
      await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
      const reading = followRun(a, task.id)
      const count = aborted.length
      await cancelTask(b.database, { id: task.id, turnOnly: false }, 'u', now())
      await a.runs.keepLeases()
      await a.runs.endOf(task.id)
      expect(aborted.length).toBe(count + 1)
      expect((await stateOf(task.id))?.state).toBe('canceled')
      expect((await eventsOf(task.id)).map(({ final }) => final)).toEqual([false, false, false, true])
      // A reader on the server that ran the task learns of the end from the database.
      expect((await reading).at(-1)?.final).toBe(true)
    })

    it('stops if its text cannot be written, and its turn ends with its lease', async () => {
      let broken = false
      const failing = server({
        ...shared,
        query: (text, values) =>
          broken ? Promise.reject(new DatabaseError('lost', 'The database is gone.')) : shared.query(text, values),
      })
      const task = await beginRun(failing, `gate broken ${kind}`)
      await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
      broken = true
      openGate(`broken ${kind}`)
      await failing.runs.endOf(task.id)
      expect((await stateOf(task.id))?.state).toBe('working')
      broken = false
      clock += leaseMs + 1
      await failing.runs.keepLeases()
      expect(await stateOf(task.id)).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
    })

    it('of a dead process is ended at startup if no other server can be at work', async () => {
      const task = await beginRun(a, `gate orphan ${kind}`)
      const others = [server(), server({ ...shared, exclusive: true })]
      await others[0]?.runs.open()
      expect((await stateOf(task.id))?.state).toBe('working')
      await others[1]?.runs.open()
      expect((await stateOf(task.id))?.error?.code).toBe('interrupted')
      a.runs.stop(task.id, 'lost')
      for (const { runs } of others) await runs.close()
    })
  })

  describe('a reader', () => {
    it('that is late or slow gets everything from the database, in order', async () => {
      const task = await beginRun(a, 'count 700')
      const slow = (async () => {
        const reading = readingAt(a)
        const seqs: number[] = []
        const place = { taskId: task.id, after: 1, turnSeq: 1, idleMs: 10_000 }
        await followTask(reading, place, new AbortController().signal, async (page) => {
          for (const { seq } of page) seqs.push(seq)
          // Reads one page at the beginning and the others only at the very end.
          await a.runs.endOf(task.id)
        })
        return seqs
      })()
      await a.runs.endOf(task.id)
      const log = await eventsOf(task.id, 1)
      // More than a page of 128, however slowly the text was written.
      expect(log.length).toBeGreaterThan(128)
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 2))
      expect(await slow).toEqual(log.map(({ seq }) => seq))
      expect(await followRun(b, task.id)).toEqual(log)
    })

    it('that leaves stops waiting', async () => {
      const task = await beginRun(a, `gate left ${kind}`)
      await expect.poll(() => eventsOf(task.id)).toHaveLength(3)
      const leaving = new AbortController()
      const reading = readingAt(a)
      const place = { taskId: task.id, after: 3, turnSeq: 1, idleMs: 100_000 }
      const pages: LogEvent[][] = []
      const following = followTask(reading, place, leaving.signal, (page) => void pages.push([...page]))
      leaving.abort()
      await following
      expect(pages).toEqual([])
      openGate(`left ${kind}`)
      await a.runs.endOf(task.id)
    })
  })
})

describe('the live log', () => {
  const event = (seq: number): LogEvent => ({ seq, final: false, json: '{}' })

  it('keeps the last events of tasks in use and forgets the others', () => {
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

  it('does not guess at events that arrived out of order', () => {
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
