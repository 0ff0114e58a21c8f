import { z } from 'zod'
import { renameField } from '@/lib/browser-database'
import { agreedFieldSchema } from '@/lib/review/words/agreed'
import { displaySchema } from '@/lib/wire/display'
import { draftSchema, personsRequestSchema } from '@/lib/wire/draft'
import { originSchema, planOfferSchema } from '@/lib/wire/plan'
import { toolResultSchema } from '@/lib/wire/result'
import { resentSchema } from '@/lib/wire/task'
import type { ChatMessage, Conversation } from './chat'

/** A conversation with what is needed to resume it. */
export type StoredThread = {
  conversation: Conversation
  /** Ids of its messages, in order. */
  messageIds: readonly string[]
  /** The last stream event that was processed. Reading resumes after it. */
  lastEventId: string | null
  /** The person deleted it here, and the service would list it again. Nothing else is left of it. */
  dismissed?: true
}

const conversation = z.object({
  id: z.string().min(1),
  taskId: z.string().nullable(),
  contextId: z.string().nullable(),
  agentId: z.int(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  ended: z.boolean(),
  formerTasks: z.array(z.string()).optional(),
  byService: z.literal(true).optional(),
  unread: z.literal(true).optional(),
  readAt: z.number().optional(),
  pinned: z.literal(true).optional(),
  listedAt: z.number().optional(),
  pending: z.number().optional(),
  deletedAt: z.number().optional(),
  unsynced: z
    .object({
      title: z.string().optional(),
      pinned: z.boolean().optional(),
      deleted: z.boolean().optional(),
      readAt: z.number().optional(),
    })
    .optional(),
})

export const storedThreadSchema: z.ZodType<StoredThread> = z.object({
  // Earlier versions called `unsynced` `untold`.
  conversation: z.preprocess((row) => renameField(row, 'untold', 'unsynced'), conversation),
  messageIds: z.array(z.string()),
  lastEventId: z.string().nullable(),
  dismissed: z.literal(true).optional(),
})

/**
 * Accepts an object as it is: a record schema would drop keys like `__proto__`, and a call is kept exactly as it came.
 */
const parameters = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('call'),
    callId: z.string(),
    name: z.string(),
    parameters,
    replaces: z.string().optional(),
    origin: originSchema.optional(),
  }),
  z.object({ type: z.literal('plan'), offer: planOfferSchema }),
  z.object({ type: z.literal('draft'), draft: draftSchema }),
  z.object({ type: z.literal('request'), request: personsRequestSchema }),
  z.object({ type: z.literal('display'), display: displaySchema }),
  z.object({
    type: z.literal('return'),
    callId: z.string(),
    name: z.string(),
    result: toolResultSchema.nullable(),
  }),
  z.object({ type: z.literal('unreadable'), reason: z.string() }),
])

export const chatMessageSchema: z.ZodType<ChatMessage> = z.object({
  id: z.string().min(1),
  role: z.enum(['user', 'agent']),
  parts: z.array(part),
  taskId: z.string().optional(),
  at: z.number(),
  status: z.enum(['sending', 'sent', 'failed', 'streaming', 'complete', 'stopped', 'broken', 'ended']),
  told: z.literal(true).optional(),
  suggested: z.literal(true).optional(),
  resent: resentSchema.shape.how.optional(),
  resends: resentSchema.optional(),
  undated: z.literal(true).optional(),
  again: z.string().optional(),
  confirms: z.string().optional(),
  agreed: z.array(agreedFieldSchema).optional(),
  problem: z.string().optional(),
  unsure: z.literal(true).optional(),
  final: z.literal(true).optional(),
})
