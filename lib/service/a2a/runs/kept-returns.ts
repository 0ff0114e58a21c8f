import type { Database, Query } from '../../database/database'
import { insertEvents, type LogEvent, logEvent, statusEvent } from '../streams/events'
import { type TaskRecord, taskView } from '../task-record'
import { findAndLockTask, lastEvent, takeKept, updateTask } from '../task-store'
import type { Runs } from './runs'

type Started = { task: TaskRecord & { runner: string }; events: LogEvent[] }

/** Records the beginning of a turn. Must run in a transaction that holds the task's row. */
export async function beginTurn(
  query: Query,
  task: TaskRecord,
  { runs, at }: { runs: Pick<Runs, 'newRunner' | 'leaseEnd'>; at: number },
): Promise<Started> {
  const seq = await lastEvent(query, task)
  const working = {
    ...task,
    ...{ state: 'working' as const, statusMessage: null, error: null },
    ...{ statusAt: at, turnSeq: seq + 1, runner: runs.newRunner() },
  }
  const events = [logEvent(seq + 1, taskView(working)), logEvent(seq + 2, statusEvent(working, false))]
  await updateTask(query, working, runs.leaseEnd())
  await insertEvents(query, task.id, events, at)
  return { task: working, events }
}

/** Begins the turn that answers the results stored during the last one. Null if there are none, or not yet. */
export function answerKept(
  database: Database,
  { id, owner }: Pick<TaskRecord, 'id' | 'owner'>,
  options: { runs: Pick<Runs, 'newRunner' | 'leaseEnd'>; at: number },
): Promise<Started | null> {
  return database.transaction(async (query) => {
    const task = await findAndLockTask(query, id, owner)
    // Another server has continued the task meanwhile and taken the stored results.
    if (task?.state !== 'input-required') return null
    const asks = await takeKept(query, task)
    return asks ? beginTurn(query, task, options) : null
  })
}
