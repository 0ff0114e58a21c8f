import { z } from 'zod'
import { type TaskState, taskStates } from './task'

/**
 * `tasks/list`, `tasks/update`, `tasks/delete` and `calls/list` (docs/protocol.md, "Conversations"): what makes a person's
 * conversations and proposals the same on every device. All times are milliseconds since the epoch by the service's clock.
 */
export const conversationBounds = {
  /** Entries of one page, and how many one has that names no size. */
  page: 100,
  usualPage: 50,
  /** Characters. */
  title: 200,
  query: 200,
  token: 512,
} as const

/** The first words of a conversation as its title, on one line, with addresses and hashes shortened. Null for none. */
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

/** Ids are looked up in the database, which takes no control characters and no halves of a surrogate pair. */
export const idSchema = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

const pageSchema = {
  pageSize: z.int().min(1).max(conversationBounds.page).nullish(),
  pageToken: z.string().max(conversationBounds.token).nullish(),
  /**
   * Only what has changed in any way at this time or after it, what was deleted included: to follow changes without
   * reading all again. Two changes may become visible in another order than that of their times, so ask from a minute before
   * the newest `changedAt` that was seen.
   */
  changedAfter: z.int().nonnegative().nullish(),
}

/** `query` searches titles and what was said: each of its words has to begin a word of the conversation. */
export const listTasksSchema = z.object({
  ...pageSchema,
  query: z.string().max(conversationBounds.query).nullish(),
  /** Only those that are pinned, or are not. */
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

/** What is not given stays as it is. `deleted: false` brings a conversation back; `tasks/delete` is how it goes. */
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

/** How long a deleted conversation can be brought back. Days. */
export const keptDeletedDays = 30

/** A conversation as its list has it. Pages of other services may leave out what is ours. */
export type ListedTask = {
  id: string
  contextId: string | null
  state: TaskState | null
  agentId: number | null
  /** What the person has called it, else its first words. Null where it has none. */
  title: string | null
  pinned: boolean
  /** When something was last said in it. */
  updatedAt: number
  /** When it last changed in any way. */
  changedAt: number
  /** Up to when the person has read it, on whichever device. Null where that is not known; absent where the service keeps no such mark. */
  readAt?: number | null
  pendingCalls: string[]
  /** Only in answers to `changedAfter`. */
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

/** A call of any conversation. `result` is what was returned, or why the service waits no more. */
export type ListedCall = {
  taskId: string
  callId: string
  name: string
  /** Null where the service has them no more. */
  parameters: Record<string, unknown> | null
  agentId: number | null
  /** When it was proposed. */
  at: number
  /** `void`: it ended without an answer. */
  state: 'pending' | 'answered' | 'void'
  /** As the service has it on record: to be read with `readToolResult`. */
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
  /** Where the next page begins, or null at the end. */
  nextPageToken: string | null
}

const nextPageToken = z
  .string()
  .max(4 * conversationBounds.token)
  .nullish()
const mostEntries = 1_000

/** Entries that cannot be read are left out; a page that cannot be read is null. */
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

/** What `tasks/update` and `tasks/delete` answer, and each entry of a page. Null where it cannot be read. */
export const readListedTask = (raw: unknown): ListedTask | null => listedTaskSchema.safeParse(raw).data ?? null
