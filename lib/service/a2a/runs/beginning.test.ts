import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, DatabaseError, type Query } from '../../database/database'
import { openPlanBook } from '../../plans/store'
import { newAccount, words } from '../../testing/client'
import { newUser, runServer, take } from '../../testing/run-server'
import { aborted, openGate, turns } from '../../testing/scripted-agent'
import { openStore, stores } from '../../testing/stores'
import { readEvents } from '../streams/events'
import { findTask, readHistory } from '../task-store'
import { mostAtOnce } from './beginning'
import type { TurnEnd } from './run'

const now = () => 1_800_000_000_000
const textOf = (end: TurnEnd | null) => end?.task.statusMessage?.parts[0]
const text = (said: string) => ({ kind: 'text', type: 'text', text: said })

describe.each(stores)('on %s, a new task', (store) => {
  let databases: [Database, Database]
  let close: () => Promise<void>
  let owners = 0
  beforeAll(async () => {
    ;({ databases, close } = await openStore(store, now))
  })
  afterAll(() => close())

  /** Opens a server and a new account, and records the server's statements. `before` runs before each of them. */
  async function open(before: Query = async () => []) {
    const [shared] = databases
    const owner = `owner ${++owners}`
    await newUser(shared, owner)
    const asked: string[] = []
    const heard =
      (query: Query): Query =>
      async (statement, values) => {
        asked.push(statement)
        await before(statement, values)
        return query(statement, values)
      }
    const transaction: Database['transaction'] = (work) => shared.transaction((query) => work(heard(query)))
    return { owner, asked, server: runServer({ ...shared, query: heard(shared.query), transaction }, now) }
  }

  /** Holds back the statement that stores a new task until the gate opens. */
  function gate(): { before: Query; open: () => void } {
    let letGo = () => {}
    const opened = new Promise<void>((resolve) => {
      letGo = resolve
    })
    return { before: async (statement) => (statement.includes('made as') ? opened.then(() => []) : []), open: letGo }
  }

  async function begun(taking: ReturnType<typeof take>) {
    const accepted = await taking
    if (accepted.kind !== 'begun') throw new Error(`It is ${accepted.kind}.`)
    return accepted
  }

  const allOf = async (id: string, owner: string) => {
    const { query } = databases[0]
    const task = await findTask(query, id, owner)
    if (!task) throw new Error('There is no such task.')
    const events = await readEvents(query, id, 0, 100)
    return { task, events, history: await readHistory(query, task, null) }
  }

  it('is stored with its whole answer in one statement if the answer is immediate and nobody follows it', async () => {
    const { server, owner, asked } = await open()
    const { task, ended } = await begun(take(server, words('say a|b'), owner, true))
    expect(textOf(await ended)).toEqual(text('ab'))
    expect(asked).toHaveLength(1)
    const kept = await allOf(task.id, owner)
    expect(kept.task).toMatchObject({ state: 'input-required', runner: null, lastSeq: 4, error: null })
    // Nobody saw the earlier events, and this one contains all of them.
    expect(kept.events.map(({ seq, final }) => ({ seq, final }))).toEqual([{ seq: 4, final: true }])
    expect(JSON.parse(kept.events[0]?.json ?? '')).toMatchObject({ status: { message: { parts: [text('ab')] } } })
    expect(kept.history.map(({ role, parts }) => [role, parts[0]])).toEqual([
      ['user', text('say a|b')],
      ['agent', text('ab')],
    ])
  })

  it('reports a failure of its agent, even an immediate one', async () => {
    const { server, owner } = await open()
    const { task, ended } = await begun(take(server, words('fail'), owner, true))
    expect(await ended).toMatchObject({ task: { error: { code: 'agent-failed' } } })
    expect((await allOf(task.id, owner)).task).toMatchObject({
      state: 'input-required',
      error: { code: 'agent-failed' },
    })
  })

  it('keeps the calls of an immediate answer', async () => {
    const { server, owner } = await open()
    const { task, ended } = await begun(take(server, words('propose 2'), owner, true))
    expect((await ended)?.task.pendingCalls).toHaveLength(2)
    expect((await allOf(task.id, owner)).task.pendingCalls).toEqual((await ended)?.task.pendingCalls)
  })

  it('shows each event to a follower only once it is stored, the first ones first', async () => {
    const storing = gate()
    const { server, owner } = await open(storing.before)
    const taking = take(server, words('say a|b'), owner)
    await expect.poll(() => turns.at(-1)?.history.at(-1)?.parts[0]).toEqual(text('say a|b'))
    const { taskId } = turns.at(-1)?.history.at(-1) ?? {}
    if (!taskId) throw new Error('The turn has no task.')
    expect(server.live.since(taskId, 0)).toBeNull()
    storing.open()
    const { ended } = await begun(taking)
    await ended
    expect((await allOf(taskId, owner)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  it('is ended by a statement of its own if the answer comes while the task is being stored', async () => {
    const storing = gate()
    const { server, owner, asked } = await open(storing.before)
    const taking = take(server, words(`gate late ${store}`), owner, true)
    await expect.poll(() => asked).toHaveLength(1)
    openGate(`late ${store}`)
    await expect.poll(() => turns.at(-1)?.history.at(-1)?.parts[0]).toEqual(text(`gate late ${store}`))
    storing.open()
    const { task, ended } = await begun(taking)
    expect(textOf(await ended)).toEqual(text('before after'))
    expect((await allOf(task.id, owner)).task).toMatchObject({ state: 'input-required', runner: null })
  })

  it('is not taken for lost while being stored', async () => {
    const storing = gate()
    const { server, owner } = await open(storing.before)
    const taking = take(server, words(`gate slow ${store}`), owner)
    await expect.poll(() => turns.at(-1)?.history.at(-1)?.parts[0]).toEqual(text(`gate slow ${store}`))
    await server.runs.keepLeases()
    storing.open()
    const { ended } = await begun(taking)
    openGate(`slow ${store}`)
    expect(textOf(await ended)).toEqual(text('before after'))
  })

  it('is there and says it was interrupted if its server stops while storing it', async () => {
    const storing = gate()
    const { server, owner } = await open(storing.before)
    const taking = take(server, words('gate never'), owner)
    await expect.poll(() => turns.at(-1)?.history.at(-1)?.parts[0]).toEqual(text('gate never'))
    const closing = server.runs.close()
    storing.open()
    const { task } = await begun(taking)
    await closing
    const kept = await allOf(task.id, owner)
    expect(kept.task).toMatchObject({ state: 'input-required', error: { code: 'interrupted' } })
    expect(kept.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  it('waits while many tasks are being stored, and goes on as soon as one of them is', async () => {
    const storing = gate()
    const { server, owner } = await open(storing.before)
    const seen = turns.length
    const takings = Array.from({ length: mostAtOnce + 2 }, (_, i) => take(server, words(`say ${i}`), owner))
    await expect.poll(() => turns.length - seen).toBe(mostAtOnce)
    storing.open()
    for (const taking of takings) await (await begun(taking)).ended
    const last = turns.slice(seen).map(({ history }) => history.at(-1)?.parts[0])
    expect(last.slice(-2)).toEqual([text(`say ${mostAtOnce}`), text(`say ${mostAtOnce + 1}`)])
  })

  it('gets a place after messages that began nothing gave up theirs', async () => {
    const { server, owner } = await open()
    const repeated = words('say it', { messageId: `places ${store}` })
    await (await begun(take(server, repeated, owner))).ended
    const refused = Array.from({ length: mostAtOnce }, () => take(server, words('say it'), 'nobody'))
    const settled = await Promise.allSettled(refused)
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
    const again = await Promise.all(Array.from({ length: mostAtOnce }, () => take(server, repeated, owner)))
    expect(again.every(({ kind }) => kind === 'repeat')).toBe(true)
    await (await begun(take(server, words('say more'), owner))).ended
  })

  it('is not begun for a deleted account, and its agent changes nothing', async () => {
    const { server } = await open()
    await expect(take(server, words('plan'), 'nobody', true)).rejects.toThrow('Nothing was started')
    const gone = { userId: 'nobody', address: newAccount().address, chainId: 31337, agentId: 1 }
    expect(await openPlanBook(databases[0], gone, now).list()).toEqual([])
  })

  it('is refused and its agent stopped if it cannot be stored, and begins when sent again', async () => {
    let isBroken = true
    const { server, owner } = await open(async (statement) => {
      if (isBroken && statement.includes('made as')) throw new DatabaseError('lost', 'The database is gone.')
      return []
    })
    const message = words('gate never', { messageId: `again ${store}` })
    const stopped = aborted.length
    await expect(take(server, message, owner, true)).rejects.toThrow('The database is gone.')
    await expect.poll(() => aborted.length).toBe(stopped + 1)
    isBroken = false
    const { task } = await begun(take(server, message, owner))
    server.runs.stop(task.id, 'lost')
    expect((await allOf(task.id, owner)).task.state).toBe('working')
  })

  it('begins once if two servers get its message at the same time, and only one of them answers', async () => {
    const { owner } = await open()
    const servers = databases.map((database) => runServer(database, now))
    const message = words('say once', { messageId: `twice ${store}` })
    const accepted = await Promise.all(servers.map((server) => take(server, message, owner, true)))
    expect(accepted.map(({ kind }) => kind).toSorted()).toEqual(['begun', 'repeat'])
    const one = accepted.find(({ kind }) => kind === 'begun')
    if (one?.kind !== 'begun') throw new Error('Nothing was started.')
    await one.ended
    expect((await allOf(one.task.id, owner)).history).toHaveLength(2)
  })

  it('does not begin from a message that another server accepted, and its agent changes nothing', async () => {
    const { owner } = await open()
    const [one, other] = databases.map((database) => runServer(database, now))
    if (!one || !other) throw new Error('There are two servers.')
    const messageId = `elsewhere ${store}`
    const { task, ended } = await begun(take(one, words('say it', { messageId }), owner))
    await ended
    const stopped = aborted.length
    expect(await take(other, words('plan', { messageId }), owner)).toEqual({ kind: 'repeat', taskId: task.id })
    await expect.poll(() => aborted.length).toBe(stopped + 1)
    const book = { userId: owner, address: newAccount().address, chainId: 31337, agentId: 1 }
    expect(await openPlanBook(databases[0], book, now).list()).toEqual([])
  })
})
