import type { Address } from 'viem'
import type { ChatMessage, ConnectionState } from './chat'
import { type ChatMemory, createChatMemory } from './chat-memory'
import type { ChatStorage } from './storage'
import type { StoredThread } from './stored-thread'
import { openTabs, type TabMessage } from './tabs'

/** All conversations of one account: in memory for the page, on disk, and shared with other tabs. */
export type ChatState = ReturnType<typeof createChatState>

type ChatStateOptions = {
  owner: Address
  storage: ChatStorage
  tabsName: string
  isOnline: () => boolean
  now: () => number
  onRunningElsewhere: (conversationId: string) => void
  onRemovedElsewhere: (conversationId: string) => void
}

export function createChatState(options: ChatStateOptions) {
  const { owner, storage, tabsName, isOnline } = options
  const memory = createChatMemory({
    connection: isOnline() ? 'online' : 'offline',
    storageProblem: storage.problem(),
  })
  const { load, loadMessages, isRemoved, isUnsure, claim } = createChatReading(memory, options)
  let closed = false

  const tabs = openTabs(tabsName, owner, (message) => {
    if (message.type === 'running') return options.onRunningElsewhere(message.conversationId)
    const { conversation } = message.thread
    if (isRemoved(conversation.id)) return
    takeFromTab(memory, message)
    if (conversation.deletedAt !== undefined) options.onRemovedElsewhere(conversation.id)
  })

  /** Writes to disk and tells the other tabs. A message that still streams is kept in memory only. */
  const save = (conversationId: string, changed: readonly ChatMessage[] = [], dropped: readonly string[] = []) => {
    const thread = memory.thread(conversationId)
    if (!thread || closed) return
    const settled = changed.filter(({ status }) => status !== 'streaming')
    const messageIds = thread.messageIds.filter((id) => memory.message(id)?.status !== 'streaming')
    const stored: StoredThread = { conversation: thread.conversation, messageIds, lastEventId: thread.lastEventId }
    void storage.save(owner, stored, settled, dropped)
    tabs.post({ type: 'changed', owner, thread: stored, messages: [...settled], dropped: [...dropped] })
  }

  const unsubscribeStorage = storage.subscribe(() => memory.setStorageProblem(storage.problem()))

  return {
    ...memory,
    /** An answer that still arrives after the network is lost does not mean that it is back. */
    setConnection: (connection: ConnectionState) =>
      memory.setConnection(connection === 'online' && !isOnline() ? 'offline' : connection),
    save,
    load,
    loadMessages,
    isRemoved,
    isUnsure,
    claim,
    tellRunning: (conversationId: string) => {
      if (!closed) tabs.post({ type: 'running', owner, conversationId })
    },
    close: () => {
      closed = true
      unsubscribeStorage()
      tabs.close()
      memory.silence()
    },
  }
}

/** Merges what another tab has written. Messages that stream here, and those that only this tab has, stay. */
function takeFromTab(
  memory: ChatMemory,
  { thread, messages, dropped }: Extract<TabMessage, { type: 'changed' }>,
): void {
  const before = memory.thread(thread.conversation.id)
  for (const message of messages) if (!memory.writer(message.id)) memory.setMessage(message)
  memory.forgetMessages(dropped)
  const own = before?.messageIds.filter((id) => !thread.messageIds.includes(id) && !dropped.includes(id)) ?? []
  const rest = before ?? { running: false, stopping: false, notice: null }
  memory.put({ ...rest, ...thread, messageIds: [...thread.messageIds, ...own] })
}

/** Number of last messages that are read before the others: more than a page shows at first. */
export const lastMessages = 60

/** Reads from disk into memory: all conversations at first, and the messages of one when requested. */
function createChatReading(memory: ChatMemory, { owner, storage, now }: ChatStateOptions) {
  const loads = new Map<string, Promise<void>>()
  const removed = new Set<string>()
  /** Messages that were being sent when they were written to disk. Nobody here is sending them. */
  const unsure = new Set<string>()

  /** Returns those that were not in memory yet. */
  const take = (rows: readonly ChatMessage[]): ChatMessage[] => {
    const found = rows.filter(({ id }) => !memory.message(id))
    for (const row of found) {
      memory.setMessage(row)
      if (row.status === 'sending') unsure.add(row.id)
    }
    return found
  }

  const readMessages = async (conversationId: string) => {
    const ids = memory.thread(conversationId)?.messageIds ?? []
    // The first messages on screen come before the rest of a long conversation.
    if (ids.length > 2 * lastMessages) take(await storage.messagesById(owner, conversationId, ids.slice(-lastMessages)))
    const rows = await storage.messages(owner, conversationId)
    const thread = memory.thread(conversationId)
    if (!thread) return
    const listed = new Set(thread.messageIds)
    const found = take(rows)
    // Two tabs may have written the order at the same time. No message may be lost by that.
    const unlisted = found.filter(({ id }) => !listed.has(id)).sort((a, b) => a.at - b.at)
    const messageIds = [...thread.messageIds.filter((id) => memory.message(id)), ...unlisted.map(({ id }) => id)]
    memory.patch(conversationId, { messageIds })
  }

  return {
    load: async () => {
      const rows = await storage.threads(owner)
      memory.together(() => {
        for (const stored of rows) {
          const { id } = stored.conversation
          if (stored.dismissed) removed.add(id)
          if (memory.thread(id) || removed.has(id)) continue
          const kept = afterDeletion(stored, now())
          if (kept !== stored) void storage.remove(owner, id).then(() => kept && storage.save(owner, kept))
          if (kept) memory.put({ ...kept, running: false, stopping: false, notice: null })
        }
      })
      memory.setLoaded()
    },
    /** Reads a conversation's messages from disk, once. Newer ones in memory stay. */
    loadMessages: (conversationId: string): Promise<void> => {
      const loading = loads.get(conversationId) ?? readMessages(conversationId)
      loads.set(conversationId, loading)
      return loading
    },
    isRemoved: (conversationId: string) => removed.has(conversationId),
    isUnsure: (messageId: string) => unsure.has(messageId),
    /** Marks a message as being sent from here. */
    claim: (messageId: string) => unsure.delete(messageId),
  }
}

/** Time in which another tab may still offer to undo a deletion. Milliseconds. */
const undoable = 60_000
/** Longer than the 30 days for which the service keeps what was deleted (`lib/wire/conversations.ts`). Milliseconds. */
const remembered = 31 * 24 * 60 * 60_000

/**
 * Returns what a new visit keeps of a deleted conversation. Its messages go. The deletion itself is kept if something
 * would list the conversation again. Null if nothing is kept.
 */
function afterDeletion(stored: StoredThread, now: number): StoredThread | null {
  const { deletedAt, listedAt, byService, unsynced } = stored.conversation
  if (deletedAt === undefined || deletedAt > now - undoable) return stored
  if (!byService && (listedAt === undefined || (!unsynced && deletedAt < now - remembered))) return null
  return stored.messageIds.length === 0 ? stored : { ...stored, messageIds: [], lastEventId: null }
}
