import { z } from 'zod'
import type { Query } from '../database/database'
import type { LogEvent } from './events'

/** A run that has words to write down. */
export type Writer = {
  taskId: string
  runner: string
  /** What it has to write now, as one event. Null if there is nothing. */
  takeEvent: () => LogEvent | null
  /** The event is in the database. */
  written: (event: LogEvent) => void
  /** The event was refused, since the task is no longer this run's, or could not be written. */
  refused: (reason: 'lost' | Error) => void
}

const writtenSchema = z.array(z.object({ task_id: z.string(), seq: z.int() }))

/**
 * Writes the events of all runs of this process in small groups: one statement every `intervalMs`, and the next one
 * only after it. A run whose task was taken from it (canceled, or its lease ran out) is told, and writes nothing.
 */
export class EventWriter {
  private readonly dirty = new Set<Writer>()
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> | null = null

  constructor(
    private readonly query: Query,
    private readonly intervalMs: number,
    private readonly now: () => number,
  ) {}

  /** Something of this run is waiting. */
  mark(writer: Writer): void {
    this.dirty.add(writer)
    if (!this.timer && !this.writing) this.timer = setTimeout(() => this.flush(), this.intervalMs)
  }

  /** Takes a run off the list. Resolves when nothing of it is on its way to the database. */
  async settle(writer: Writer): Promise<void> {
    this.dirty.delete(writer)
    await this.writing
  }

  private flush(): void {
    this.timer = null
    const batch: { writer: Writer; event: LogEvent }[] = []
    for (const writer of this.dirty) {
      const event = writer.takeEvent()
      if (event) batch.push({ writer, event })
    }
    this.dirty.clear()
    if (batch.length === 0) return
    this.writing = this.write(batch).finally(() => {
      this.writing = null
      if (this.dirty.size > 0) this.timer = setTimeout(() => this.flush(), this.intervalMs)
    })
  }

  private async write(batch: readonly { writer: Writer; event: LogEvent }[]): Promise<void> {
    const rows = batch.map(({ writer, event }) => ({ task: writer.taskId, runner: writer.runner, ...event }))
    try {
      // The share lock makes a cancel wait for this statement, so that its own event gets the higher number.
      const written = await this.query(
        `insert into events (task_id, seq, final, event, at)
         select e.task, e.seq, e.final, e.json, $2::bigint
         from jsonb_to_recordset($1::jsonb) as e(task text, runner text, seq int, final boolean, json text)
         join (select id, runner from tasks where id in (
             select task from jsonb_to_recordset($1::jsonb) as w(task text)) for share) t
           on t.id = e.task and t.runner = e.runner
         on conflict do nothing returning task_id, seq`,
        [JSON.stringify(rows), this.now()],
      )
      const kept = new Set(writtenSchema.parse(written).map(({ task_id, seq }) => `${task_id}:${seq}`))
      for (const { writer, event } of batch) {
        if (kept.has(`${writer.taskId}:${event.seq}`)) writer.written(event)
        else writer.refused('lost')
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      for (const { writer } of batch) writer.refused(reason)
    }
  }
}
