import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from './database/database'
import { migrate } from './database/migrate'
import { migrations } from './database/migrations'
import { openPglite } from './database/pglite'
import { openPostgres } from './database/postgres'
import { Browser, call, page, result, returned, signIn, words } from './testing/client'
import { newDataFolder } from './testing/data-folder'
import { startPostgres } from './testing/postgres'
import { turns } from './testing/scripted-agent'
import { stores } from './testing/stores'
import { postgresSettings, startTestService, type TestServiceOptions } from './testing/test-service'

/**
 * Database contents of the version before conversations were kept by the wallet, written by that version and exported
 * row by row. `open` has two calls, one of them answered; `moved` has one that later text had voided; `signing` has one
 * that a browser has claimed.
 */
const task = z.object({ id: z.string(), calls: z.array(z.string()) })
const former = z
  .object({
    version: z.int(),
    privateKey: z.templateLiteral(['0x', z.string()]),
    tasks: z.record(z.enum(['open', 'moved', 'signing', 'answered', 'canceled', 'talk', 'plan']), task),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .parse(JSON.parse(readFileSync(new URL('testing/former-rows.json', import.meta.url), 'utf8')))
const { open, moved, signing, answered, canceled, talk, plan } = former.tasks

async function writeFormer(database: Database): Promise<void> {
  try {
    // Restores the state before the first migration without creating a database, which takes seconds.
    await database.query('drop schema public cascade')
    await database.query('create schema public')
    await migrate(database, () => 1, migrations.slice(0, former.version))
    for (const [table, rows] of Object.entries(former.tables))
      await database.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ])
  } finally {
    await database.close()
  }
}

async function formerStore(store: (typeof stores)[number]): Promise<TestServiceOptions & { remove: () => unknown }> {
  if (store === 'PGlite') {
    const dataDir = await newDataFolder()
    await writeFormer(await openPglite(dataDir))
    return { dataDir, remove: () => rm(dataDir, { recursive: true }) }
  }
  const postgres = await startPostgres()
  const url = await postgres.newDatabase()
  await writeFormer(openPostgres({ url, patienceMs: 0 }))
  return { settings: postgresSettings(url), remove: postgres.stop }
}

describe.each(stores)('conversations of the former version on %s', (store) => {
  it('are listed, searched, and continue where they were; open calls are answered once', async () => {
    const { remove, ...options } = await formerStore(store)
    const service = await startTestService(options)
    try {
      const ada = new Browser(service.origin)
      await signIn(ada, privateKeyToAccount(former.privateKey))
      const read = ({ id }: typeof open) => result(call(ada, 'tasks/get', { id }))
      const send = (params: unknown) => result(call(ada, 'message/send', params))
      const done = { status: 'success', txHash: `0x${'cd'.repeat(32)}`, chainId: 31337 }

      const listed = (await page(ada, 'tasks/list')).tasks
      expect(listed.map(({ id }) => id)).toEqual(
        [plan, talk, canceled, answered, signing, moved, open].map(({ id }) => id),
      )
      expect(listed.map(({ metadata }) => metadata.title)).toEqual([
        ...[
          'Your plan 1',
          'say Größe zählt, said the fox',
          'propose 1',
          'propose 1',
          'propose 1',
          'propose 1',
          'propose 2',
        ],
      ])
      const found = async (query: string) => (await page(ada, 'tasks/list', { query })).tasks.map(({ id }) => id)
      // Letters depend on the database's locale; that of the tests' Postgres is C.
      for (const query of store === 'PGlite' ? ['größe fox', 'grosse zahlt'] : ['said fox'])
        expect(await found(query)).toEqual([talk.id])
      expect(await found('friday')).toEqual([plan.id])

      const { calls } = await page(ada, 'calls/list')
      const states = ({ id }: typeof open) =>
        calls
          .filter(({ taskId }) => taskId === id)
          .map(({ state }) => state)
          .toSorted()
      expect([open, moved, signing, answered, canceled, plan].map(states)).toEqual([
        ...[['answered', 'pending'], ['void'], ['pending'], ['answered'], ['void'], ['pending']],
      ])
      expect(calls.every(({ parameters }) => typeof parameters?.value === 'string')).toBe(true)

      // The second of two: the agent has waited for both.
      const before = turns.length
      const [first = '', second = ''] = open.calls
      expect((await read(open)).metadata.pendingCalls).toEqual([second])
      const told = await send(returned(second, done))
      expect(told.metadata.pendingCalls).toEqual([])
      expect(turns.length).toBe(before + 1)
      expect((await send(returned(first, { ...done, txHash: `0x${'ab'.repeat(32)}` }))).history).toHaveLength(
        told.history?.length ?? 0,
      )
      expect(turns.length).toBe(before + 1)

      // A call claimed by a browser is not replaced.
      const beside = await send(words('replace', { taskId: signing.id }))
      expect(beside.metadata.pendingCalls).toEqual([signing.calls[0], expect.any(String)])
      expect((await send(returned(signing.calls[0] ?? '', done))).metadata.pendingCalls).toHaveLength(1)

      // A voided call stays void whatever is said; an outcome from the wallet is accepted all the same.
      expect((await read(moved)).metadata.pendingCalls).toEqual([])
      const late = await send(returned(moved.calls[0] ?? '', done))
      expect(late.status.message?.parts[0]?.text).toContain(done.txHash)
      expect((await read(canceled)).status.state).toBe('canceled')

      // Nobody asked for it, so it still belongs to the plan.
      expect((await read(plan)).metadata.pendingCalls).toEqual(plan.calls)
      expect((await send(returned(plan.calls[0] ?? '', done))).metadata.pendingCalls).toEqual([])
    } finally {
      await service.stop()
      await remove()
    }
  })
})
