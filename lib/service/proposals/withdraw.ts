import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { textPart } from '@/lib/wire/parts'
import { takenBackResult } from '@/lib/wire/result'
import { isRunning, isTerminal } from '@/lib/wire/task'
import { voidCalls } from '../a2a/runs/open-calls'
import { agentMessage, insertEvents, type LogEvent, logEvent, statusEvent } from '../a2a/streams/events'
import { type TaskRecord, taskView } from '../a2a/task-record'
import { addMessage, findAndLockTask, lastEvent, updateTask } from '../a2a/task-store'
import type { Query } from '../database/database'

const openSchema = z.array(z.object({ call_id: z.string() }))

/**
 * Withdraws the pending calls of a proposal and states the reason; calls that the person asked for in it stay. A late
 * outcome is still stored. Returns the events for the task's readers (none while the agent is answering, whose turn
 * reports it at its end), or null if no call was pending. Must run in a transaction.
 */
export async function withdrawProposal(
  query: Query,
  { taskId, userId, why }: { taskId: string; userId: string; why: string },
  now: number,
): Promise<LogEvent[] | null> {
  const task = await findAndLockTask(query, taskId, userId)
  if (!task || task.pendingCalls.length === 0 || isTerminal(task.state)) return null
  const rows = await query(`select call_id from calls where task_id = $1 and state = 'pending' and unasked`, [taskId])
  const ids = new Set(openSchema.parse(rows).map(({ call_id }) => call_id))
  if (ids.size === 0) return null
  await voidCalls(query, task, [...ids], takenBackResult, now)
  const message = agentMessage(task, randomUUID(), [textPart(why)])
  await addMessage(query, task, message, now)
  if (isRunning(task.state)) return []
  const seq = await lastEvent(query, task)
  const ended: TaskRecord = {
    ...task,
    state: 'input-required',
    statusAt: now,
    statusMessage: message,
    pendingCalls: task.pendingCalls.filter((id) => !ids.has(id)),
    turnSeq: seq + 1,
    lastSeq: seq + 2,
  }
  const events = [logEvent(seq + 1, taskView(ended)), logEvent(seq + 2, statusEvent(ended, true))]
  await updateTask(query, ended, null)
  await insertEvents(query, taskId, events, now)
  return events
}
