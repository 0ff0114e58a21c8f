import { z } from 'zod'
import { mostOfStatement } from '../../database/batch'
import type { Query } from '../../database/database'
import type { LogEvent } from './events'

/** A run with text to write. */
export type Writer = {
  taskId: string
  /** Unique name of the run. */
  runner: string
  /** Returns everything to write now as one event, or null. */
  takeEvent: () => LogEvent | null
  /** Called once the event is in the database. */
  written: (event: LogEvent) => void
  /** Called if the event was refused because the task is no longer this run's, or if it could not be written. */
  refused: (reason: 'lost' | Error) => void
}

type Batch = readonly { writer: Writer; event: LogEvent }[]

const refusedSchema = z.array(z.object({ runner: z.string() }))

/**
 * Milliseconds of gathering per event of the previous statement, so that text is gathered longer when many runs write.
 * A frame costs the server more than the text in it, and four per second still read as a stream.
 */
const msPerEvent = 2.5
const longestMs = 250

/**
 * Writes the events of all runs of this process in groups: one statement every `intervalMs` (up to 250 ms when many
 * write), each only after the previous one. A run that lost its task (canceled, or its lease ran out) is told and
 * writes nothing.
 */
export class EventWriter {
  private readonly dirty = new Set<Writer>()
  private timer: NodeJS.Timeout | null = null
  /** Number of events in the previous statement, if it was just now. */
  private last = 0
  private writing: Promise<void> | null = null

  constructor(
    private readonly query: Query,
    private readonly intervalMs: number,
    private readonly now: () => number,
  ) {}

  /** Tells the writer that this run has text waiting. */
  mark(writer: Writer): void {
    this.dirty.add(writer)
    if (!this.timer && !this.writing) this.gather()
  }

  /** Removes a run. Returns a promise that resolves once nothing of it is being written; null if nothing is. */
  settle(writer: Writer): Promise<void> | null {
    this.dirty.delete(writer)
    return this.writing
  }

  private gather(): void {
    const ms = Math.max(this.intervalMs, Math.min(longestMs, this.last * msPerEvent))
    this.timer = setTimeout(() => this.flush(), ms)
  }

  private flush(): void {
    this.timer = null
    const batch: { writer: Writer; event: LogEvent }[] = []
    for (const writer of this.dirty) {
      const event = writer.takeEvent()
      if (event) batch.push({ writer, event })
    }
    this.dirty.clear()
    this.last = batch.length
    if (batch.length === 0) return
    this.writing = this.writeAll(batch).finally(() => {
      this.writing = null
      if (this.dirty.size > 0) this.gather()
    })
  }

  private async writeAll(batch: Batch): Promise<void> {
    for (let i = 0; i < batch.length; i += mostOfStatement) await this.write(batch.slice(i, i + mostOfStatement))
  }

  private async write(batch: Batch): Promise<void> {
    const rows = batch.map(({ writer, event }) => ({ task: writer.taskId, runner: writer.runner, ...event }))
    try {
      // The share lock makes a cancel wait for this statement, so that its own event gets the higher number. `lateral`
      // looks each task up by id, where a join would scan all tasks. Statements that lock several tasks do so in order
      // of id, so that no two deadlock.
      const refused = await this.query(
        `with asked as (
           select * from jsonb_to_recordset($1::jsonb) as e(task text, runner text, seq int, final boolean, json text)
           order by task),
         ours as (
           select e.* from asked e
           cross join lateral (select id from tasks where id = e.task and runner = e.runner for share) t),
         noted as (
           insert into events (task_id, seq, final, event, at)
           select task, seq, final, json, $2::bigint from ours on conflict do nothing returning task_id)
         select runner from asked
         where runner not in (select ours.runner from ours join noted on noted.task_id = ours.task)`,
        [JSON.stringify(rows), this.now()],
      )
      const lost = new Set(refusedSchema.parse(refused).map(({ runner }) => runner))
      for (const { writer, event } of batch) {
        if (lost.has(writer.runner)) writer.refused('lost')
        else writer.written(event)
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      for (const { writer } of batch) writer.refused(reason)
    }
  }
}
