import { randomUUID } from 'node:crypto'
import { textPart } from '@/lib/wire/parts'
import { takenBackResult } from '@/lib/wire/result'
import { isRunning, isTerminal } from '@/lib/wire/task'
import { voidCalls } from '../a2a/accept-message'
import { agentMessage, insertEvents, type LogEvent, logEvent, statusEvent } from '../a2a/events'
import { type TaskRecord, taskView } from '../a2a/task-record'
import { addMessage, findAndLockTask, lastEvent, updateTask } from '../a2a/task-store'
import type { Query } from '../database/database'

/**
 * Takes back the calls of a proposal that wait for an answer, which new words of the person's would do too, and says why. An
 * outcome that comes later is still kept. Gives the events for the task's readers, or null where nothing was waiting.
 * Must run in a transaction.
 */
export async function withdrawProposal(
  query: Query,
  { taskId, userId, why }: { taskId: string; userId: string; why: string },
  now: number,
): Promise<LogEvent[] | null> {
  const task = await findAndLockTask(query, taskId, userId)
  if (!task || task.pendingCalls.length === 0 || isRunning(task.state) || isTerminal(task.state)) return null
  await voidCalls(query, task, task.pendingCalls, takenBackResult)
  const message = agentMessage(task, randomUUID(), [textPart(why)])
  await addMessage(query, task, message)
  const seq = await lastEvent(query, task)
  const ended: TaskRecord = {
    ...task,
    state: 'input-required',
    statusAt: now,
    statusMessage: message,
    pendingCalls: [],
    turnSeq: seq + 1,
    lastSeq: seq + 2,
  }
  const events = [logEvent(seq + 1, taskView(ended)), logEvent(seq + 2, statusEvent(ended, true))]
  await updateTask(query, ended, null)
  await insertEvents(query, taskId, events, now)
  return events
}
