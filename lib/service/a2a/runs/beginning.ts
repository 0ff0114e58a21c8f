import { z } from 'zod'
import type { Message } from '@/lib/wire/task'
import { batched } from '../../database/batch'
import { column, json } from '../../database/column'
import type { Database, Query } from '../../database/database'
import { Semaphore } from '../../limits/semaphore'
import { searchable, vectorOf } from '../search-words'
import type { LogEvent } from '../streams/events'
import type { TaskRecord } from '../task-record'
import type { FinishedTurn, FinishTurn } from './finish-turn'

/** A task with its first message and its first events. */
type Begun = {
  task: TaskRecord & { runner: string }
  message: Message
  events: () => readonly LogEvent[]
  /** By the lease clock (`Runs.leaseEnd`). */
  leaseUntil: number
}

/** Event loop turns to wait for the end of the answer. An answer that depends on nobody else is complete by then. */
const patience = 4

/**
 * A new task being stored. Its agent answers meanwhile, and the effects wait: text, reads and writes until the task is
 * stored, the end of the turn for the same statement if that has not been sent yet.
 */
export class Beginning {
  /** Resolves to true once the task is stored; to false if its message was accepted before or the account is gone. */
  readonly written: Promise<boolean>
  private end: FinishedTurn | null = null
  private made: readonly LogEvent[] | null = null
  private isSent = false

  constructor(
    readonly begun: Begun,
    write: (beginning: Beginning) => Promise<boolean>,
    /** True if the end of the turn may be stored along, because nobody follows the turn before. */
    private readonly isWhole: boolean,
  ) {
    let turns = isWhole ? patience : 0
    this.written = new Promise((resolve, reject) => {
      const go = () => {
        if (turns-- > 0 && !this.end) setImmediate(go)
        else write(this).then(resolve, reject)
      }
      go()
    })
  }

  /** The first events, made once. If the end is stored along, nobody saw them and they are not kept. */
  events(): readonly LogEvent[] {
    this.made ??= this.begun.events()
    return this.made
  }

  /** True if the turn ended before its task was stored. */
  get isOver(): boolean {
    return this.end !== null
  }

  /** Returns what to write. Nothing can be added from then on. */
  send(): { begun: Begun; end: FinishedTurn | null } {
    this.isSent = true
    return { begun: this.begun, end: this.end }
  }

  /** Ends the turn together with its beginning if possible, otherwise afterwards with `finish`. */
  finisher(finish: FinishTurn): FinishTurn {
    return (turn) => {
      const goesAlong = this.isWhole && !this.isSent && turn.calls.length === 0
      if (goesAlong) this.end = turn
      return this.written.then((isWritten) => (!isWritten ? 'lost' : goesAlong ? 'ended' : finish(turn)))
    }
  }

  /** Wraps the database so that work on the task waits until it is stored, and throws if it never is. */
  gate(database: Database): Database {
    const ready = async () => {
      if (!(await this.written)) throw new Error(`Task ${this.begun.task.id} was not begun.`)
    }
    return {
      ...database,
      query: (text, values) => ready().then(() => database.query(text, values)),
      transaction: (work) => ready().then(() => database.transaction(work)),
    }
  }
}

/**
 * Number of tasks being begun at once, enough to fill the next statement while one is under way. More would only wait,
 * each with a run and an answering agent: 13 KB, where a message waiting to be begun takes 3 KB.
 */
export const mostAtOnce = 128

/** Minimum number of messages remembered to detect a repetition at once. Each takes some hundred bytes. */
const mostMessages = 1_000

/** Stores new tasks: all that arrive at the same moment in one statement. */
export class Beginnings {
  /** Held from before a task begins until it is stored. */
  readonly semaphore = new Semaphore(mostAtOnce)
  /** Resolves to true once stored, by owner and message id. The older generation is dropped once there are many. */
  private recent = new Map<string, Promise<boolean>>()
  private before = this.recent
  private readonly write: (beginning: Beginning) => Promise<boolean>

  constructor(query: Query) {
    this.write = batched((beginnings: readonly Beginning[]) => writeBegun(query, beginnings))
  }

  /**
   * Tells whether this owner's message began a task here recently, so that no agent starts to answer it again.
   * Undefined if it was not seen. The database ensures that a message begins only one task across all servers.
   */
  find(owner: string, messageId: string): Promise<boolean> | undefined {
    const key = keyOf(owner, messageId)
    return this.recent.get(key) ?? this.before.get(key)
  }

