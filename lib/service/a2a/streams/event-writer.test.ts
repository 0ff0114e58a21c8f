import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '../../database/open-database'
import { newDataFolder } from '../../testing/data-folder'
import { EventWriter } from './event-writer'
import { type LogEvent, readEvents } from './events'

it('keeps the events of the run that owns the task, and tells a run that lost it', async () => {
  const folder = await newDataFolder()
  const database = await openDatabase({ DATA_DIR: folder }, () => 0)
  await database.query(
    `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, runner, created_at)
     select id, 'ada', '0x', 1, 'c', 1, 'working', 0, 1, 2, 'run of ' || id, 0 from unnest(array['one', 'two']) as t(id)`,
  )
  const eventWriter = new EventWriter(database.query, 1, () => 0)
  const outcome = (taskId: string, runner: string, event: LogEvent) =>
    new Promise<LogEvent | 'lost' | Error>((resolve) =>
      eventWriter.mark({ taskId, runner, takeEvent: () => event, written: resolve, refused: resolve }),
    )
  const event = (json: string): LogEvent => ({ seq: 3, final: false, json })

  // All of them are written in one statement.
  expect(
    await Promise.all([
      outcome('two', 'run before', event('"old"')),
      outcome('two', 'run of two', event('"new"')),
      outcome('one', 'run of one', event('"first"')),
      outcome('gone', 'run of gone', event('"nobody"')),
    ]),
  ).toEqual(['lost', event('"new"'), event('"first"'), 'lost'])
  expect(await readEvents(database.query, 'one', 0, 9)).toEqual([event('"first"')])
  expect(await readEvents(database.query, 'two', 0, 9)).toEqual([event('"new"')])

  // Another event took the number, as that of a cancel does.
  expect(await outcome('one', 'run of one', event('"again"'))).toBe('lost')
  expect(await readEvents(database.query, 'one', 0, 9)).toEqual([event('"first"')])

  // More than one statement holds.
  const many = Array.from({ length: 250 }, (_, index) => `many ${index}`)
  await database.query(
    `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, runner, created_at)
     select id, 'ada', '0x', 1, 'c', 1, 'working', 0, 1, 2, 'run of ' || id, 0 from jsonb_array_elements_text($1::jsonb) as t(id)`,
    [JSON.stringify(many)],
  )
  const outcomes = await Promise.all(many.map((id) => outcome(id, `run of ${id}`, event(JSON.stringify(id)))))
  expect(outcomes).toEqual(many.map((id) => event(JSON.stringify(id))))
  for (const id of ['many 0', 'many 99', 'many 100', 'many 249'])
    expect(await readEvents(database.query, id, 0, 9)).toEqual([event(JSON.stringify(id))])
  await database.close()
  await rm(folder, { recursive: true })
})
