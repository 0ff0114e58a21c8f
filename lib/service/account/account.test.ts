import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Database } from '../database/database'
import { openDatabase } from '../database/open-database'
import { Browser, call, newAccount, result, rpcError, signedInBrowser, signIn, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startPostgres } from '../testing/postgres'
import { postgresSettings, startTestService, type TestService } from '../testing/test-service'
import { sweepDatabase } from '../upkeep/sweep'

const dayMs = 24 * 60 * 60_000
let running: TestService
beforeAll(async () => {
  running = await startTestService({})
})
afterAll(() => running.stop())

const forget = (browser: Awaited<ReturnType<typeof signedInBrowser>>, headers: Record<string, string> = {}) =>
  browser.fetch('/api/account', { method: 'DELETE', headers })

describe('deleting an account’s data', () => {
  it('removes its conversations and sessions, and nobody else’s', async () => {
    const ada = await signedInBrowser(running.origin)
    const bob = await signedInBrowser(running.origin)
    const [hers, his] = [
      await result(call(ada, 'message/send', words('say hi'))),
      await result(call(bob, 'message/send', words('say hi'))),
    ]
    expect((await forget(ada)).status).toBe(200)
    expect(await (await ada.fetch('/api/auth/session')).json()).toBeNull()
    expect((await call(ada, 'tasks/get', { id: hers.id })).status).toBe(401)
    expect((await result(call(bob, 'tasks/get', { id: his.id }))).id).toBe(his.id)
  })

  it('leaves nothing behind for the same account when it returns', async () => {
    const account = newAccount()
    const ada = new Browser(running.origin)
    await signIn(ada, account)
    const { id } = await result(call(ada, 'message/send', words('propose 1')))
    await forget(ada)
    const again = new Browser(running.origin)
    await signIn(again, account)
    expect((await rpcError(call(again, 'tasks/get', { id }))).error.code).toBe(-32001)
  })

  it('ends a running turn', async () => {
    const ada = await signedInBrowser(running.origin)
    const stream = await call(ada, 'message/stream', words('gate never'))
    expect((await forget(ada)).status).toBe(200)
    // The stream ends with the session, without an invented final event.
    expect(await stream.text()).not.toContain('"final":true')
  })

  it('ends the wait for a turn on another instance', async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const settings = postgresSettings(await postgres.newDatabase())
    const here = await startTestService({ settings })
    onTestFinished(here.stop)
    const there = await startTestService({ settings, pingMs: 50 })
    onTestFinished(there.stop)
    const ada = await signedInBrowser(here.origin)
    const adaThere = new Browser(there.origin)
    for (const [name, value] of ada.cookies) adaThere.cookies.set(name, value)
    const message = words('gate never', { messageId: 'the same' })
    const stream = await call(ada, 'message/stream', message)
    const waiting = rpcError(call(adaThere, 'message/send', message))
    await call(adaThere, 'tasks/get', { id: 'x' })
    expect((await forget(ada)).status).toBe(200)
    // On a busy machine the deletion overtakes the message, which then finds no account.
    expect((await waiting).error.message).toMatch(/^Task not found|^Your data was deleted in the meantime/)
    await stream.text()
  })

  it('requires the signed-in person and a page of this app', async () => {
    const ada = await signedInBrowser(running.origin)
    expect((await forget(ada, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await ada.fetch('/api/account')).status).toBe(405)
    ada.cookies.clear()
    expect((await forget(ada)).status).toBe(401)
  })
})

describe('retention', () => {
  it('deletes conversations untouched for the configured days, and not a day earlier', async () => {
    const dataDir = await newDataFolder()
    const ada = newAccount()
    /** Restarts the service `days` later. Returns what the account finds of the task. */
    const later = async (days: number, id: string | null) => {
      const service = await startTestService({
        dataDir,
        now: () => begin + days * dayMs,
        settings: { RETENTION_DAYS: '30' },
      })
      const browser = new Browser(service.origin)
      await signIn(browser, ada, {}, begin + days * dayMs)
      const asked = id ? call(browser, 'tasks/get', { id }) : call(browser, 'message/send', words('say hi'))
      const answer = z
        .object({ result: z.object({ id: z.string() }).optional(), error: z.object({ code: z.int() }).optional() })
        .parse(await (await asked).json())
      await service.stop()
      return answer
    }
    const begin = Date.now() - 31 * dayMs
    const id = (await later(0, null)).result?.id ?? ''
    expect(await later(29, id)).toEqual({ result: { id } })
    expect(await later(31, id)).toMatchObject({ error: { code: -32001 } })
    await rm(dataDir, { recursive: true })
  })

  it('records when somebody last signed in', async () => {
    const dataDir = await newDataFolder()
    const ada = newAccount()
    const begin = Date.now() - 40 * dayMs
    for (const at of [begin, begin + 20 * dayMs]) {
      const service = await startTestService({ dataDir, now: () => at })
      expect((await signIn(new Browser(service.origin), ada, {}, at)).status).toBe(200)
      await service.stop()
    }
    const database = await openDatabase({ DATA_DIR: dataDir }, () => 0)
    expect(await database.query('select "updatedAt" as at from auth_user')).toEqual([
      { at: new Date(begin + 20 * dayMs) },
    ])
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  it('deletes many of them in small steps, so that others need not wait for all', async () => {
    const dataDir = await newDataFolder()
    const database = await openDatabase({ DATA_DIR: dataDir }, () => 0)
    await database.query(
      `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq,
         runner, created_at)
       select n::text, 'ada', '0x', 1, 'c', 1, 'input-required', n, 1, 2, case when n = 7 then 'a run' end, 0
       from generate_series(1, 300) as t(n)`,
    )
    let transactions = 0
    const counted: Database = {
      ...database,
      transaction: (work) => {
        transactions++
        return database.transaction(work)
      },
    }
    await sweepDatabase(counted, 250 + dayMs, 1)
    const left = await database.query('select id from tasks order by status_at')
    expect(left.map(({ id }) => Number(id))).toEqual([7, ...Array.from({ length: 51 }, (_, n) => 250 + n)])
    expect(transactions).toBeGreaterThan(2)
    await database.close()
    await rm(dataDir, { recursive: true })
  })
})