  /** `isWhole`: nobody follows the task's turn before its end. */
  open(begun: Begun, isWhole: boolean): Beginning {
    const beginning = new Beginning(begun, this.write, isWhole)
    if (this.recent.size >= mostMessages) {
      this.before = this.recent
      this.recent = new Map()
    }
    const key = keyOf(begun.task.owner, begun.message.messageId)
    this.recent.set(key, beginning.written)
    beginning.written.catch(() => [this.recent, this.before].map((messages) => messages.delete(key)))
    return beginning
  }
}

const keyOf = (owner: string, messageId: string) => `${owner} ${messageId}`

const placesSchema = z.array(z.object({ task_id: z.string() }))

/** Stores tasks in their current state in one statement. Returns for each whether it was stored. */
async function writeBegun(query: Query, beginnings: readonly Beginning[]): Promise<boolean[]> {
  const all = beginnings.map((beginning) => {
    const { begun, end } = beginning.send()
    const { task, message, leaseUntil } = begun
    if (!end) return { task, now: task, message, events: beginning.events(), leaseUntil }
    // The last event contains all that the others said, and is what a late reader of any turn gets (`sweep.ts`).
    return { task, now: end.task, message, events: end.events.slice(-1), leaseUntil: null }
  })
  const each = (value: (one: (typeof all)[number]) => string | number | null) => column(all.map(value))
  const events = all.flatMap(({ task, events }) => events.map((event) => ({ task: task.id, ...event })))
  const rows = await query(
    `with asked as (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[],
           $8::int[], $9::bigint[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::int[], $15::text[],
           $16::bigint[], $17::text[], $18::text[], $20::text[], $21::text[])
         as a(id, owner, message_id, parts, address, chain_id, context_id, agent_id, at, state, status_at,
           status_message, error, last_seq, runner, lease_until, answer_id, answer_parts, words, answer_words)),
       -- Prevents a concurrent deletion of the accounts, which would leave orphaned tasks.
       holders as (
         select id as holder from auth_user where id in (select owner from asked) order by id for key share),
       said as (
         insert into messages (task_id, ord, owner, message_id, role, parts, words, at)
         select id, 0, owner, message_id, 'user', parts::json, ${vectorOf('words')}, at
         from asked join holders on holder = owner
         order by owner, message_id
         on conflict (owner, message_id) where role = 'user' do nothing returning task_id),
       made as (
         insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, status_message, error,
           turn_seq, last_seq, runner, lease_until, created_at, read_at)
         select id, owner, address, chain_id, context_id, agent_id, state, status_at, status_message::json, error::json,
           1, last_seq, runner, lease_until, at, at
         from asked join said on said.task_id = id),
       answered as (
         insert into messages (task_id, ord, owner, message_id, role, parts, words, at)
         select id, 1, owner, answer_id, 'agent', answer_parts::json, ${vectorOf('answer_words')}, status_at
         from asked join said on said.task_id = id where answer_id is not null),
       noted as (
         insert into events (task_id, seq, final, event, at)
         select a.id, e.seq, e.final, e.json, a.at
         from jsonb_to_recordset($19::jsonb) as e(task text, seq int, final boolean, json text)
         join asked a on a.id = e.task join said on said.task_id = a.id)
       select task_id from said`,
    [
      each(({ task }) => task.id),
      each(({ task }) => task.owner),
      each(({ message }) => message.messageId),
      each(({ message }) => JSON.stringify(message.parts)),
      each(({ task }) => task.address),
      each(({ task }) => task.chainId),
      each(({ task }) => task.contextId),
      each(({ task }) => task.agentId),
      each(({ task }) => task.statusAt),
      each(({ now }) => now.state),
      each(({ now }) => now.statusAt),
      each(({ now }) => json(now.statusMessage)),
      each(({ now }) => json(now.error)),
      each(({ now }) => now.lastSeq),
      each(({ now }) => now.runner),
      each(({ leaseUntil }) => leaseUntil),
      each(({ now }) => now.statusMessage?.messageId ?? null),
      each(({ now }) => json(now.statusMessage?.parts)),
      JSON.stringify(events),
      each(({ message }) => searchable(message.parts)),
      each(({ now }) => searchable(now.statusMessage?.parts ?? [])),
    ],
  )
  const kept = new Set(placesSchema.parse(rows).map(({ task_id }) => task_id))
  return all.map(({ task }) => kept.has(task.id))
}
