import type { Address } from 'viem'
import type { StreamWriter } from '../turns/stream-text'
import type { ChatMessage, ChatStore, ConnectionState, Conversation, RateLimit } from './chat'
import { type Handle, handleOf } from './handle'
import type { ChatStorage } from './storage'
import type { StoredThread } from './stored-thread'
import { createSubscriptions } from './subscriptions'
import { openTabs } from './tabs'

/** A conversation as it is in memory. Immutable: every change is a new object. */
export type Thread = StoredThread & { running: boolean; stopping: boolean; notice: string | null }

type Overview = ReturnType<ChatStore['getSnapshot']>
type ThreadView = ReturnType<ReturnType<ChatStore['thread']>['getSnapshot']>

/** Everything that is known of one account's conversations: in memory for the page, on disk, and told to other tabs. */
export type ChatState = ReturnType<typeof createChatState>

const noThread: ThreadView = { messageIds: [], running: false, stopping: false, notice: null }
const overviewKey = ''

export function createChatState({
  owner,
  storage,
  tabsName,
  isOnline,
  now,
  onRunningElsewhere,
  onRemovedElsewhere,
}: {
  owner: Address
  storage: ChatStorage
  tabsName: string
  isOnline: () => boolean
  now: () => number
  onRunningElsewhere: (conversationId: string) => void
  onRemovedElsewhere: (conversationId: string) => void
}) {
  const threads = new Map<string, Thread>()
  const views = new Map<string, ThreadView>()
  const messages = new Map<string, ChatMessage>()
  const writers = new Map<string, StreamWriter>()
  const handles = {
    thread: new Map<string, Handle<ThreadView>>(),
    message: new Map<string, Handle<ChatMessage | null>>(),
  }
  const loads = new Map<string, Promise<void>>()
  const removed = new Set<string>()
  /** How many readers look at a conversation. */
  const looks = new Map<string, number>()
  /** Messages that were on their way when they were written to disk: nobody here is sending them. */
  const unsure = new Set<string>()
  let closed = false
  const threadListeners = createSubscriptions()
  const messageListeners = createSubscriptions()
  const overviewListeners = createSubscriptions()
  let overview: Overview = {
    conversations: [],
    connection: isOnline() ? 'online' : 'offline',
    rateLimit: null,
    loaded: false,
    storageProblem: storage.problem(),
    announcement: null,
  }

  const setOverview = (change: Partial<Overview>) => {
    overview = { ...overview, ...change }
    overviewListeners.tell(overviewKey)
  }
  let isTaking = false
  const listConversations = () => {
    if (isTaking) return
    setOverview({
      conversations: [...threads.values()]
        .map((thread) => thread.conversation)
        .filter(({ deletedAt }) => deletedAt === undefined)
        .sort((a, b) => b.updatedAt - a.updatedAt),
    })
  }

  const put = (thread: Thread) => {
    const id = thread.conversation.id
    const before = threads.get(id)
    threads.set(id, thread)
    const { messageIds, running, stopping, notice } = thread
    views.set(id, { messageIds, running, stopping, notice })
    if (before?.conversation !== thread.conversation) listConversations()
    threadListeners.tell(id)
  }

  const patch = (
    conversationId: string,
    change: Partial<Omit<Thread, 'conversation'>>,
    about?: Partial<Conversation>,
  ) => {
    const thread = threads.get(conversationId)
    if (!thread) return
    const conversation = about ? { ...thread.conversation, ...about } : thread.conversation
    put({ ...thread, ...change, conversation })
  }

  const setMessage = (message: ChatMessage) => {
    messages.set(message.id, message)
    messageListeners.tell(message.id)
  }

  const forgetMessages = (ids: readonly string[]) => {
    for (const id of ids) {
      messages.delete(id)
      writers.delete(id)
      messageListeners.tell(id)
    }
  }

  /** Writes to disk and tells the other tabs. A message that still streams is kept in memory only. */
  const save = (conversationId: string, changed: readonly ChatMessage[] = [], dropped: readonly string[] = []) => {
    const thread = threads.get(conversationId)
    if (!thread || closed) return
    const settled = changed.filter(({ status }) => status !== 'streaming')
    const messageIds = thread.messageIds.filter((id) => messages.get(id)?.status !== 'streaming')
    const stored: StoredThread = { conversation: thread.conversation, messageIds, lastEventId: thread.lastEventId }
    void storage.save(owner, stored, settled)
    tabs.post({ type: 'changed', owner, thread: stored, messages: [...settled], dropped: [...dropped] })
  }

  const tabs = openTabs(tabsName, owner, (message) => {
    if (message.type === 'running') return onRunningElsewhere(message.conversationId)
    const { thread, dropped } = message
    const id = thread.conversation.id
    if (removed.has(id)) return
    const before = threads.get(id)
    for (const each of message.messages) if (!writers.has(each.id)) setMessage(each)
    forgetMessages(dropped)
    const own = before?.messageIds.filter((each) => !thread.messageIds.includes(each) && !dropped.includes(each)) ?? []
    const rest = before ?? { running: false, stopping: false, notice: null }
    put({ ...rest, ...thread, messageIds: [...thread.messageIds, ...own] })
    if (thread.conversation.deletedAt !== undefined) onRemovedElsewhere(id)
  })

  /** Changes many conversations, and lists them once. */
  const together = (change: () => void) => {
    isTaking = true
    try {
      change()
    } finally {
      isTaking = false
      listConversations()
    }
  }

  const load = async () => {
    const rows = await storage.threads(owner)
    together(() => {
      for (const stored of rows) {
        const { id } = stored.conversation
        if (stored.dismissed) removed.add(id)
        if (threads.has(id) || removed.has(id)) continue
        const kept = afterDeletion(stored, now())
        if (kept !== stored) void storage.remove(owner, id).then(() => kept && storage.save(owner, kept, []))
        if (kept) put({ ...kept, running: false, stopping: false, notice: null })
      }
    })
    setOverview({ loaded: true })
  }

  /** Reads a conversation's messages from disk, once. Those that are newer in memory stay. */
  const loadMessages = (conversationId: string): Promise<void> => {
    const loading = loads.get(conversationId) ?? readMessages(conversationId)
    loads.set(conversationId, loading)
    return loading
  }
  const readMessages = async (conversationId: string) => {
    const rows = await storage.messages(owner, conversationId)
    const thread = threads.get(conversationId)
    if (!thread) return
    const listed = new Set(thread.messageIds)
    const found = rows.filter(({ id }) => !messages.has(id))
    for (const row of found) {
      setMessage(row)
      if (row.status === 'sending') unsure.add(row.id)
    }
    // Two tabs may have written the order at the same time: nothing that was said gets lost by that.
    const unlisted = found.filter(({ id }) => !listed.has(id)).sort((a, b) => a.at - b.at)
    const messageIds = [...thread.messageIds.filter((id) => messages.has(id)), ...unlisted.map(({ id }) => id)]
    patch(conversationId, { messageIds })
  }

  const unsubscribeStorage = storage.subscribe(() => setOverview({ storageProblem: storage.problem() }))

  return {
    overview: {
      subscribe: (listener: () => void) => overviewListeners.add(overviewKey, listener),
      getSnapshot: () => overview,
    },
    threadHandle: (id: string): Handle<ThreadView> =>
      handleOf(
        handles.thread,
        id,
        (listener) => threadListeners.add(id, listener),
        () => views.get(id) ?? noThread,
      ),
    messageHandle: (id: string): Handle<ChatMessage | null> =>
      handleOf(
        handles.message,
        id,
        (listener) => messageListeners.add(id, listener),
        () => messages.get(id) ?? null,
      ),
    isUnsure: (messageId: string) => unsure.has(messageId),
    /** The message is being sent from here. */
    claim: (messageId: string) => unsure.delete(messageId),
    thread: (id: string) => threads.get(id) ?? null,
    message: (id: string) => messages.get(id) ?? null,
    writer: (id: string) => writers.get(id) ?? null,
    /** Ids of all conversations. */
    ids: () => [...threads.keys()],
    messagesOf: (id: string): ChatMessage[] =>
      threads.get(id)?.messageIds.flatMap((each) => messages.get(each) ?? []) ?? [],
    setConnection: (connection: ConnectionState) => {
      if (overview.connection !== connection) setOverview({ connection })
    },
    setRateLimit: (rateLimit: RateLimit) => setOverview({ rateLimit }),
    /** Said to readers who do not see the list. */
    announce: (announcement: string) => setOverview({ announcement }),
    setStorageProblem: (storageProblem: string) => setOverview({ storageProblem }),
    put,
    patch,
    setMessage,
    setWriter: (id: string, writer: StreamWriter | null) => {
      if (writer) writers.set(id, writer)
      else writers.delete(id)
    },
    forgetMessages,
    save,
    load,
    loadMessages,
    together,
    /** Somebody looks at it. Returns how to end that. */
    look: (id: string) => {
      looks.set(id, (looks.get(id) ?? 0) + 1)
      return () => looks.set(id, (looks.get(id) ?? 1) - 1)
    },
    isLookedAt: (id: string) => (looks.get(id) ?? 0) > 0,
    isRemoved: (conversationId: string) => removed.has(conversationId),
    tellRunning: (conversationId: string) => {
      if (!closed) tabs.post({ type: 'running', owner, conversationId })
    },
    close: () => {
      closed = true
      unsubscribeStorage()
      tabs.close()
      threadListeners.clear()
      messageListeners.clear()
      overviewListeners.clear()
    },
  }
}

/** For so long another tab may still offer to undo a deletion. Milliseconds. */
const undoable = 60_000
/** The service keeps what was deleted for 30 days (`lib/wire/conversations.ts`). Milliseconds. */
const remembered = 31 * 24 * 60 * 60_000

/**
 * What a new visit keeps of a conversation that was deleted. What was said goes; that it was deleted stays where somebody would
 * list it again. Null where nothing stays.
 */
function afterDeletion(stored: StoredThread, now: number): StoredThread | null {
  const { deletedAt, listedAt, byService, untold } = stored.conversation
  if (deletedAt === undefined || deletedAt > now - undoable) return stored
  if (!byService && (listedAt === undefined || (!untold && deletedAt < now - remembered))) return null
  return stored.messageIds.length === 0 ? stored : { ...stored, messageIds: [], lastEventId: null }
}
