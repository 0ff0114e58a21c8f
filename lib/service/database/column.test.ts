import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newDataFolder } from '../testing/data-folder'
import { startPostgres } from '../testing/postgres'
import { column } from './column'
import type { Database } from './database'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

async function open(store: string): Promise<{ database: Database; close: () => Promise<unknown> }> {
  if (store === 'PGlite') {
    const folder = await newDataFolder()
    const database = await openPglite(folder)
    return { database, close: () => database.close().then(() => rm(folder, { recursive: true })) }
  }
  const postgres = await startPostgres()
  const database = openPostgres({ url: await postgres.newDatabase(), patienceMs: 0 })
  return { database, close: () => database.close().then(postgres.stop) }
}

/** Neither control characters nor lone surrogates. */
const plain = fc.string({ unit: 'binary' }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))

describe.each(['PGlite', 'Postgres'])('a column of values on %s', (store) => {
  it('returns unchanged, including quotes, backslashes, braces, nulls and JSON texts', async () => {
    const { database, close } = await open(store)
    try {
      const json = fc.json().filter((text) => !text.includes('\\u0000'))
      const text = fc.oneof(plain, json, fc.constantFrom('', 'null', 'NULL', '{}', '{"a"}', '\\', '"', '\\"', "'", ','))
      const values = fc.array(fc.option(text), { minLength: 1 })
      await fc.assert(
        fc.asyncProperty(values, async (given) => {
          const rows = await database.query(
            'select * from unnest($1::text[]) with ordinality as u(value, at) order by at',
            [column(given)],
          )
          expect(rows.map(({ value }) => value)).toEqual(given)
        }),
      )
      const numbers = await database.query('select * from unnest($1::int[]) as n', [column([1, -2, null])])
      expect(numbers).toEqual([{ n: 1 }, { n: -2 }, { n: null }])
    } finally {
      await close()
    }
  })
})

describe('a column', () => {
  it.each(['\n', 'a\tb', '\u0000', '\\\u0001', '\ud800'])(
    'refuses %j, which array notation would read differently',
    (text) => {
      expect(() => column(['fine', text])).toThrow(TypeError)
    },
  )

  it('is an empty array if there are no values', () => {
    expect(column([])).toBe('{}')
  })
})
