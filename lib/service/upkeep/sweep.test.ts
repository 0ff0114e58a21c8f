import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepNonce } from '../auth/nonces'
import type { Database } from '../database/database'
import { propose } from '../proposals/propose'
import { moveKey } from '../rebalance/store'
import { permit } from '../rebalance/testing/permit'
import { newAccount } from '../testing/client'
import { openTestDatabaseOn, stores } from '../testing/stores'
import { sweepDatabase } from './sweep'

const day = 24 * 60 * 60_000
const begin = Date.UTC(2025, 0, 5)
const retentionDays = 30

let database: Database
let people = 0

type Person = { userId: string; address: Address }

/** Creates a person who signed in at the beginning and whose session has expired. */
async function newPerson(): Promise<Person> {
  const person = { userId: `user-${++people}`, address: newAccount().address }
  await database.query(
    `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, $1, $1, true, $2, $2)`,
    [person.userId, new Date(begin)],
  )
  await database.query(
    `insert into auth_wallet (id, "userId", address, "chainId", "createdAt") values ($1, $1, $2, 31337, $3)`,
    [person.userId, person.address, new Date(begin)],
  )
  return person
}

const sweepAfter = (days: number, kept = retentionDays) => sweepDatabase(database, begin + days * day, kept)

/**
 * Returns the most rows that one step of a statement reads, by the database's own count. The statement must have no
 * effect.
 */
async function mostRowsOf(text: string, values: readonly unknown[] = []): Promise<number> {
  const written = text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    return typeof value === 'number' ? String(value) : `'${value instanceof Date ? value.toISOString() : value}'`
  })
  const [row] = await database.query(`explain (analyze, format json) ${written}`)
  const counts = JSON.stringify(row).matchAll(/"(?:Actual Rows|Rows Removed by (?:Join )?Filter)":(\d+)/g)
  return Math.max(...[...counts].map(([, count]) => Number(count)))
}

const isThere = async ({ userId }: Person) =>
  (await database.query('select id from auth_user where id = $1', [userId])).length === 1
const permissionsOf = async ({ userId }: Person) =>
  (await database.query('select id from permissions where owner = $1', [userId])).map(({ id }) => id)
/** Grants a permission from the beginning, for a number of days. */
const permitFor = (person: Person, days: number) =>
  permit(database.query, person, begin, { validUntil: Math.floor(begin / 1000) + days * 86_400 })
const proposeTo = ({ userId, address }: Person, key: string) =>
  propose(
    database.query,
    {
      owner: { userId, address, chainId: 31337 },
      agentId: 1,
      kind: 'rebalance',
      key,
      title: 'A better place',
      text: 'A withdrawal first.',
      calls: [{ name: 'exit_staking_yield', parameters: { amount: 'all' } }],
    },
    begin,
  )

