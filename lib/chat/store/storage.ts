import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { Address } from 'viem'
import { z } from 'zod'
import { createBrowserDatabase } from '@/lib/browser-database'
import { createListeners } from '@/lib/store'
import type { ChatMessage, Conversation } from './chat'
import { chatMessageSchema, type StoredThread, storedThreadSchema } from './stored-thread'

/** Rows are `unknown`: another version of the app, or a broken disk, may have written them. */
interface Schema extends DBSchema {
  threads: { key: [owner: string, conversationId: string]; value: unknown }
  messages: { key: [owner: string, conversationId: string, messageId: string]; value: unknown }
}

/**
 * Stores the conversations of each account in this browser. Nothing rejects: if the disk fails, memory takes its place.
 */
export type ChatStorage = {
  threads: (owner: Address) => Promise<StoredThread[]>
  /** Returns messages with their ids. Unreadable ones are included and marked as such. */
  messages: (owner: Address, conversationId: string) => Promise<ChatMessage[]>
  /** Returns those of the given messages that exist. */
  messagesById: (owner: Address, conversationId: string, ids: readonly string[]) => Promise<ChatMessage[]>
  /** Returns a conversation that was not deleted, with the last of its messages, at most `count` in order. */
  latest: (owner: Address, conversationId: string, count: number) => Promise<LatestMessages | null>
  /** Returns every message of an account, by conversation, for searching. */
  allMessages: (owner: Address) => Promise<Map<string, ChatMessage[]>>
  /** Writes a thread together with those of its messages that changed, and removes those that it has dropped. */
  save: (
    owner: Address,
    thread: StoredThread,
    changed?: readonly ChatMessage[],
    dropped?: readonly string[],
  ) => Promise<void>
  remove: (owner: Address, conversationId: string) => Promise<void>
  /** Tells a person why conversations are not stored; null if they are. */
  problem: () => string | null
  subscribe: (listener: () => void) => () => void
  close: () => void
}

export type LatestMessages = { conversation: Conversation; messages: readonly ChatMessage[] }

const version = 1

/** Creates the storage, which opens at its first use. */
export function createChatStorage(name = 'countersign-chat'): ChatStorage {
  const memory = createMemory()
  const problems = createProblems()
  const disk = createDisk(name, problems.setDisk)

  return {
    threads: async (owner) => {
      const rows = (await disk.run((db) => db.getAll('threads', within(owner)))) ?? []
      const read = rows.flatMap((row) => {
        const parsed = storedThreadSchema.safeParse(row)
        return parsed.success ? [parsed.data] : []
      })
      if (read.length < rows.length) problems.setRead(unreadableThreads(rows.length - read.length))
      return memory.overThreads(owner, read)
    },
    messages: async (owner, conversationId) => {
      const rows = await disk.run((db) => readMessages(db, within(owner, conversationId)))
      const messages = (rows ?? []).map(({ message }) => message)
      return memory.overMessages(owner, conversationId, messages)
    },
    latest: (owner, conversationId, count) =>
      disk.run(async (db) => {
        const row = storedThreadSchema.safeParse(await db.get('threads', [owner, conversationId]))
        if (!row.success || row.data.dismissed || row.data.conversation.deletedAt !== undefined) return null
        const { conversation, messageIds } = row.data
        return { conversation, messages: await readById(db, owner, conversationId, messageIds.slice(-count)) }
      }),
    messagesById: async (owner, conversationId, ids) => {
      const rows = await disk.run((db) => readById(db, owner, conversationId, ids))
      return memory.overMessages(owner, conversationId, rows ?? [])
    },
    allMessages: async (owner) => {
      const rows = await disk.run((db) => readMessages(db, within(owner)))
      const byConversation = new Map<string, ChatMessage[]>()
      for (const { conversationId, message } of rows ?? []) {
        const own = byConversation.get(conversationId)
        if (own) own.push(message)
        else byConversation.set(conversationId, [message])
      }
      return memory.overAll(owner, byConversation)
    },
    save: async (owner, thread, changed = [], dropped = []) => {
      const conversationId = thread.conversation.id
      const saved = await disk.run((db) =>
        writeAll(db, [
          (transaction) => transaction.objectStore('threads').put(thread, [owner, conversationId]),
          ...dropped.map(
            (messageId) => (transaction: Writing) =>
              transaction.objectStore('messages').delete([owner, conversationId, messageId]),
          ),
          ...changed.map(
            (message) => (transaction: Writing) =>
              transaction.objectStore('messages').put(message, [owner, conversationId, message.id]),
          ),
        ]),
      )
      if (!saved) return memory.keep(owner, thread, changed, dropped)
      memory.forget(owner, conversationId, [...dropped, ...changed.map(({ id }) => id)])
      if (memory.isEmpty()) problems.setDisk(null)
    },
    remove: async (owner, conversationId) => {
      memory.remove(owner, conversationId)
      await disk.run((db) =>
        writeAll(db, [
          (transaction) => transaction.objectStore('threads').delete([owner, conversationId]),
          (transaction) => transaction.objectStore('messages').delete(within(owner, conversationId)),
        ]),
      )
    },
    problem: problems.get,
    subscribe: problems.subscribe,
    close: () => {
      problems.clear()
      disk.close()
    },
  }
}

/** Problems with writing to the disk and with reading from it. */
function createProblems() {
  const { subscribe, tell, clear } = createListeners()
  let disk: string | null = null
  let read: string | null = null
  return {
    subscribe,
    clear,
    get: () => disk ?? read,
    setDisk: (words: string | null) => {
      if (disk === words) return
      disk = words
      tell()
    },
    setRead: (words: string) => {
      read = words
      tell()
    },
  }
}

