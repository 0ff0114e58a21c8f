import type { AgreedField } from '@/lib/review/words/agreed'
import type { ReadPart } from '@/lib/wire/decode/decode-parts'
import type { PersonsRequest } from '@/lib/wire/draft'
import type { Resent } from '@/lib/wire/task'

/** A part of a message as the page shows it: read from any dialect, and sanitised only when drawn. */
export type ChatPart = ReadPart

export type ChatMessage = {
  id: string
  role: 'user' | 'agent'
  parts: readonly ChatPart[]
  /**
   * The task that the message belongs to. With a call's id it is the key of the call's card. Absent before there is a
   * task.
   */
  taskId?: string
  /** Milliseconds since the epoch. */
  at: number
  /**
   * `sending` and `failed` are for the person's own messages. `streaming` is the reply that is coming in, `stopped` one
   * that was canceled, `broken` one whose stream ended early and could not be resumed. `ended` is for a task that ended
   * without an answer; such a message is not the agent's.
   */
  status: 'sending' | 'sent' | 'failed' | 'streaming' | 'complete' | 'stopped' | 'broken' | 'ended'
  /**
   * For a message of the person's that only the service reported. It may have been written in another browser, or by
   * nobody; so it does not count as said by the person.
   */
  told?: true
  /** For a message of the person's that was worded by somebody else (a suggestion, a link) and sent unchanged. */
  suggested?: true
  /** For a message of the person's that was sent again further down. Its answer stays. */
  resent?: Resent['how']
  /** For a message of the person's: the message that it replaces, by the service's id. */
  resends?: Resent
  /** The service reported the message without its time: `at` is when it was read. */
  undated?: true
  /** For a message of the person's: the call of its task that it asks to be proposed again. */
  again?: string
  /** For a message of the person's: the offer whose plan it confirms. */
  confirms?: string
  /**
   * For a message that confirms a draft: the fields that the agent filled in and the person neither wrote nor changed.
   */
  agreed?: readonly AgreedField[]
  /** For `failed`, `broken` and `ended`: what happened and what to do. For `sending`: what it waits for. */
  problem?: string
  /** For a `failed` message that went out: the service may have it. */
  unsure?: true
  /** For a `broken` message: the service itself said that the answer goes no further. */
  final?: true
}

/** A conversation is one task of the service, from its first message on. */
export type Conversation = {
  /** Made here, before there is a task. Used as the conversation's address in the page. */
  id: string
  taskId: string | null
  contextId: string | null
  agentId: number
  /** The person's title, else the first words of the first message. */
  title: string
  createdAt: number
  /** Time of the last message. */
  updatedAt: number
  /**
   * True if the task has ended for good (canceled, failed). The next message starts a new one in the same conversation.
   */
  ended: boolean
  /** Earlier tasks of the conversation, all ended. Absent if an older version of the app has stored it. */
  formerTasks?: readonly string[]
  /** The service began the conversation, and `id` is that of its task. */
  byService?: true
  /** It has a message that nobody has looked at, here or on any device that the service knows of. */
  unread?: true
  /** Time up to which it was read on any device, by the service's clock. Absent if the service keeps no such mark. */
  readAt?: number
  /** The person keeps it above the others. */
  pinned?: true
  /** `updatedAt` in the service's last list. Absent if the service never listed the conversation. */
  listedAt?: number
  /** Number of calls that the service waited for then. */
  pending?: number
  /** When it was deleted. Until it is gone for good it is hidden, so that it can be restored. */
  deletedAt?: number
  /** Changes made here that the service has not acknowledged yet. */
  unsynced?: ConversationChange
}

/** A person's change to a conversation as a whole. */
export type ConversationChange = { title?: string; pinned?: boolean; deleted?: boolean; readAt?: number }

/** A conversation found by a search. `excerpt` shows the words around the match, if they are known here. */
export type Found = { id: string; excerpt: string | null }

export type ConnectionState = 'online' | 'offline' | 'unreachable'

/** From the X-RateLimit headers of the last answer. `resetAt` and `retryAt` in milliseconds since the epoch. */
export type RateLimit = { limit: number; remaining: number; resetAt: number; retryAt: number | null }

/** Text that is still streaming, kept outside any component's state: settled blocks and the rest. */
export type StreamText = {
  subscribe: (listener: () => void) => () => void
  /** Markdown blocks that will not change any more, and the unfinished tail. Stable between commits. */
  getSnapshot: () => { blocks: readonly string[]; tail: string }
}

/** The origin of a message's words: typed, picked, repeated or confirmed. */
export type Wording = Pick<ChatMessage, 'suggested' | 'again' | 'confirms' | 'agreed'> & {
  /** The request that it makes by the fields of a draft. */
  request?: PersonsRequest
  /** The person's message that this one replaces, and whether the words differ. */
  instead?: Resent
}

/** The store that the page reads and acts on. Snapshots are immutable; each `subscribe` fits useSyncExternalStore. */
export type ChatStore = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => {
    /** All except deleted ones, newest first. */
    conversations: readonly Conversation[]
    connection: ConnectionState
    rateLimit: RateLimit | null
    /** True once storage has been read. */
    loaded: boolean
    /** Tells a person what it means that storage cannot be used; null if it can. */
    storageProblem: string | null
    /** Announced to readers who do not see the list: conversations that the service has begun. */
    announcement: string | null
  }
  /** The thread of one conversation: message ids in order, and the agent's activity. */
  thread: (conversationId: string) => {
    subscribe: (listener: () => void) => () => void
    getSnapshot: () => {
      messageIds: readonly string[]
      running: boolean
      stopping: boolean
      /** A problem of the conversation as a whole: it could not be stopped, or not be brought up to date. */
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
  /** Sends into an open conversation. Never throws: failures end up on the message. */
  send: (conversationId: string, text: string, wording?: Wording) => void
  retry: (messageId: string) => void
  /** Ends the answer in progress. Open cards stay. */
  stop: (conversationId: string) => void
  /** Reads the conversation from the service again, and resumes its running stream if there is one. */
  open: (conversationId: string) => void
  /** Marks a conversation as looked at, so that new messages count as read. Returns a function that ends that. */
  look: (conversationId: string) => () => void
  rename: (conversationId: string, title: string) => void
  pin: (conversationId: string, isPinned: boolean) => void
  /** Resolves with null, or with why the conversation was restored at once. */
  remove: (conversationId: string) => Promise<string | null>
  /** Restores a deleted conversation. */
  restore: (conversationId: string) => void
  /**
   * Looks an unlisted conversation up at the service by its task, and lists it. Resolves with its id here, or null if
   * the service does not know it. Rejects with AgentError if the service could not be asked.
   */
  find: (taskId: string) => Promise<string | null>
  /** Searches titles and messages, here and at the service. Newest first. */
  search: (query: string, signal: AbortSignal) => Promise<Found[]>
}
