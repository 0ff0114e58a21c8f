import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Agent, AgentOutput } from '@/lib/agents/agent'
import type { RebalancePermission } from '@/lib/wire/consent'
import { takenBackResult } from '@/lib/wire/result'
import { LiveLog } from '../a2a/streams/live-log'
import type { Database } from '../database/database'
import { openDatabase } from '../database/open-database'
import { propose } from '../proposals/propose'
import { allFrames, Browser, call, newAccount, again as proposeAgain, result, signIn, words } from '../testing/client'
import { startPostgres, type TestPostgres } from '../testing/postgres'
import { postgresSettings, startTestService, type TestService } from '../testing/test-service'
import { moveKey } from './store'
import { takeBackEnded } from './take-back'
import { permit } from './testing/permit'

const exit = 'exit_staking_yield'
const deposit = { name: 'enter_staking_yield', parameters: { amount: '40' } }

/** Gate for a turn to be held up after it has announced a deposit and before it proposes it. */
let gate: { reached: () => void; open: Promise<void> } | null = null

/** Proposes a deposit whatever it hears, and says what it was told about the permission. */
const agent: Agent = {
  id: 1,
  name: 'Mover',
  description: 'An agent for tests',
  tags: [],
  examples: [],
  answer: async function* ({ permission }): AsyncGenerator<AgentOutput> {
    const state = permission ? await permission() : 'not needed'
    yield { type: 'text', delta: `Permission: ${state}. Here is the deposit.` }
    gate?.reached()
    await gate?.open
    yield { type: 'call', ...deposit }
  },
}

let clock = Date.now()
let postgres: TestPostgres
let running: TestService
/** Database as seen by another instance. */
let database: Database

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.newDatabase()
  running = await startTestService({
    port: 22_960,
    agents: [agent],
    now: () => clock,
    // Checks only when called.
    planTickMs: 3_600_000,
    settings: { ...postgresSettings(url), CRON_SECRET: 'a secret of the scheduler, long enough' },
  })
  database = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, () => clock)
})
afterAll(async () => {
  await running.stop()
  await database.close()
  await postgres.stop()
})
beforeEach(() => {
  gate = null
})

type Person = Awaited<ReturnType<typeof newPerson>>

async function newPerson() {
  const [browser, { address, ...account }] = [new Browser(running.origin), newAccount()]
  const response = await signIn(browser, { ...account, address }, {}, clock)
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await response.json())
  return { browser, address, userId: user.id }
}

/** Begins the first step of a move, proposed under a permission. */
async function begun(person: Person, change: Partial<RebalancePermission> = {}) {
  const permissionId = await permit(database.query, person, clock, change)
  const owner = { userId: person.userId, address: person.address, chainId: 31337 }
  const key = moveKey(permissionId, { spot: 'here', target: 'there' }, 1)
  const what = { agentId: 1, kind: 'rebalance' as const, key, title: 'A better place', text: 'A withdrawal first.' }
  const calls = [{ name: exit, parameters: { amount: 'all' } }]
  const made = await propose(database.query, { ...what, owner, calls }, clock)
  const task = await taskOf(person, made?.taskId)
  return { permissionId, id: task.id, callId: task.metadata.pendingCalls[0] ?? '' }
}
type Begun = Awaited<ReturnType<typeof begun>>

const taskOf = ({ browser }: Person, id: string | undefined) => result(call(browser, 'tasks/get', { id }))
const success = { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 31337 }
const done = ({ browser }: Person, { id, callId }: Begun, outcome: Record<string, unknown> = success) => {
  const part = { type: 'functionReturn', id: callId, name: exit, result: outcome }
  return call(browser, 'message/send', { taskId: id, message: { role: 'user', parts: [part] } })
}
const revoke = ({ browser }: Person, { permissionId }: Begun) =>
  browser.fetch(`/api/permissions/${permissionId}`, { method: 'DELETE' })
const lookForEnded = async () => {
  const headers = { authorization: 'Bearer a secret of the scheduler, long enough' }
  expect((await fetch(`${running.origin}/api/cron/plans`, { headers })).status).toBe(200)
}
const stateOf = async ({ browser }: Person) => {
  const schema = z.object({ proposals: z.array(z.object({ state: z.string() })) })
  return schema.parse(await (await browser.fetch('/api/proposals')).json()).proposals.map(({ state }) => state)
}
const said = ({ status }: Awaited<ReturnType<typeof taskOf>>) =>
  (status.message?.parts ?? []).map(({ text, name }) => text ?? name)

const passes = (ms: number) => {
  clock += ms
}

