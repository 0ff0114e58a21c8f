import { createStore, createStoreMap } from '@/lib/store'
import type { StreamWriter } from '../turns/stream-text'
import type { ChatMessage, ChatStore, ConnectionState, Conversation, RateLimit } from './chat'
import type { StoredThread } from './stored-thread'

/** A conversation in memory. Immutable: every change makes a new object. */
export type Thread = StoredThread & { running: boolean; stopping: boolean; notice: string | null }

type Overview = ReturnType<ChatStore['getSnapshot']>
type ThreadView = ReturnType<ReturnType<ChatStore['thread']>['getSnapshot']>

const noThread: ThreadView = { messageIds: [], running: false, stopping: false, notice: null }

export type ChatMemory = ReturnType<typeof createChatMemory>

/** Holds the conversations of one account in memory, for the page to read and subscribe to. */
export function createChatMemory(known: Pick<Overview, 'connection' | 'storageProblem'>) {
  const overview = createStore<Overview>({
    conversations: [],
    rateLimit: null,
    loaded: false,
    announcement: null,
    ...known,
  })
  const threads = new Map<string, Thread>()
  const views = createStoreMap<ThreadView>(noThread)
  const messages = createStoreMap<ChatMessage | null>(null)
  const writers = new Map<string, StreamWriter>()
  /** Number of readers that look at each conversation. */
  const looks = new Map<string, number>()
  let isTogether = false

  const setOverview = (change: Partial<Overview>) => overview.set({ ...overview.getSnapshot(), ...change })

  const listConversations = () => {
    if (isTogether) return
    setOverview({
      conversations: [...threads.values()]
        .map((thread) => thread.conversation)
        .filter(({ deletedAt }) => deletedAt === undefined)
        .sort((a, b) => b.updatedAt - a.updatedAt),
    })
  }

  const put = (thread: Thread) => {
    const { messageIds, running, stopping, notice, conversation } = thread
    const before = threads.get(conversation.id)
    threads.set(conversation.id, thread)
    views.set(conversation.id, { messageIds, running, stopping, notice })
    if (before?.conversation !== conversation) listConversations()
  }

  const patch = (id: string, change: Partial<Omit<Thread, 'conversation'>>, about?: Partial<Conversation>) => {
    const thread = threads.get(id)
    if (!thread) return
    put({ ...thread, ...change, conversation: about ? { ...thread.conversation, ...about } : thread.conversation })
  }

  return {
    overview,
    threadHandle: views.handle,
    messageHandle: messages.handle,
    /** Returns the ids of all conversations. */
    ids: () => [...threads.keys()],
    thread: (id: string) => threads.get(id) ?? null,
    put,
    patch,
    /** Changes many conversations, and updates the list once. */
    together: (change: () => void) => {
      isTogether = true
      try {
        change()
      } finally {
        isTogether = false
        listConversations()
      }
    },
    message: messages.getSnapshot,
    messagesOf: (id: string): ChatMessage[] =>
      threads.get(id)?.messageIds.flatMap((each) => messages.getSnapshot(each) ?? []) ?? [],
    setMessage: (message: ChatMessage) => messages.set(message.id, message),
    forgetMessages: (ids: readonly string[]) => {
      for (const id of ids) {
        writers.delete(id)
        messages.delete(id)
      }
    },
    writer: (id: string) => writers.get(id) ?? null,
    setWriter: (id: string, writer: StreamWriter | null) => {
      if (writer) writers.set(id, writer)
      else writers.delete(id)
    },
    setLoaded: () => setOverview({ loaded: true }),
    setConnection: (connection: ConnectionState) => {
      if (overview.getSnapshot().connection !== connection) setOverview({ connection })
    },
    setRateLimit: (rateLimit: RateLimit) => setOverview({ rateLimit }),
    setStorageProblem: (storageProblem: string | null) => setOverview({ storageProblem }),
    /** Announces text to readers who do not see the list. */
    announce: (announcement: string) => setOverview({ announcement }),
    /** Marks the conversation as looked at. Returns a function that ends that. */
    look: (id: string) => {
      looks.set(id, (looks.get(id) ?? 0) + 1)
      return () => looks.set(id, (looks.get(id) ?? 1) - 1)
    },
    isLookedAt: (id: string) => (looks.get(id) ?? 0) > 0,
    /** Removes all listeners. */
    silence: () => {
      overview.clear()
      views.clearListeners()
      messages.clearListeners()
    },
  }
}
