import type { Address } from 'viem'
import { conversationBounds, type ListedTask } from '@/lib/wire/conversations'
import { foldText, placeOfFolded, queryWords } from '@/lib/wire/folded-text'
import type { AgentClient } from '../service/agent-client'
import type { ChatMessage, Found } from '../store/chat'
import type { ChatState } from '../store/chat-state'
import type { ChatStorage } from '../store/storage'
import { textOf } from '../turns/transcript'

export type SearchPorts = {
  owner: Address
  state: ChatState
  storage: ChatStorage
  client: Pick<AgentClient, 'listTasks'>
  /** True if the service keeps the conversations, so that it can be asked. */
  isKept: () => boolean
  takeFound: (tasks: readonly ListedTask[]) => Promise<string[]>
}

/** Characters of an excerpt before and after the match. */
const around = 40

/** Searches what this browser has stored, and the service too if it keeps the conversations. */
export function createSearch({ owner, state, storage, client, isKept, takeFound }: SearchPorts) {
  const findHere = async (words: readonly string[]): Promise<Map<string, string | null>> => {
    const stored = await storage.allMessages(owner)
    const found = new Map<string, string | null>()
    for (const id of state.ids()) {
      const title = state.thread(id)?.conversation.title ?? ''
      // Messages in memory are newer than those on disk.
      const known = state.messagesOf(id)
      const texts = (known.length > 0 ? known : (stored.get(id) ?? [])).map((message: ChatMessage) =>
        textOf(message.parts),
      )
      const [inTitle = '', ...inTexts] = [title, ...texts].map(foldText)
      if (!words.every((word) => inTitle.includes(word) || inTexts.some((text) => text.includes(word)))) continue
      found.set(id, words.every((word) => inTitle.includes(word)) ? null : excerptOf(texts, words))
    }
    return found
  }

  const findThere = async (query: string): Promise<string[]> => {
    if (!isKept()) return []
    try {
      const { entries } = await client.listTasks({ query: query.slice(0, conversationBounds.query) })
      return await takeFound(entries)
    } catch {
      // Offline, or the service cannot search: only local results.
      return []
    }
  }

  return async (query: string, signal: AbortSignal): Promise<Found[]> => {
    const words = queryWords(query)
    if (words.length === 0) return []
    const [here, there] = await Promise.all([findHere(words), findThere(query.trim())])
    signal.throwIfAborted()
    const ids = new Set([...here.keys(), ...there])
    return [...ids]
      .flatMap((id) => state.thread(id)?.conversation ?? [])
      .filter(({ deletedAt }) => deletedAt === undefined)
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .map(({ id }) => ({ id, excerpt: here.get(id) ?? null }))
  }
}

/** Returns the words around the first match as they were written, on one line. */
function excerptOf(texts: readonly string[], words: readonly string[]): string | null {
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').normalize('NFC')
    const at = words.map((word) => placeOfFolded(line, word)).find((place) => place !== null)
    if (at === undefined || at === null) continue
    const from = Math.max(0, at - around)
    const to = Math.min(line.length, at + around * 2)
    return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
  }
  return null
}
