import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database/database'
import { openDatabase } from './database/open-database'
import { again, Browser, call, newAccount, page, result, returned, signIn, words } from './testing/client'
import { startPostgres, type TestPostgres } from './testing/postgres'
import { openGate } from './testing/scripted-agent'
import { postgresSettings, startTestService, type TestService } from './testing/test-service'
import { sweepDatabase } from './upkeep/sweep'

let postgres: TestPostgres
let running: TestService
let database: Database
let ada: Browser
const account = newAccount()

beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.newDatabase()
  running = await startTestService({ settings: postgresSettings(url) })
  database = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, Date.now)
  ada = new Browser(running.origin)
  await signIn(ada, account)
})
afterAll(async () => {
  await running.stop()
  await database.close()
  await postgres.stop()
})

const claim = (taskId: string, id: string, browser: string) =>
  result(call(ada, 'tasks/get', { id: taskId, metadata: { signing: id, browser } }))
const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }

describe('a call that a browser claims while the agent replaces it', () => {
  it('is either signed by it or replaced, never both', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < 24; n++) {
      const task = await result(call(ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const gate = `race-${n}`
      const answer = result(call(ada, 'message/send', words(`replace ${gate}`, { taskId: task.id })))
      // Each comes first in some rounds.
      const claimed = n % 3 === 0 ? await claim(task.id, id, 'b') : null
      openGate(gate)
      if (n % 3 === 1) await answer
      const { metadata } = claimed ?? (await claim(task.id, id, 'b'))
      const { pendingCalls } = (await answer).metadata
      const { holder = '' } = metadata.claim ?? {}
      seen.add(holder)
      expect([holder, pendingCalls.includes(id), pendingCalls.length]).toEqual(
        holder === 'you' ? ['you', true, 2] : ['settled', false, 1],
      )
    }
    expect(seen).toEqual(new Set(['you', 'settled']))
  })

  it('is accepted if it succeeds all the same', async () => {
    const task = await result(call(ada, 'message/send', words('propose 1')))
    const [id = ''] = task.metadata.pendingCalls
    const next = await result(call(ada, 'message/send', words('replace', { taskId: task.id })))
    const told = await result(call(ada, 'message/send', returned(id, done)))
    expect(told.metadata.pendingCalls).toEqual(next.metadata.pendingCalls)
    expect(told.status.message?.parts[0]?.text).toContain(done.txHash)
    const refused = await result(call(ada, 'message/send', again(id, { taskId: task.id })))
    expect(refused.status.message?.parts[0]?.text).toContain('carried out')
  })
})

describe('a deleted conversation', () => {
  const dayMs = 24 * 3_600_000
  it('can be restored for thirty days, and is then removed, unless a browser may be signing in it', async () => {
    const [gone, signed] = [
      await result(call(ada, 'message/send', words('propose 1'))),
      await result(call(ada, 'message/send', words('propose 1'))),
    ]
    for (const { id } of [gone, signed]) await call(ada, 'tasks/delete', { id })
    await claim(signed.id, signed.metadata.pendingCalls[0] ?? '', 'b')
    await sweepDatabase(database, Date.now() + 29 * dayMs, 0)
    // Their sessions have expired meanwhile.
    await signIn(ada, account)
    expect((await result(call(ada, 'tasks/get', { id: gone.id }))).metadata).toMatchObject({ deleted: true })
    await sweepDatabase(database, Date.now() + 31 * dayMs, 0)
    const rows = await database.query('select id from tasks where deleted_at is not null')
    expect(rows).toEqual([{ id: signed.id }])
    await database.query('update tasks set deleted_at = deleted_at - $1::bigint', [31 * dayMs])
    await signIn(ada, account)
    const late = await (await call(ada, 'tasks/update', { id: signed.id, metadata: { deleted: false } })).json()
    expect(late).toMatchObject({ error: { code: -32001 } })
    expect((await page(ada, 'tasks/list', { pageSize: 100 })).tasks.map(({ id }) => id)).not.toContain(signed.id)
  })
})
