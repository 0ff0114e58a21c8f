import { z } from 'zod'
import type { Part } from './parts'

/** Task states (A2A 0.3.0 section 6.3). A turn ends in `input-required`; terminal states never change. */
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
/** True while the agent works on the task and it accepts no other message. */
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

/** Facts about a message beside its parts. Each is left out if it is not known. */
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
 * Holder of a call for signing, seen from the browser that asks: itself, another one since a time (milliseconds since
 * the epoch), or nobody. `settled`: the call no longer waits for an answer.
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
  /** The person deleted the conversation: it accepts outcomes of its calls and nothing else. */
  deleted?: true
  /** Present only in answers to a request about signing a call. */
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
   * For clients that know events only by this name; A2A clients read `kind` (docs/protocol.md, "What the service
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
  /** `artifactId` is the messageId of the reply being written. */
  artifact: { artifactId: string; name: string; parts: Part[] }
  append: boolean
  lastChunk: boolean
}

/** One frame of `message/stream` or `tasks/resubscribe`, in the form that our service emits. */
export type StreamEvent = Task | StatusUpdate | ArtifactUpdate
