import { z } from 'zod'
import type { Part } from './parts'

/** States of a task (A2A 0.3.0 section 6.3). A turn ends in `input-required`; terminal states never change. */
export const taskStates = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
] as const
export type TaskState = (typeof taskStates)[number]

const terminal: ReadonlySet<TaskState> = new Set(['completed', 'canceled', 'failed', 'rejected'])
export const isTerminal = (state: TaskState): boolean => terminal.has(state)
/** True while the agent works on the task, so that no other message can be taken. */
export const isRunning = (state: TaskState): boolean => state === 'submitted' || state === 'working'

export type Message = {
  kind: 'message'
  role: 'user' | 'agent'
  messageId: string
  taskId?: string
  contextId?: string
  parts: Part[]
  metadata?: MessageMetadata
}

/** What is known of a message beside its parts. Each is left out where it is not known. */
type MessageMetadata = {
  /** When the service took it or said it. ISO 8601, UTC. */
  timestamp?: string
  resends?: Resent
}

/** The person has sent this message in place of an earlier one of theirs, changed (`edited`) or as it was. */
export const resentSchema = z.object({ messageId: z.string().min(1).max(2_000), how: z.enum(['edited', 'again']) })
export type Resent = z.infer<typeof resentSchema>

/** `timestamp` is ISO 8601, UTC. */
type TaskStatus = { state: TaskState; timestamp: string; message?: Message }

/**
 * Which browser is signing a call, as the one that asks is told: it does, another one has since a time (milliseconds since
 * the epoch), nobody does; or `settled`: it waits for no answer any more.
 */
export const signingClaimSchema = z.discriminatedUnion('holder', [
  z.object({ callId: z.string(), holder: z.enum(['you', 'nobody', 'settled']) }),
  z.object({ callId: z.string(), holder: z.literal('other'), since: z.int().nonnegative() }),
])
export type SigningClaim = z.infer<typeof signingClaimSchema>

export type TaskMetadata = {
  agentId: number
  pendingCalls: string[]
  error?: { code: string; message: string }
  /** The person has deleted the conversation: it takes outcomes of its calls, and nothing else. */
  deleted?: true
  /** Only in the answer to a request that asks about signing a call. */
  claim?: SigningClaim
}

export type Task = {
  kind: 'task'
  id: string
  contextId: string
  status: TaskStatus
  history?: Message[]
  metadata: TaskMetadata
}

export type StatusUpdate = {
  kind: 'status-update'
  /**
   * For clients that know events by this name alone; those of A2A read `kind` (docs/protocol.md, "What the service
   * sends").
   */
  type: 'task/status-update'
  taskId: string
  contextId: string
  status: TaskStatus
  /** True on the last event of a turn: its message is complete and replaces the streamed draft. */
  final: boolean
  metadata?: { pendingCalls?: string[]; error?: { code: string; message: string } }
}

export type ArtifactUpdate = {
  kind: 'artifact-update'
  taskId: string
  contextId: string
  /** `artifactId` is the messageId of the coming reply. */
  artifact: { artifactId: string; name: string; parts: Part[] }
  append: boolean
  lastChunk: boolean
}

/** What `message/stream` and `tasks/resubscribe` carry, one to a frame, in the form that our service emits. */
export type StreamEvent = Task | StatusUpdate | ArtifactUpdate
