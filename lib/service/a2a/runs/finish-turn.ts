import { z } from 'zod'
import type { FunctionCall } from '@/lib/wire/parts'
import { batched } from '../../database/batch'
import { column, json } from '../../database/column'
import type { Query } from '../../database/database'
import { searchable, vectorOf } from '../search-words'
import type { LogEvent } from '../streams/events'
import type { TaskRecord } from '../task-record'

/** A call made in a turn. `unasked`: nobody asked for it (`lib/agents/unasked.ts`). */
export type TurnCall = FunctionCall & {
  unasked?: boolean
  /** The person asked to propose an earlier call again (`lib/service/proposals/propose-again.ts`). */
  isAgain?: boolean
}

/** The end of a run's turn: the resulting task, the agent's calls and the last events. */
export type FinishedTurn = {
  task: TaskRecord
  /** The run whose turn it was. */
  runner: string
  /** Id of the agent's message. */
  messageId: string
  calls: readonly TurnCall[]
  events: readonly LogEvent[]
}

/**
 * Result of ending a turn: nothing was written because the task is no longer the run's (`lost`), all of it was
 * (`ended`), or all of it was and results arrived meanwhile (`kept`).
 */
type Finish = 'lost' | 'ended' | 'kept'

/** Writes the end of a turn, entirely or not at all. */
export type FinishTurn = (turn: FinishedTurn) => Promise<Finish>

const idsSchema = z.array(z.object({ id: z.string(), kept: z.boolean() }))

/** Maximum turns per statement: each includes its whole answer. */
const mostTurns = 25

/** Combines all turns that end at the same time into one statement. */
export const turnFinisher = (query: Query): FinishTurn =>
  batched((all: readonly FinishedTurn[]) => finishTurns(query, all), mostTurns)

/**
 * Writes the ends of turns in one statement, possibly within a transaction. Returns for each what `FinishTurn` does.
 */
export async function finishTurns(query: Query, all: readonly FinishedTurn[]): Promise<Finish[]> {
  const each = (value: (turn: FinishedTurn) => string | number | null) => column(all.map(value))
  const calls = all.flatMap(({ task, calls }) =>
    calls.map(({ id, name, unasked = false }, ord) => ({ task: task.id, id, ord, name, unasked })),
  )
  // An answer occurs in three places but is sent once: each place is sent as the text before and after it.
  const parts = all.map(({ task }) => json(task.statusMessage?.parts))
  const messages = all.map(({ task }, i) => around(json(task.statusMessage), parts[i]))
  const events = all.flatMap(({ task, events }, i) =>
    events.map(({ seq, final, json }) => ({ task: task.id, seq, final, ...around(json, parts[i]) })),
  )
  const rows = await query(
    `with asked as (select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[],
           $7::text[], $8::int[], $9::text[], $10::text[], $13::text[])
         as a(id, runner, state, at, head, parts, tail, last_seq, message_id, error, words)),
       -- Locks in the same order as EventWriter.
       ours as (
         select a.* from (select * from asked order by id) a
         cross join lateral (select id from tasks where id = a.id and runner = a.runner for update) t),
       done as (
         update tasks t set state = a.state, status_at = a.at, status_message = (a.head || a.parts || a.tail)::json,
           error = a.error::json, last_seq = a.last_seq, runner = null, lease_until = null
         from ours a where t.id = a.id
         returning t.id, t.owner, t.kept, a.at, a.message_id, a.parts, a.words),
       said as (
         insert into messages (task_id, ord, owner, message_id, role, parts, words, at)
         select d.id, (select coalesce(max(ord) + 1, 0) from messages where task_id = d.id), d.owner, d.message_id,
           'agent', d.parts::json, ${vectorOf('d.words')}, d.at
         from done d where d.parts is not null
         returning task_id, ord),
       called as (
         insert into calls (call_id, task_id, owner, said, ord, name, state, at, unasked)
         select c.id, d.id, d.owner, s.ord, c.ord, c.name, 'pending', d.at, c.unasked
         from done d join said s on s.task_id = d.id
           join jsonb_to_recordset($11::jsonb) as c(task text, id text, ord int, name text, unasked boolean)
             on c.task = d.id),
       noted as (
         insert into events (task_id, seq, final, event, at)
         select d.id, e.seq, e.final, coalesce(e.head || d.parts || e.tail, e.head), d.at
         from done d join jsonb_to_recordset($12::jsonb) as e(task text, seq int, final boolean, head text, tail text)
           on e.task = d.id)
       select id, kept is not null as kept from done`,
    [
      each(({ task }) => task.id),
      each(({ runner }) => runner),
      each(({ task }) => task.state),
      each(({ task }) => task.statusAt),
      column(messages.map(({ head }) => head)),
      column(parts),
      column(messages.map(({ tail }) => tail)),
      each(({ task }) => task.lastSeq),
      each(({ messageId }) => messageId),
      each(({ task }) => json(task.error)),
      JSON.stringify(calls),
      JSON.stringify(events),
      each(({ task }) => searchable(task.statusMessage?.parts ?? [])),
    ],
  )
  const ours = new Map(idsSchema.parse(rows).map(({ id, kept }) => [id, kept]))
  return all.map(({ task }) => (ours.get(task.id) ? 'kept' : ours.has(task.id) ? 'ended' : 'lost'))
}

type Around = { head: string | null; tail: string | null }

/** Returns the text before and after `part`. A text without `part` is all head. */
function around(text: string | null, part: string | null | undefined): Around {
  const at = text && part ? text.indexOf(part) : -1
  return text && part && at !== -1
    ? { head: text.slice(0, at), tail: text.slice(at + part.length) }
    : { head: text, tail: null }
}
