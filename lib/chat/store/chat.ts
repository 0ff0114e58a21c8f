import type { AgreedField } from '@/lib/review/words/agreed'
import type { ReadPart } from '@/lib/wire/decode-parts'
import type { PersonsRequest } from '@/lib/wire/draft'
import type { Resent } from '@/lib/wire/task'

/** A part of a message as the page shows it: read from any dialect, sanitised only when it is drawn. */
export type ChatPart = ReadPart

export type ChatMessage = {
  id: string
  role: 'user' | 'agent'
  parts: readonly ChatPart[]
  /** The task that it belongs to; with a call's id the key of its card. Absent before there is one. */
  taskId?: string
  /** Milliseconds since the epoch. */
  at: number
  /**
   * `sending` and `failed` are for the person's own messages; `streaming` for the reply that is coming in;
   * `stopped` for one that was canceled; `broken` for one whose stream ended early and could not be resumed; `ended` where
   * the task came to its end without an answer, which is no word of the agent's.
   */
  status: 'sending' | 'sent' | 'failed' | 'streaming' | 'complete' | 'stopped' | 'broken' | 'ended'
  /**
   * Of a message of the person's: only the service has told of it. It may have been written in another browser, or by
   * nobody; so it counts as nothing that the person has said.
   */
  told?: true
  /** Of a message of the person's: somebody else had put it so (a suggestion, a link), and it was sent unchanged. */
  suggested?: true
  /** Of a message of the person's: they have sent it once more, further down. What came of this one stays. */
  resent?: Resent['how']
  /** Of a message of the person's: it was sent in place of this one, by the id that the service knows. */
  resends?: Resent
  /** Only the service has told of it, and not when it was said: `at` is when it was read. */
  undated?: true
  /** Of a message of the person's: it asks for this call of its task to be proposed once more. */
  again?: string
  /** Of a message of the person's: it confirms the plan of this offer. */
  confirms?: string
  /** Of a message of the person's that confirms a draft: what of it the agent put there and they neither wrote nor changed. */
  agreed?: readonly AgreedField[]
  /** For `failed`, `broken` and `ended`: what happened and what to do. For `sending`: what it waits for. */
  problem?: string
  /** Of a `failed` message: it went out, and the service may have it. */
  unsure?: true
}

/** A conversation is one task of the service, from its first message on. */
export type Conversation = {
  /** Made here, before there is a task. The address of the conversation in the page. */
  id: string
  taskId: string | null
  contextId: string | null
  agentId: number
  /** What the person has called it, else the first words of the first message. */
  title: string
  createdAt: number
  /** When something was last said in it. */
  updatedAt: number
  /** The task has ended for good (canceled, failed): the next message starts a new one in the same conversation. */
  ended: boolean
  /** Tasks in which it went on before, each of which has ended. Absent where an older version of the app has kept it. */
  formerTasks?: readonly string[]
  /** The service began it; its `id` is that of its task. */
  byService?: true
  /** Something was said in it that nobody has looked at, here or on any device that the service has heard of. */
  unread?: true
  /** Up to when it was read, on whichever device, by the service's clock. Absent where the service keeps no such mark. */
  readAt?: number
  /** The person keeps it above the others. */
  pinned?: true
  /** `updatedAt` as the service had it when it listed the conversation last. Absent where it never has. */
  listedAt?: number
  /** How many calls the service waited for then. */
  pending?: number
  /** When it was deleted. Until it is gone for good it is kept out of sight, so that it can be brought back. */
  deletedAt?: number
  /** What was changed here and the service has not been told yet. */
  untold?: ConversationChange
}

/** What a person changes about a conversation as a whole. */
export type ConversationChange = { title?: string; pinned?: boolean; deleted?: boolean; readAt?: number }

/** A conversation that a search has found, and where its words are known here, some of those around what was found. */
export type Found = { id: string; excerpt: string | null }

export type ConnectionState = 'online' | 'offline' | 'unreachable'

/** From the X-RateLimit headers of the last answer. `resetAt` and `retryAt` in milliseconds since the epoch. */
export type RateLimit = { limit: number; remaining: number; resetAt: number; retryAt: number | null }

/** Text that is still streaming, outside any component's state: settled blocks and the rest. */
export type StreamText = {
  subscribe: (listener: () => void) => () => void
  /** Markdown blocks that will not change any more, and the unfinished tail. Stable between commits. */
  getSnapshot: () => { blocks: readonly string[]; tail: string }
}

/** How the person came by a message that is sent. */
export type Wording = Pick<ChatMessage, 'suggested' | 'again' | 'confirms' | 'agreed'> & {
  /** What it asks for by the fields of a draft. */
  request?: PersonsRequest
  /** The message of the person's that this one is sent in place of, and whether it says something else. */
  instead?: Resent
}

/** What the page reads and does. Snapshots are immutable; each `subscribe` fits useSyncExternalStore. */
export type ChatStore = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => {
    /** Those that are not deleted, newest first. */
    conversations: readonly Conversation[]
    connection: ConnectionState
    rateLimit: RateLimit | null
    /** True once storage has been read. */
    loaded: boolean
    /** Set when storage cannot be used: what that means for the person. */
    storageProblem: string | null
    /** What is to be said to a reader who does not see the list: conversations that the service has begun. */
    announcement: string | null
  }
  /** The thread of one conversation: ids in order, and whether the agent is at work. */
  thread: (conversationId: string) => {
    subscribe: (listener: () => void) => () => void
    getSnapshot: () => {
      messageIds: readonly string[]
      running: boolean
      stopping: boolean
      /** Something to know about the conversation as a whole: it could not be stopped, or not be brought up to date. */
      notice?: string | null
    }
  }
  message: (messageId: string) => {
    subscribe: (listener: () => void) => () => void
    getSnapshot: () => ChatMessage | null
  }
  /** The text of a `streaming` message. */
  stream: (messageId: string) => StreamText | null
  /** Starts a conversation. Returns its id at once. */
  start: (text: string, agentId: number, wording?: Wording) => string
  /** Sends into an open conversation. Throws nothing: failures end up on the message. */
  send: (conversationId: string, text: string, wording?: Wording) => void
  retry: (messageId: string) => void
  /** Ends the answer that is coming. Cards that are open stay. */
  stop: (conversationId: string) => void
  /** Reads the conversation from the service again and takes up its running stream, if there is one. */
  open: (conversationId: string) => void
  /** Somebody looks at a conversation: what is said in it is read. Returns how to end that. */
  look: (conversationId: string) => () => void
  rename: (conversationId: string, title: string) => void
  pin: (conversationId: string, isPinned: boolean) => void
  /** Resolves with null, or with why it was brought back at once. */
  remove: (conversationId: string) => Promise<string | null>
  /** Brings a deleted conversation back. */
  restore: (conversationId: string) => void
  /** Looks for words in titles and messages, here and at the service. Newest first. */
  search: (query: string, signal: AbortSignal) => Promise<Found[]>
}