/** Holds up the next turn between its text and its proposal. */
function hold() {
  let open = () => {}
  const reached = new Promise<void>((resolve) => {
    gate = { reached: resolve, open: new Promise((go) => (open = go)) }
  })
  return { reached, open: () => open() }
}

describe('the second step of a move', () => {
  it('is proposed while the permission is valid, to its last millisecond', async () => {
    const person = await newPerson()
    const validUntil = Math.floor(clock / 1000) + 60
    const move = await begun(person, { validUntil })
    clock = validUntil * 1000 - 1
    const task = await result(done(person, move))
    expect(said(task)).toEqual(['Permission: active. Here is the deposit.', deposit.name])
    expect(task.metadata.pendingCalls).toHaveLength(1)
  })

  it('is not proposed from the millisecond at which the permission ends, which is stated', async () => {
    const person = await newPerson()
    const validUntil = Math.floor(clock / 1000) + 60
    const move = await begun(person, { validUntil })
    clock = validUntil * 1000
    const task = await result(done(person, move))
    expect(task.metadata.pendingCalls).toEqual([])
    expect(said(task)).toEqual([
      expect.stringMatching(/^Permission: expired\. .*\n\nThe permission for this move expired .*nothing is proposed/),
    ])
  })

  it.each([
    ['revoked', (person: Person, move: Begun) => revoke(person, move), 'You revoked the permission'],
    ['out of date', async () => passes(61_000), 'The permission for this move expired'],
  ] as const)('is not proposed if the permission is %s while the agent is answering', async (_, end, why) => {
    const person = await newPerson()
    const move = await begun(person, { validUntil: Math.floor(clock / 1000) + 60 })
    const turn = hold()
    const answer = result(done(person, move))
    await turn.reached
    await end(person, move)
    turn.open()
    const task = await answer
    expect(said(task)).toEqual([expect.stringContaining(why)])
    expect(said(task)[0]).toContain('Permission: active.')
    expect(task.metadata.pendingCalls).toEqual([])
    // A reader of the stream gets the same.
    const log = await allFrames(await call(person.browser, 'tasks/resubscribe', { id: move.id }))
    expect(JSON.stringify(log)).not.toContain(deposit.name)
    expect(log.at(-1)?.event).toMatchObject({ final: true, status: { message: task.status.message } })
  })

  it('never stays open if it coincides with the revocation', async () => {
    const person = await newPerson()
    const moves: Begun[] = []
    for (let n = 0; n < 12; n++) moves.push(await begun(person))
    await Promise.all(moves.flatMap((move) => [result(done(person, move)), revoke(person, move)]))
    const tasks = await Promise.all(moves.map(({ id }) => taskOf(person, id)))
    expect(tasks.flatMap(({ metadata }) => metadata.pendingCalls)).toEqual([])
    for (const task of tasks)
      expect(said(task)).toEqual([expect.stringMatching(/You (?:have )?revoked the permission for this move/)])
  })

  it('needs no permission if the person asks for it', async () => {
    const person = await newPerson()
    const move = await begun(person)
    await revoke(person, move)
    const asked = await result(call(person.browser, 'message/send', { taskId: move.id, ...words('stake it') }))
    expect(said(asked)).toEqual(['Permission: not needed. Here is the deposit.', deposit.name])
  })
})

