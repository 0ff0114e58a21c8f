import type { Address } from 'viem'
import { z } from 'zod'
import { createStore } from '@/lib/store'
import { resentSchema } from '@/lib/wire/task'
import type { ChatStore, Wording } from '../store/chat'

/** A message of the person's that is sent when the current answer ends. */
type QueuedMessage = { id: string; text: string; wording?: Wording | undefined }

/** The queue of a conversation. `isPaused`: waits for the person, because the answer did not complete. */
export type MessageQueue = { messages: readonly QueuedMessage[]; isPaused: boolean }

export type QueuedMessages = {
  subscribe: (listener: () => void) => () => void
  /** Returns the same object until something changes. */
  of: (conversationId: string) => MessageQueue
  add: (conversationId: string, text: string, wording?: Wording) => void
  /** Takes a message back. Returns null if it has been sent. */
  takeBack: (conversationId: string, id: string) => QueuedMessage | null
  /** Pauses the queue until the person resumes it, because they stopped the answer. */
  hold: (conversationId: string) => void
  sendNow: (conversationId: string) => void
  dispose: () => void
}

const storedSchema = z.record(
  z.string(),
  z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      wording: z
        .object({
          suggested: z.literal(true).optional(),
          instead: resentSchema.optional(),
        })
        .optional(),
    }),
  ),
)

const nothing: MessageQueue = { messages: [], isPaused: false }

/** `sessionStorage`, which browsers may forbid. */
type QueueStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Queues messages until the running answer ends, for each conversation: the first is sent then, the next when that one
 * is answered. A queue belongs to this tab and survives a reload. After a reload, or an answer that was stopped or
 * broke off, it waits for the person.
 */
export function createQueuedMessages({
  chat,
  owner,
  ids,
  storage,
}: {
  chat: Pick<ChatStore, 'thread' | 'message' | 'send'>
  owner: Address
  ids: () => string
  storage: QueueStorage
}): QueuedMessages {
  const { subscribe, of, put, clear } = createKeptQueues(owner, storage)
  const following = new Map<string, () => void>()

  const sendNext = (conversationId: string) => {
    const { messages, isPaused } = of(conversationId)
    const [next, ...rest] = messages
    if (!next) return
    put(conversationId, { messages: rest, isPaused })
    chat.send(conversationId, next.text, next.wording)
  }

  const follow = (conversationId: string) => {
    if (following.has(conversationId)) return
    const thread = chat.thread(conversationId)
    let wasRunning = thread.getSnapshot().running
    const look = () => {
      const { running, messageIds } = thread.getSnapshot()
      const isOver = wasRunning && !running
      wasRunning = running
      const queue = of(conversationId)
      if (!isOver || queue.isPaused || queue.messages.length === 0) return
      const last = messageIds.at(-1)
      const status = last === undefined ? null : chat.message(last).getSnapshot()?.status
      // Still being sent, perhaps waiting for the network. The queue waits for its answer.
      if (status === 'sending') return
      if (status === 'complete' || status === 'sent') sendNext(conversationId)
      else put(conversationId, { ...queue, isPaused: true })
    }
    following.set(conversationId, thread.subscribe(look))
  }

  return {
    subscribe,
    of,
    add: (conversationId, text, wording) => {
      follow(conversationId)
      const { messages, isPaused } = of(conversationId)
      put(conversationId, { messages: [...messages, { id: ids(), text, ...(wording && { wording }) }], isPaused })
    },
    takeBack: (conversationId, id) => {
      const { messages, isPaused } = of(conversationId)
      const taken = messages.find((each) => each.id === id)
      if (!taken) return null
      put(conversationId, { messages: messages.filter((each) => each !== taken), isPaused })
      return taken
    },
    hold: (conversationId) => {
      const { messages } = of(conversationId)
      if (messages.length > 0) put(conversationId, { messages, isPaused: true })
    },
    sendNow: (conversationId) => {
      follow(conversationId)
      put(conversationId, { ...of(conversationId), isPaused: false })
      if (!chat.thread(conversationId).getSnapshot().running) sendNext(conversationId)
    },
    dispose: () => {
      for (const stop of following.values()) stop()
      clear()
    },
  }
}

/** The queues of all conversations, in memory and in the tab's storage. Those read from storage start paused. */
function createKeptQueues(owner: Address, storage: QueueStorage) {
  const key = `countersign.queued.${owner}`
  const read = (): z.infer<typeof storedSchema> => {
    try {
      return storedSchema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
    } catch {
      return {}
    }
  }
  const { subscribe, getSnapshot, set, clear } = createStore<ReadonlyMap<string, MessageQueue>>(
    new Map(Object.entries(read()).map(([id, messages]) => [id, { messages, isPaused: true }])),
  )
  return {
    subscribe,
    clear,
    of: (conversationId: string) => getSnapshot().get(conversationId) ?? nothing,
    put: (conversationId: string, queue: MessageQueue) => {
      const next = new Map(getSnapshot())
      if (queue.messages.length > 0) next.set(conversationId, queue)
      else next.delete(conversationId)
      try {
        if (next.size === 0) storage().removeItem(key)
        else
          storage().setItem(
            key,
            JSON.stringify(Object.fromEntries([...next].map(([id, { messages }]) => [id, messages]))),
          )
      } catch {
        // The queues then last as long as the page.
      }
      set(next)
    },
  }
}
