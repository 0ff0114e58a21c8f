import type { ReadMessage } from '@/lib/wire/decode/decode-parts'
import type { ChatMessage } from './chat'

/** A message from the service, with the id that it has or gets here. */
export type Placed = { id: string; message: ReadMessage; known: boolean }

/**
 * Returns the id of a service's message in this app. The person's own messages got their ids here. Those of the agent
 * are prefixed with their task's, since services may number the messages of each task anew. Null if the service gave
 * none.
 */
export function localId(
  { messageId, role }: ReadMessage,
  place: string,
  own: (id: string) => ChatMessage | null,
): string | null {
  if (messageId === null) return null
  return own(messageId)?.role === role ? messageId : `${place}/${messageId}`
}

/** Returns the id by which the service knows a message. */
export const serviceId = ({ id, taskId }: ChatMessage): string =>
  taskId !== undefined && id.startsWith(`${taskId}/`) ? id.slice(taskId.length + 1) : id

/**
 * Finds the place of each of the service's messages among those shown here. Recognises messages without an id by their
 * content, each once. Puts new ones behind their predecessor; those that only this app knows (failed, held, stopped)
 * stay in place. `isWhole` is false if the service sent only the last messages.
 */
export function mergeHistory(
  shown: readonly ChatMessage[],
  history: readonly ReadMessage[],
  { place, isWhole, newId }: { place: string; isWhole: boolean; newId: () => string },
): { messageIds: string[]; placed: Placed[] } {
  const byId = new Map(shown.map((message) => [message.id, message]))
  const messageIds = shown.map(({ id }) => id)
  const listed = new Set(messageIds)
  const claimed = new Set<string>()
  const sayers = bySaying(shown.filter(({ status }) => status !== 'streaming'))
  const placed: Placed[] = []
  /** Position of the previous message. */
  let at: number | null = null
  for (const message of history) {
    const named = localId(message, place, (id) => byId.get(id) ?? null)
    const id = named ?? sayers(message)?.find((each) => !claimed.has(each)) ?? newId()
    claimed.add(id)
    const known = listed.has(id)
    const next: number = at === null ? positionOfFirst(messageIds, isWhole ? shown : [], place) : at + 1
    if (known) at = messageIds[next] === id ? next : messageIds.indexOf(id)
    else {
      messageIds.splice(next, 0, id)
      listed.add(id)
      at = next
    }
    placed.push({ id, message, known })
  }
  return { messageIds, placed }
}

/** The first message of a history goes before those shown of the same task. */
function positionOfFirst(ids: readonly string[], shown: readonly ChatMessage[], taskId: string): number {
  const first = shown.find((message) => message.taskId === taskId)
  return first ? ids.indexOf(first.id) : ids.length
}

const wordsOf = ({ role, parts }: ReadMessage | ChatMessage): string => JSON.stringify([role, parts])

/** Finds the ids of messages with the same content, in order. Serialises each shown message once, and only if asked. */
function bySaying(shown: readonly ChatMessage[]): (message: ReadMessage) => readonly string[] | undefined {
  let ids: Map<string, string[]> | null = null
  return (message) => {
    if (!ids) {
      ids = new Map()
      for (const each of shown) {
        const words = wordsOf(each)
        const same = ids.get(words)
        if (same) same.push(each.id)
        else ids.set(words, [each.id])
      }
    }
    return ids.get(wordsOf(message))
  }
}
