import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { vectorOf, wordsIn } from '../a2a/search-words'
import { newDataFolder } from '../testing/data-folder'
import { migrate } from './migrate'
import { migrations } from './migrations'
import { openPglite } from './pglite'

it('drops permissions whose limit was signed under its old name, and keeps the others', async () => {
  const folder = await newDataFolder()
  const database = await openPglite(folder)
  try {
    // Restores the state before the first migration without creating a database, which takes seconds.
    await database.query('drop schema public cascade')
    await database.query('create schema public')
    const before = migrations.findIndex((statements) => statements.some((text) => text.includes('maxAmountPerMove')))
    await migrate(database, () => 1, migrations.slice(0, before))
    const keep = (id: string, terms: object) =>
      database.query(
        `insert into permissions (id, owner, address, nonce, terms, digest, signature, enforcement, task_id, call_id,
           valid_until, created_at) values ($1, 'u', '0x', $1, $2::json, '0x', '0x', 'advisory', 't', 'c', 2, 1)`,
        [id, JSON.stringify(terms)],
      )
    await keep('old', { maxAmount: '1' })
    await keep('new', { maxAmountPerMove: '1' })
    await migrate(database, () => 2)
    expect(await database.query('select id from permissions')).toEqual([{ id: 'new' }])
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})

it('finds an account’s conversations, and running ones, without reading everyone’s', async () => {
  const folder = await newDataFolder()
  const database = await openPglite(folder)
  try {
    // The database is empty, so any lookup would otherwise be a scan.
    await database.query('set enable_seqscan = off')
    const plan = async (text: string) => JSON.stringify(await database.query(`explain ${text}`))
    expect(await plan(`select id from tasks where owner = 'u' order by id for update`)).toContain('tasks_of_owner')
    expect(await plan('select id from tasks where runner is not null and lease_until < 1')).toContain('tasks_running')
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})

it('folds the search words of earlier versions as new ones are, and leaves others as they are', async () => {
  const folder = await newDataFolder()
  const database = await openPglite(folder)
  try {
    await database.query('drop schema public cascade')
    await database.query('create schema public')
    const before = migrations.findIndex((statements) => statements.some((text) => text.includes('tsvector_to_array')))
    await migrate(database, () => 1, migrations.slice(0, before))
    const texts = ['José größe œuvre łódź', 'plain words', 'がく हिन 각 οδός', 'ﬁne']
    // As words were made before.
    const former = (text: string) =>
      (
        text
          .normalize('NFKC')
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? []
      ).join(' ')
    for (const [at, text] of texts.entries()) {
      await database.query(
        `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq,
           created_at, title_words) values ($1, 'u', '0x', 1, 'c', 1, 'completed', 1, 0, 0, 1, ${vectorOf('$2::text')})`,
        [`t${at}`, former(text)],
      )
      await database.query(
        `insert into messages (task_id, ord, owner, message_id, role, parts, words)
           values ($1, 0, 'u', $1, 'user', '[]', ${vectorOf('$2::text')})`,
        [`t${at}`, former(text)],
      )
    }
    await migrate(database, () => 2)
    const rows = await database.query(
      `select t.title_words = m.words as same, tsvector_to_array(m.words) as words
         from tasks t join messages m on m.task_id = t.id order by t.id`,
    )
    const folded = [...wordsIn(texts.slice(0, 3).join('|')), 'fine']
    expect(rows.map(({ same }) => same)).toEqual([true, true, true, true])
    expect(rows.flatMap(({ words }) => words).toSorted()).toEqual(folded.toSorted())
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