/** The database, opened when needed, and reopened after the browser has dropped it. */
function createDisk(name: string, setProblem: (words: string) => void) {
  const { open, close } = createBrowserDatabase<Schema>(name, version, (db) => {
    db.createObjectStore('threads')
    db.createObjectStore('messages')
  })

  /** Runs work on the database. Resolves with null if it failed; then the problem is set. */
  const run = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, again = true): Promise<T | null> => {
    try {
      return await work(await open())
    } catch (error) {
      close()
      if (again && error instanceof DOMException && error.name === 'InvalidStateError') return run(work, false)
      setProblem(wordsFor(error))
      return null
    }
  }

  return { run, close }
}

/** Returns those of the messages that exist. */
async function readById(db: IDBPDatabase<Schema>, owner: string, conversationId: string, ids: readonly string[]) {
  const { store } = db.transaction('messages')
  const values = await Promise.all(ids.map((id) => store.get([owner, conversationId, id])))
  return ids.flatMap((id, index) => (values[index] === undefined ? [] : [readMessage(id, values[index])]))
}

/** Returns the messages whose keys are in the range, each with its conversation. */
async function readMessages(db: IDBPDatabase<Schema>, range: IDBKeyRange) {
  const { store } = db.transaction('messages')
  const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  return keys.map(([, conversationId, id], index) => ({ conversationId, message: readMessage(id, values[index]) }))
}

type Writing = IDBPTransaction<Schema, ['threads', 'messages'], 'readwrite'>

/** Performs all of the writes or none. Resolves with true once they are on disk. */
async function writeAll(
  db: IDBPDatabase<Schema>,
  writes: readonly ((transaction: Writing) => Promise<unknown>)[],
): Promise<true> {
  const transaction = db.transaction(['threads', 'messages'], 'readwrite')
  const started = [transaction.done]
  try {
    for (const write of writes) started.push(write(transaction).then(() => undefined))
  } catch (error) {
    // Pending writes fail with the transaction. The thrown error holds the reason.
    for (const each of started) each.catch(() => undefined)
    transaction.abort()
    throw error
  }
  await Promise.all(started)
  return true
}

/** Every key with this prefix: an array sorts after every string (IndexedDB 3.0, section 2.4). */
const within = (...prefix: string[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, []])

function readMessage(id: string, row: unknown): ChatMessage {
  const parsed = chatMessageSchema.safeParse(row)
  if (parsed.success) return parsed.data
  const reason = 'A message saved in a form this version of the app does not know'
  return { id, role: 'agent', parts: [{ type: 'unreadable', reason }], at: 0, status: 'complete' }
}

function wordsFor(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'VersionError')
    return 'Your conversations were saved by a newer version of this app. Reload to get it; until then nothing new is kept.'
  if (name === 'QuotaExceededError')
    return 'This browser has no room left, so new messages are lost when you close the page. Free some space or delete old conversations.'
  return 'This browser does not let the app save anything (perhaps a private window), so conversations are lost when you close the page.'
}

const unreadableThreads = (count: number): string =>
  `${count === 1 ? 'One conversation' : `${count} conversations`} saved in this browser could not be read and ${count === 1 ? 'is' : 'are'} not shown. Nothing was deleted.`

/** Rows that could not be written to the disk. They take precedence over it. */
function createMemory() {
  const threads = new Map<string, StoredThread>()
  const messages = new Map<string, Map<string, ChatMessage>>()
  const keyOf = (owner: string, conversationId: string) => JSON.stringify([owner, conversationId])
  const overlay = <T>(rows: readonly T[], kept: readonly T[], idOf: (row: T) => string): T[] => {
    const byId = new Map(rows.map((row) => [idOf(row), row]))
    for (const row of kept) byId.set(idOf(row), row)
    return [...byId.values()]
  }
  return {
    overThreads: (owner: string, rows: readonly StoredThread[]) => {
      const own = [...threads].filter(([key, { conversation }]) => key === keyOf(owner, conversation.id))
      return overlay(
        rows,
        own.map(([, thread]) => thread),
        ({ conversation }) => conversation.id,
      )
    },
    overMessages: (owner: string, conversationId: string, rows: readonly ChatMessage[]) =>
      overlay(rows, [...(messages.get(keyOf(owner, conversationId))?.values() ?? [])], ({ id }) => id),
    overAll: (owner: string, rows: ReadonlyMap<string, ChatMessage[]>) => {
      const all = new Map(rows)
      for (const [key, kept] of messages) {
        const [whose, conversationId] = z.tuple([z.string(), z.string()]).parse(JSON.parse(key))
        if (whose === owner)
          all.set(
            conversationId,
            overlay(rows.get(conversationId) ?? [], [...kept.values()], ({ id }) => id),
          )
      }
      return all
    },
    keep: (owner: string, thread: StoredThread, changed: readonly ChatMessage[], dropped: readonly string[]) => {
      const key = keyOf(owner, thread.conversation.id)
      threads.set(key, thread)
      const kept = messages.get(key) ?? new Map<string, ChatMessage>()
      for (const id of dropped) kept.delete(id)
      for (const message of changed) kept.set(message.id, message)
      messages.set(key, kept)
    },
    forget: (owner: string, conversationId: string, messageIds: readonly string[]) => {
      const key = keyOf(owner, conversationId)
      threads.delete(key)
      for (const id of messageIds) messages.get(key)?.delete(id)
    },
    isEmpty: () => threads.size === 0 && [...messages.values()].every((kept) => kept.size === 0),
    remove: (owner: string, conversationId: string) => {
      threads.delete(keyOf(owner, conversationId))
      messages.delete(keyOf(owner, conversationId))
    },
  }
}
