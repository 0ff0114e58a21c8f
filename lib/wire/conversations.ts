import { z } from 'zod'
import { type TaskState, taskStates } from './task'

/**
 * `tasks/list`, `tasks/update`, `tasks/delete` and `calls/list` (docs/protocol.md, "Conversations") keep a person's
 * conversations and proposals the same on every device. All times are milliseconds since the epoch by the service's
 * clock.
 */
export const conversationBounds = {
  /** Maximum entries per page, and the default. */
  page: 100,
  usualPage: 50,
  /** Characters. */
  title: 200,
  query: 200,
  token: 512,
} as const

/**
 * Makes a one-line title from a conversation's first words, with addresses and hashes shortened. Null if there are
 * none.
 */
export function titleOf(words: string): string | null {
  const line = words
    .slice(0, 2_000)
    .replace(/\b0x[0-9a-f]{40,}\b/gi, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longestTitle) return line || null
  const cut = line.slice(0, longestTitle)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 20 ? cut.lastIndexOf(' ') : longestTitle)}…`
}
const longestTitle = 60

/** Ids are looked up in the database, which accepts neither control characters nor lone surrogates. */
export const idSchema = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

const pageSchema = {
  pageSize: z.int().min(1).max(conversationBounds.page).nullish(),
  pageToken: z.string().max(conversationBounds.token).nullish(),
  /**
   * Returns only what changed at or after this time, including deletions, so that a client can follow changes without
   * reading everything again. Changes may become visible out of order, so start one minute before the newest
   * `changedAt` seen.
   */
  changedAfter: z.int().nonnegative().nullish(),
}

/** `query` searches titles and messages: each of its words must be the beginning of a word in the conversation. */
export const listTasksSchema = z.object({
  ...pageSchema,
  query: z.string().max(conversationBounds.query).nullish(),
  /** Filters by pinned or not pinned. */
  pinned: z.boolean().nullish(),
})
export type ListTasks = z.infer<typeof listTasksSchema>
export const listCallsSchema = z.object(pageSchema)
export type ListCalls = z.infer<typeof listCallsSchema>

const line = z
  .string()
  .trim()
  .min(1)
  .max(conversationBounds.title)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

/** Omitted fields stay unchanged. `deleted: false` restores a conversation; `tasks/delete` deletes one. */
export const updateTaskSchema = z.object({
  id: idSchema,
  metadata: z.object({
    title: line.optional(),
    pinned: z.boolean().optional(),
    deleted: z.literal(false).optional(),
    /** The person has read what was said up to then. It never goes back. */
    readAt: z.int().nonnegative().optional(),
  }),
})
export type TaskChange = z.infer<typeof updateTaskSchema>['metadata']
export const deleteTaskSchema = z.object({ id: idSchema })

/** Days during which a deleted conversation can be restored. */
export const keptDeletedDays = 30

/** An entry of the conversation list. Other services may omit the fields that only ours sends. */
export type ListedTask = {
  id: string
  contextId: string | null
  state: TaskState | null
  agentId: number | null
  /** The person's own title, else the conversation's first words. Null if there is neither. */
  title: string | null
  pinned: boolean
  /** When the last message was added. */
  updatedAt: number
  /** When anything about it last changed. */
  changedAt: number
  /** Up to when the person has read it, on whichever device. Null where that is not known; absent where the service keeps no such mark. */
  readAt?: number | null
  pendingCalls: string[]
  /** Set only in answers to `changedAfter`. */
  deleted: boolean
}

const id = z.union([z.string().min(1).max(2_000), z.int().transform(String)])
const time = z.int().nonnegative()

const listedTaskSchema = z
  .object({
    id,
    contextId: id.nullish(),
    status: z.object({ state: z.enum(taskStates).nullish().catch(null), timestamp: z.string().nullish().catch(null) }),
    metadata: z
      .object({
        agentId: z.int().nullish().catch(null),
        title: z.string().nullish().catch(null),
        pinned: z.boolean().nullish().catch(null),
        updatedAt: time.nullish().catch(null),
        changedAt: time.nullish().catch(null),
        readAt: time.nullish().catch(undefined),
        pendingCalls: z.array(id).max(10_000).nullish().catch(null),
        deleted: z.boolean().nullish().catch(null),
      })
      .nullish()
      .catch(null),
  })
  .transform(({ id, contextId, status, metadata }): ListedTask => {
    const updatedAt = metadata?.updatedAt ?? (Date.parse(status.timestamp ?? '') || 0)
    return {
      id,
      contextId: contextId ?? null,
      state: status.state ?? null,
      agentId: metadata?.agentId ?? null,
      title: metadata?.title?.slice(0, conversationBounds.title) || null,
      pinned: metadata?.pinned ?? false,
      updatedAt,
      changedAt: metadata?.changedAt ?? updatedAt,
      ...(metadata?.readAt !== undefined && { readAt: metadata.readAt }),
      pendingCalls: metadata?.pendingCalls ?? [],
      deleted: metadata?.deleted ?? false,
    }
  })

/** A call in any conversation. `result` is what the client returned, or why the service no longer waits. */
export type ListedCall = {
  taskId: string
  callId: string
  name: string
  /** Null if the service no longer has them. */
  parameters: Record<string, unknown> | null
  agentId: number | null
  /** When the call was proposed. */
  at: number
  /** `void`: the call ended without an answer. */
  state: 'pending' | 'answered' | 'void'
  /** The raw record of the service; read it with `readToolResult`. */
  result: unknown
  changedAt: number
}

const listedCallSchema = z
  .object({
    taskId: id,
    callId: id,
    name: z.string().min(1).max(200),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    agentId: z.int().nullish().catch(null),
    at: time,
    state: z.enum(['pending', 'answered', 'void']),
    result: z.unknown().optional(),
    changedAt: time.nullish().catch(null),
  })
  .transform(
    ({ parameters, agentId, result, changedAt, ...call }): ListedCall => ({
      ...call,
      parameters: parameters ?? null,
      agentId: agentId ?? null,
      result: result ?? null,
      changedAt: changedAt ?? call.at,
    }),
  )

export type Page<Entry> = {
  entries: Entry[]
  /** Token of the next page; null on the last page. */
  nextPageToken: string | null
}

const nextPageToken = z
  .string()
  .max(4 * conversationBounds.token)
  .nullish()
const mostEntries = 1_000

/** Leaves out unreadable entries. Returns null if the page itself is unreadable. */
export function readTaskPage(raw: unknown): Page<ListedTask> | null {
  const page = z.object({ tasks: z.array(z.unknown()).max(mostEntries), nextPageToken }).safeParse(raw).data
  return page ? { entries: readable(page.tasks, listedTaskSchema), nextPageToken: page.nextPageToken || null } : null
}

export function readCallPage(raw: unknown): Page<ListedCall> | null {
  const page = z.object({ calls: z.array(z.unknown()).max(mostEntries), nextPageToken }).safeParse(raw).data
  return page ? { entries: readable(page.calls, listedCallSchema), nextPageToken: page.nextPageToken || null } : null
}

const readable = <Entry>(raw: readonly unknown[], schema: z.ZodType<Entry>): Entry[] =>
  raw.flatMap((each) => {
    const read = schema.safeParse(each)
    return read.success ? [read.data] : []
  })

/** Reads the answer of `tasks/update` or `tasks/delete`, or one entry of a page. Null if it is unreadable. */
export const readListedTask = (raw: unknown): ListedTask | null => listedTaskSchema.safeParse(raw).data ?? null
