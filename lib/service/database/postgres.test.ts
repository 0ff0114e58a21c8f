import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { startPostgres, type TestPostgres } from '../testing/postgres'
import type { Database } from './database'
import { openPostgres } from './postgres'

let postgres: TestPostgres
let url: string
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.newDatabase()
})
afterAll(() => postgres.stop())

/** A relay to the server. While `silent`, data is lost in both directions without notice. */
async function startWay() {
  const { hostname, port } = new URL(url)
  const way = { isSilent: false }
  const open: Socket[] = []
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname)
    open.push(client, server)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from
        .on('data', (piece) => way.isSilent || to.write(piece))
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
  })
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => listener.close(resolve))
  })
  const own = await listenLocally(listener)
  return Object.assign(way, { url: Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href })
}

const one = [{ one: 1 }]
const ask = (database: Database) => database.query('select 1 as one')

describe('a server that vanished', () => {
  it('is given up after the configured time, and used again when it is back', async () => {
    const way = await startWay()
    const database = openPostgres({ url: way.url, patienceMs: 1_500 })
    onTestFinished(database.close)
    expect(await Promise.all([ask(database), ask(database)])).toEqual([one, one])
    way.isSilent = true
    // On open connections, on new ones, and in a transaction.
    for (let times = 0; times < 2; times++) await expect(ask(database)).rejects.toThrow(/timeout/i)
    const transaction = database.transaction(async (query) => {
      await query('create table half (n int)')
      throw new Error('It was answered.')
    })
    await expect(transaction).rejects.toThrow(/timeout/i)
    way.isSilent = false
    expect(await ask(database)).toEqual(one)
  })

  it('keeps nothing of a transaction that it interrupted', async () => {
    const way = await startWay()
    const database = openPostgres({ url: way.url, patienceMs: 1_500 })
    onTestFinished(database.close)
    const transaction = database.transaction(async (query) => {
      await query('create table whole (n int)')
      way.isSilent = true
      await query('insert into whole values (1)')
    })
    await expect(transaction).rejects.toThrow(/timeout/i)
    way.isSilent = false
    await expect.poll(() => database.query(`select to_regclass('whole')::text as name`)).toEqual([{ name: null }])
    expect(await ask(database)).toEqual(one)
  })
})

describe('an instance that vanished in the middle of a transaction', () => {
  it('keeps its locks no longer than allowed, and can continue when it is back', async () => {
    const way = await startWay()
    const [gone, other] = [
      openPostgres({ url: way.url, patienceMs: 60_000, holdMs: 500 }),
      openPostgres({ url, patienceMs: 10_000 }),
    ]
    onTestFinished(() => Promise.all([gone.close(), other.close()]).then(() => undefined))
    await other.query('create table held (n int)')
    await other.query('insert into held values (1)')
    const transaction = gone.transaction(async (query) => {
      await query('update held set n = n + 10')
      way.isSilent = true
      await other.query('update held set n = n + 1')
      way.isSilent = false
      await query('update held set n = n + 10')
    })
    await expect(transaction).rejects.toThrow()
    expect(await gone.query('select n from held')).toEqual([{ n: 2 }])
  })
})

describe('a server that breaks a connection', () => {
  it('between two statements of a transaction fails that transaction, and not the process', async () => {
    const database = openPostgres({ url, patienceMs: 10_000 })
    onTestFinished(database.close)
    const isThere = (pid: unknown) => database.query('select 1 as one from pg_stat_activity where pid = $1', [pid])
    const transaction = database.transaction(async (query) => {
      await query('create table broken (n int)')
      const [row] = await query('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1)', [row?.pid])
      await expect.poll(() => isThere(row?.pid)).toEqual([])
      await query('insert into broken values (1)')
    })
    await expect(transaction).rejects.toThrow(/terminat|not queryable/i)
    expect(await ask(database)).toEqual(one)
    expect(await database.query(`select to_regclass('broken')::text as name`)).toEqual([{ name: null }])
  })
})