describe.each(stores)('retention on %s', (store) => {
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await openTestDatabaseOn(store, () => begin))
  })
  afterAll(() => remove())

  it('reads no large table in one statement, and only the events to be deleted', async () => {
    const n = 8_000
    await database.query(
      `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, created_at)
       select 'full-' || n, 'full-' || n, '0x', 1, 'c', 1, 'input-required', $2::bigint, 1, 4, 0 from generate_series(1, $1::int) as t(n)`,
      [n, begin + 100 * day],
    )
    await database.query(
      `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select 'full-' || n, '', 'full-' || n, true, $2::timestamptz, $2::timestamptz from generate_series(1, $1::int) as t(n)`,
      [n, new Date(begin)],
    )
    await database.query(
      `insert into portfolio_looks (owner, seen, seen_at) select 'full-' || n, '{}', $2::bigint from generate_series(1, $1::int) as t(n)`,
      [n, begin + 100 * day],
    )
    await database.query(
      `insert into events (task_id, seq, final, event, at)
       select 'full-' || n, seq, seq = 4, '{}', $2::bigint from generate_series(1, $1::int) as t(n), generate_series(3, 4) as s(seq)`,
      [n, begin],
    )
    await sweepAfter(100)
    expect(await database.query(`select count(*)::int as n from events where task_id like 'full-%' and final`)).toEqual(
      [{ n }],
    )
    expect(await database.query(`select seq from events where task_id like 'full-%' and not final`)).toEqual([])
    // A server does this by itself.
    if (store === 'Postgres') await database.query('analyze')
    const asked: [string, readonly unknown[] | undefined][] = []
    const heard: Database = {
      ...database,
      query: (text, values) => {
        asked.push([text, values])
        return database.query(text, values)
      },
    }
    await sweepDatabase(heard, begin + 100 * day, retentionDays)
    for (const [text, values] of asked) expect(await mostRowsOf(text, values), text).toBeLessThan(n * 0.7)
    await database.query(`delete from events where task_id like 'full-%'`)
    await database.query(`delete from tasks where id like 'full-%'`)
    await database.query(`delete from portfolio_looks where owner like 'full-%'`)
    await database.query(`delete from auth_user where id like 'full-%'`)
  })

  describe('of a permission', () => {
    it('counts from the end of its term, and not a day less', async () => {
      const ada = await newPerson()
      const [short, long] = [await permitFor(ada, 1), await permitFor(ada, 10)]
      await sweepAfter(1 + retentionDays)
      expect((await permissionsOf(ada)).toSorted()).toEqual([short, long].toSorted())
      await sweepAfter(2 + retentionDays)
      expect(await permissionsOf(ada)).toEqual([long])
      await sweepAfter(11 + retentionDays)
      expect(await permissionsOf(ada)).toEqual([])
    })

    it('does the same for a revoked one, which must not be accepted a second time', async () => {
      const ada = await newPerson()
      const id = await permitFor(ada, 80)
      await database.query('update permissions set revoked_at = $2, closed_at = $2 where id = $1', [id, begin + day])
      await sweepAfter(79)
      expect(await permissionsOf(ada)).toEqual([id])
      await sweepAfter(81 + retentionDays)
      expect(await permissionsOf(ada)).toEqual([])
    })

    it('waits for proposals under it, which may still have an outcome', async () => {
      const ada = await newPerson()
      const id = await permitFor(ada, 1)
      const made = await proposeTo(ada, moveKey(id, { spot: 'here', target: 'there' }, 1))
      const touch = (days: number) =>
        database.query('update tasks set status_at = $2 where id = $1', [made?.taskId, begin + days * day])
      await touch(20)
      await sweepAfter(40)
      expect(await permissionsOf(ada)).toEqual([id])
      await sweepAfter(21 + retentionDays)
      expect(await permissionsOf(ada)).toEqual([])
    })

    it('is unlimited if everything is kept', async () => {
      const ada = await newPerson()
      await permitFor(ada, 1)
      await sweepAfter(9_000, 0)
      expect(await permissionsOf(ada)).toHaveLength(1)
      expect(await isThere(ada)).toBe(true)
    })
  })

  describe('of an account', () => {
    it('counts from the last sign-in, if nothing else is left', async () => {
      const ada = await newPerson()
      await sweepAfter(retentionDays)
      expect(await isThere(ada)).toBe(true)
      await sweepAfter(retentionDays + 1)
      expect(await isThere(ada)).toBe(false)
      expect(await database.query('select id from auth_wallet where "userId" = $1', [ada.userId])).toEqual([])
    })

    const late = retentionDays + 1
    it.each<[string, (person: Person) => Promise<unknown>]>([
      [
        'a session',
        ({ userId }) =>
          database.query(
            `insert into auth_session (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
             values ($1, $1, $1, $2, $2, $2)`,
            [userId, new Date(begin + (late + 1) * day)],
          ),
      ],
      [
        'a sign-in in progress',
        ({ address }) =>
          keepNonce(database.query, address, { address, chainId: 31337, browser: 'b' }, begin + late * day),
      ],
      [
        'an active plan',
        ({ userId, address }) =>
          database.query(
            `insert into plans (id, owner, address, chain_id, agent_id, number, terms, state, position, next_at,
               offered_from, created_at, changed_at)
             values ($1, $1, $2, 31337, 1, 1, '{}', 'active', 0, $3, 0, $4, $4)`,
            [userId, address, begin + 1_000 * day, begin],
          ),
      ],
      ['a permission', (person) => permitFor(person, 20)],
      [
        'a conversation',
        async (person) => {
          const made = await proposeTo(person, 'lately')
          await database.query('update tasks set status_at = $2 where id = $1', [made?.taskId, begin + 20 * day])
        },
      ],
      [
        'a portfolio snapshot',
        ({ userId }) =>
          database.query(`insert into portfolio_looks (owner, seen, seen_at) values ($1, '{}', $2)`, [
            userId,
            begin + 20 * day,
          ]),
      ],
    ])('waits for %s', async (_, keep) => {
      const [ada, bob] = [await newPerson(), await newPerson()]
      await keep(ada)
      await sweepAfter(late)
      expect([await isThere(ada), await isThere(bob)]).toEqual([true, false])
    })

    it('deletes many at once', async () => {
      await database.query(
        `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
         select 'many-' || n, '', 'many-' || n, true, $1::timestamptz, $1::timestamptz from generate_series(1, 250) as t(n)`,
        [new Date(begin)],
      )
      await sweepAfter(late)
      expect(await database.query(`select id from auth_user where id like 'many-%'`)).toEqual([])
    })
  })
})
