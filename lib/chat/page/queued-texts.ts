import type { Address } from 'viem'
import { z } from 'zod'
import type { ChatStore, Wording } from '../store/chat'

/** Words of the person's that are sent when the answer before them is over. */
type QueuedText = { id: string; text: string; wording?: Wording | undefined }

/** What waits in a conversation. `isHeld`: it waits for the person, because the answer did not come to its end. */
export type TextQueue = { texts: readonly QueuedText[]; isHeld: boolean }

export type QueuedTexts = {
  subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  of: (conversationId: string) => TextQueue
  add: (conversationId: string, text: string, wording?: Wording) => void
  /** Takes words back. Null where they have been sent. */
  takeBack: (conversationId: string, id: string) => QueuedText | null
  /** Keeps what waits until the person says to send it: they have stopped the answer. */
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
          instead: z.object({ messageId: z.string(), how: z.enum(['edited', 'again']) }).optional(),
        })
        .optional(),
    }),
  ),
)

const nothing: TextQueue = { texts: [], isHeld: false }

/**
 * The messages that wait for an answer to end, for each conversation: one goes out when it has, the next when that one is
 * answered. They are this tab's alone, and outlive a reload; then, and after an answer that was stopped or broke off, they
 * wait for the person.
 */
export function createQueuedTexts({
  chat,
  owner,
  ids,
  storage,
}: {
  chat: Pick<ChatStore, 'thread' | 'message' | 'send'>
  owner: Address
  ids: () => string
  /** `sessionStorage`, which browsers may forbid. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}): QueuedTexts {
  const key = `countersign.queued.${owner}`
  const queues = new Map<string, TextQueue>(
    Object.entries(read()).map(([id, texts]) => [id, { texts, isHeld: true }] as const),
  )
  const listeners = new Set<() => void>()
  const following = new Map<string, () => void>()

  function read(): z.infer<typeof storedSchema> {
    try {
      return storedSchema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
    } catch {
      return {}
    }
  }

  const put = (conversationId: string, queue: TextQueue) => {
    if (queue.texts.length > 0) queues.set(conversationId, queue)
    else queues.delete(conversationId)
    try {
      if (queues.size === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(Object.fromEntries([...queues].map(([id, { texts }]) => [id, texts]))))
    } catch {
      // They then last as long as the page.
    }
    for (const listener of [...listeners]) listener()
  }
  const of = (conversationId: string) => queues.get(conversationId) ?? nothing

  const sendNext = (conversationId: string) => {
    const { texts, isHeld } = of(conversationId)
    const [next, ...rest] = texts
    if (!next) return
    put(conversationId, { texts: rest, isHeld })
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
      if (!isOver || queue.isHeld || queue.texts.length === 0) return
      const last = messageIds.at(-1)
      const status = last === undefined ? null : chat.message(last).getSnapshot()?.status
      // On its way still, such as one that waits for the network: what follows it waits for its answer.
      if (status === 'sending') return
      if (status === 'complete' || status === 'sent') sendNext(conversationId)
      else put(conversationId, { ...queue, isHeld: true })
    }
    following.set(conversationId, thread.subscribe(look))
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    of,
    add: (conversationId, text, wording) => {
      follow(conversationId)
      const { texts, isHeld } = of(conversationId)
      put(conversationId, { texts: [...texts, { id: ids(), text, ...(wording && { wording }) }], isHeld })
    },
    takeBack: (conversationId, id) => {
      const { texts, isHeld } = of(conversationId)
      const taken = texts.find((each) => each.id === id)
      if (!taken) return null
      put(conversationId, { texts: texts.filter((each) => each !== taken), isHeld })
      return taken
    },
    hold: (conversationId) => {
      const { texts } = of(conversationId)
      if (texts.length > 0) put(conversationId, { texts, isHeld: true })
    },
    sendNow: (conversationId) => {
      follow(conversationId)
      put(conversationId, { ...of(conversationId), isHeld: false })
      if (!chat.thread(conversationId).getSnapshot().running) sendNext(conversationId)
    },
    dispose: () => {
      for (const stop of following.values()) stop()
      listeners.clear()
    },
  }
}
