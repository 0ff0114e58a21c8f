import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../database/postgres'
import { type Pooler, startPooler } from './pooler'
import { startPostgres, type TestPostgres } from './postgres'

let postgres: TestPostgres
let pooler: Pooler
let direct: string

beforeAll(async () => {
  postgres = await startPostgres()
  direct = await postgres.newDatabase()
  pooler = await startPooler(direct)
})
afterAll(async () => {
  await pooler.stop()
  await postgres.stop()
})

async function connected(): Promise<Client> {
  const client = new Client(pooler.url)
  await client.connect()
  return client
}

describe('the test pooler', () => {
  it('keeps no session state from one transaction to the next', async () => {
    const client = await connected()
    await client.query(`set application_name = 'mine'`)
    expect((await client.query('show application_name')).rows).toEqual([{ application_name: '' }])
    const named = { name: 'mine', text: 'select 1 as one' }
    expect((await client.query(named)).rows).toEqual([{ one: 1 }])
    await expect(client.query(named)).rejects.toThrow('prepared statement "mine" does not exist')
    await client.end()
  })

  it('keeps a transaction together, makes others wait for it, and rolls back if its client leaves', async () => {
    const first = await connected()
    await first.query('create table kept (n int)')
    await first.query('begin')
    await first.query('insert into kept values (1)')
    const database = openPostgres({ url: pooler.url, patienceMs: 0 })
    const others = Promise.all([2, 3, 4, 5].map((n) => database.query('insert into kept values ($1)', [n])))
    await others
    await first.end()
    const count = () => database.query('select count(*)::int as count from kept')
    expect(await Promise.all([count(), count(), count()])).toEqual(Array(3).fill([{ count: 4 }]))
    await database.close()
  })
})