describe('open proposals under a permission', () => {
  it('are taken back when the permission is revoked, and nothing else is', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const [move, kept, theirs] = [await begun(person), await begun(person), await begun(other)]
    expect((await revoke(other, move)).status).toBe(404)
    expect(await stateOf(person)).toEqual(['open', 'open'])
    expect((await revoke(person, move)).status).toBe(200)
    const task = await taskOf(person, move.id)
    expect(task.metadata.pendingCalls).toEqual([])
    expect(said(task)).toEqual([expect.stringMatching(/^You have revoked .*Your money stays where it is\./)])
    for (const [whose, which] of [
      [person, kept],
      [other, theirs],
    ] as const)
      expect((await taskOf(whose, which.id)).metadata.pendingCalls).toEqual([which.callId])
    expect((await stateOf(person)).toSorted()).toEqual(['open', 'settled'])
    // Only once: a second revocation says nothing more.
    await revoke(person, move)
    expect((await taskOf(person, move.id)).history).toHaveLength(task.history?.length ?? 0)
  })

  it('may be countersigned already: the outcome is reported once, and nothing is proposed after it', async () => {
    const person = await newPerson()
    const move = await begun(person)
    await revoke(person, move)
    const task = await result(done(person, move))
    expect(task.metadata.pendingCalls).toEqual([])
    expect(task.history?.slice(-2)).toMatchObject([{ role: 'user', parts: [{ id: move.callId }] }, { role: 'agent' }])
    expect(said(task)).toEqual([
      expect.stringMatching(/^Permission: revoked\. .*\n\nYou revoked .*nothing is proposed/),
    ])
    const again = await result(done(person, move))
    expect(again.history).toHaveLength(task.history?.length ?? 0)
  })

  it('need no message if declined meanwhile, or closed by the page', async () => {
    const person = await newPerson()
    for (const error of ['User rejected the action', 'superseded by a new message']) {
      const move = await begun(person)
      await revoke(person, move)
      const { history = [] } = await taskOf(person, move.id)
      const task = await result(done(person, move, { status: 'rejected', error }))
      expect(task.history).toHaveLength(history.length + 1)
      expect(said(task)).toEqual([expect.stringMatching(/^You have revoked /)])
    }
  })

  it('are taken back as a second step too, with a note where the money is', async () => {
    const person = await newPerson()
    const move = await begun(person)
    expect((await result(done(person, move))).metadata.pendingCalls).toHaveLength(1)
    await revoke(person, move)
    const task = await taskOf(person, move.id)
    expect(task.metadata.pendingCalls).toEqual([])
    expect(said(task)).toEqual([expect.stringContaining('What the withdrawal brought is in your wallet')])
    expect(task.history?.slice(-2)).toMatchObject([{ parts: [{ result: takenBackResult }] }, { role: 'agent' }])
  })

  it('are taken back once when the permission expires, and not before', async () => {
    const person = await newPerson()
    const validUntil = Math.floor(clock / 1000) + 60
    const move = await begun(person, { validUntil })
    clock = validUntil * 1000 - 1
    await lookForEnded()
    expect((await taskOf(person, move.id)).metadata.pendingCalls).toEqual([move.callId])
    clock += 1
    const elsewhere = () =>
      takeBackEnded({ database, live: new LiveLog(), now: () => clock }, new AbortController().signal)
    await Promise.all([lookForEnded(), elsewhere(), elsewhere()])
    const task = await taskOf(person, move.id)
    expect(task.metadata.pendingCalls).toEqual([])
    expect(task.history?.map(({ role }) => role)).toEqual(['agent', 'user', 'agent'])
    expect(said(task)).toEqual([expect.stringMatching(/^The permission for this move has expired/)])
    // An instance whose clock is behind proposes nothing under it either.
    const late = await begun(person, { validUntil: validUntil + 60 })
    clock += 60_000
    await lookForEnded()
    clock -= 60_000
    expect((await result(done(person, late))).metadata.pendingCalls).toEqual([])
  })

  it('stay if the person asked for them in that conversation', async () => {
    const person = await newPerson()
    const move = await begun(person)
    const { browser } = person
    const asked = await result(call(browser, 'message/send', { taskId: move.id, ...words('stake it') }))
    await revoke(person, move)
    const [begunCall, ...theirs] = asked.metadata.pendingCalls
    expect(begunCall).toBe(move.callId)
    expect(theirs).toHaveLength(1)
    expect((await taskOf(person, move.id)).metadata.pendingCalls).toEqual(theirs)
  })

  it('remain unasked after a question: the next step needs the permission, and ends with it', async () => {
    const person = await newPerson()
    const { browser } = person
    const move = await begun(person)
    const asked = await result(call(browser, 'message/send', { taskId: move.id, ...words('stake it') }))
    const [, theirs] = asked.metadata.pendingCalls
    // Approved after the question, the move continues under the permission.
    const next = await result(done(person, move))
    expect(said(next)[0]).toMatch(/^Permission: active/)
    expect(next.metadata.pendingCalls).toHaveLength(2)
    await revoke(person, move)
    const task = await taskOf(person, move.id)
    expect(task.metadata.pendingCalls).toEqual([theirs])
    const fresh = next.metadata.pendingCalls.find((id) => id !== theirs) ?? ''
    const again = await result(call(browser, 'message/send', { taskId: move.id, ...proposeAgain(fresh) }))
    expect(again.metadata.pendingCalls).toEqual([theirs])
    expect(said(again)).toEqual([expect.stringContaining('You have revoked the permission')])
  })

  it('are taken back while the agent answers a question beside them', async () => {
    const person = await newPerson()
    const move = await begun(person)
    const turn = hold()
    const answer = result(call(person.browser, 'message/send', { taskId: move.id, ...words('what is that?') }))
    await turn.reached
    await revoke(person, move)
    turn.open()
    const task = await answer
    expect(task.metadata.pendingCalls).not.toContain(move.callId)
    expect(task.metadata.pendingCalls).toHaveLength(1)
    const { history } = await taskOf(person, move.id)
    expect(JSON.stringify(history)).toContain('You have revoked the permission for this move')
  })
})
