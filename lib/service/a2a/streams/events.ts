import { z } from 'zod'
import { textPart } from '@/lib/wire/parts'
import type { ArtifactUpdate, Message, StatusUpdate, StreamEvent } from '@/lib/wire/task'
import type { Query } from '../../database/database'
import type { TaskRecord } from '../task-record'

/**
 * One event of a task in the log. Numbers count from 1 within the task. Of a finished turn, only the last may remain.
 */
export type LogEvent = {
  seq: number
  /** True on the last event of a turn. */
  final: boolean
  /** The event as JSON, ready to send. */
  json: string
}

/** Number of the last of the events that every task begins with: it exists, and it is being worked on. */
export const begunSeq = 2

const loggedSchema = z.array(z.object({ seq: z.int(), final: z.boolean(), event: z.string() }))

export const logEvent = (seq: number, event: StreamEvent): LogEvent => ({
  seq,
  final: event.kind === 'status-update' && event.final,
  json: JSON.stringify(event),
})

/** Returns up to `limit` events after `after`. */
export async function readEvents(query: Query, taskId: string, after: number, limit: number): Promise<LogEvent[]> {
  const rows = await query(
    'select seq, final, event from events where task_id = $1 and seq > $2 order by seq limit $3',
    [taskId, after, limit],
  )
  return loggedSchema.parse(rows).map(({ seq, final, event }) => ({ seq, final, json: event }))
}

/** Writes events of one task, in a transaction that holds the task's row. */
export async function insertEvents(query: Query, taskId: string, events: readonly LogEvent[], now: number) {
  await query(
    `insert into events (task_id, seq, final, event, at)
     select $1::text, e.seq, e.final, e.json, $3::bigint
     from jsonb_to_recordset($2::jsonb) as e(seq int, final boolean, json text)`,
    [taskId, JSON.stringify(events), now],
  )
}

type TaskRef = Pick<TaskRecord, 'id' | 'contextId'>

export function statusEvent(record: TaskRecord, final: boolean): StatusUpdate {
  return {
    kind: 'status-update',
    type: 'task/status-update',
    taskId: record.id,
    contextId: record.contextId,
    status: {
      state: record.state,
      timestamp: new Date(record.statusAt).toISOString(),
      ...(final && record.statusMessage && { message: record.statusMessage }),
    },
    final,
    ...(final && { metadata: { pendingCalls: record.pendingCalls, ...(record.error && { error: record.error }) } }),
  }
}

/** `messageId` is that of the reply being written. `append` is false on the first piece. */
export function textEvent(
  task: TaskRef,
  { messageId, text, append, lastChunk }: { messageId: string; text: string; append: boolean; lastChunk: boolean },
): ArtifactUpdate {
  return {
    kind: 'artifact-update',
    taskId: task.id,
    contextId: task.contextId,
    artifact: { artifactId: messageId, name: 'response', parts: [textPart(text)] },
    append,
    lastChunk,
  }
}

export const agentMessage = (task: TaskRef, messageId: string, parts: Message['parts']): Message => ({
  kind: 'message',
  role: 'agent',
  messageId,
  taskId: task.id,
  contextId: task.contextId,
  parts,
})

const pieceSchema = z.object({
  kind: z.literal('artifact-update'),
  artifact: z.object({ artifactId: z.string(), parts: z.array(z.object({ text: z.string() })) }),
})

/** Rebuilds from the log what the agent said in an interrupted turn. Null if it said nothing. */
export async function saidSoFar(query: Query, task: TaskRecord): Promise<Message | null> {
  let messageId = ''
  let text = ''
  for (const { json } of await readEvents(query, task.id, task.turnSeq, 1_000_000)) {
    const piece = pieceSchema.safeParse(JSON.parse(json))
    if (!piece.success) continue
    messageId = piece.data.artifact.artifactId
    for (const part of piece.data.artifact.parts) text += part.text
  }
  return text ? agentMessage(task, messageId, [textPart(text)]) : null
}
