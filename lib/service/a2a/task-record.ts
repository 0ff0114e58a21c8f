import { type Address, getAddress } from 'viem'
import { z } from 'zod'
import { type Part, parsePart } from '@/lib/wire/parts'
import { type Message, resentSchema, type Task, type TaskMetadata, type TaskState, taskStates } from '@/lib/wire/task'

/** A task as stored in the database. */
export type TaskRecord = {
  id: string
  contextId: string
  /** User id of the one account that may see it. */
  owner: string
  address: Address
  chainId: number
  agentId: number
  state: TaskState
  /** Milliseconds since the epoch. */
  statusAt: number
  statusMessage: Message | null
  error: TaskMetadata['error'] | null
  /** Numbers of the current turn's first event and of the last event written at its end. */
  turnSeq: number
  lastSeq: number
  /** The run that may write to the task, while there is one. */
  runner: string | null
  pendingCalls: string[]
  /** True if results arrived during a turn and are not in the history yet (`takeKept`). */
  hasKept?: boolean
  /** True if the person deleted it: it is hidden and accepts only outcomes. */
  isDeleted?: boolean
}

const parts = z.array(z.unknown()).transform((list): Part[] => list.map(parsePart))
const messageSchema = z.object({
  kind: z.literal('message'),
  role: z.enum(['user', 'agent']),
  messageId: z.string(),
  taskId: z.string(),
  contextId: z.string(),
  parts,
})

const recordSchema = z
  .object({
    id: z.string(),
    context_id: z.string(),
    owner: z.string(),
    address: z.string().transform((text) => getAddress(text)),
    chain_id: z.int(),
    agent_id: z.int(),
    state: z.enum(taskStates),
    status_at: z.coerce.number(),
    status_message: messageSchema.nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    turn_seq: z.int(),
    last_seq: z.int(),
    runner: z.string().nullable(),
    pending: z.array(z.string()),
    kept: z.unknown(),
    deleted_at: z.coerce.number().nullable(),
  })
  .transform(
    (row): TaskRecord => ({
      id: row.id,
      contextId: row.context_id,
      owner: row.owner,
      address: row.address,
      chainId: row.chain_id,
      agentId: row.agent_id,
      state: row.state,
      statusAt: row.status_at,
      statusMessage: row.status_message,
      error: row.error,
      turnSeq: row.turn_seq,
      lastSeq: row.last_seq,
      runner: row.runner,
      pendingCalls: row.pending,
      hasKept: (row.kept ?? null) !== null,
      isDeleted: row.deleted_at !== null,
    }),
  )

/** Columns of a task with the ids of its open calls, oldest first. */
export const selectedTask = `t.id, t.context_id, t.owner, t.address, t.chain_id, t.agent_id, t.state, t.status_at,
  t.status_message, t.error, t.turn_seq, t.last_seq, t.runner, t.kept, t.deleted_at,
  (select coalesce(json_agg(c.call_id order by c.said, c.ord), '[]'::json)
   from calls c where c.task_id = t.id and c.state = 'pending') as pending`
export const selectTask = `select ${selectedTask} from tasks t`

export const readTask = (row: unknown): TaskRecord => recordSchema.parse(row)

const historySchema = z.object({
  role: z.enum(['user', 'agent']),
  message_id: z.string(),
  parts,
  at: z.coerce.number().nullable(),
  resends: resentSchema.nullable(),
})

export function readHistoryMessage(row: unknown, task: Pick<TaskRecord, 'id' | 'contextId'>): Message {
  const { role, message_id, parts, at, resends } = historySchema.parse(row)
  const place = { taskId: task.id, contextId: task.contextId }
  const message: Message = {
    ...{ kind: 'message', role, messageId: message_id, ...place, parts },
    ...(resends && { metadata: { resends } }),
  }
  return at === null ? message : dated(message, at)
}

/** A message of the history with the time at which it was said. */
export const dated = (message: Message, at: number): Message => ({
  ...message,
  metadata: { ...message.metadata, timestamp: new Date(at).toISOString() },
})

/** Formats the task for the wire, without history if `history` is not given. */
export function taskView(record: TaskRecord, history?: Message[]): Task {
  return {
    kind: 'task',
    id: record.id,
    contextId: record.contextId,
    status: {
      state: record.state,
      timestamp: new Date(record.statusAt).toISOString(),
      ...(record.statusMessage && { message: record.statusMessage }),
    },
    ...(history && { history }),
    metadata: {
      agentId: record.agentId,
      pendingCalls: record.pendingCalls,
      ...(record.error && { error: record.error }),
      ...(record.isDeleted && { deleted: true as const }),
    },
  }
}
