import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { owner } from '../fixtures/chat-bench'
import type { ChatMessage } from './chat'
import { type ChatStorage, createChatStorage } from './storage'
import type { StoredThread } from './stored-thread'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
let count = 0
const open: ChatStorage[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const storage of open.splice(0)) storage.close()
})

const fresh = () => `storage-${++count}`
function storageOf(name: string) {
  const storage = createChatStorage(name)
  open.push(storage)
  return storage
}

const thread = (id: string, messageIds: string[] = []): StoredThread => ({
  conversation: { id, taskId: 'T', contextId: 'C', agentId: 1, title: 'hi', createdAt: 1, updatedAt: 2, ended: false },
  messageIds,
  lastEventId: 'T:1',
})
const message = (id: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'agent',
  parts: [{ type: 'text', text: id }],
  at: 5,
  status: 'complete',
  ...more,
})

describe('createChatStorage', () => {
  it('returns what was saved, to the same account only', async () => {
    const name = fresh()
    const parameters = JSON.parse('{"__proto__":1,"a":[{"b":null}]}')
    const call = message('m2', { taskId: 'T', parts: [{ type: 'call', callId: 'c', name: 'n', parameters }] })
    const failed = message('m3', { role: 'user', status: 'failed', problem: 'why' })
    const storage = storageOf(name)
    await storage.save(owner, thread('a', ['m1', 'm2']), [message('m1'), call, failed])
    await storage.save(owner, thread('b'), [])
    storage.close()
    const again = storageOf(name)
    expect(await again.threads(owner)).toEqual([thread('a', ['m1', 'm2']), thread('b')])
    const messages = await again.messages(owner, 'a')
    expect(messages).toEqual([message('m1'), call, failed])
    expect(JSON.stringify(messages[1]?.parts)).toContain('__proto__')
    expect(await again.threads(other)).toEqual([])
    expect(await again.messages(other, 'a')).toEqual([])
    expect(await again.messages(owner, 'b')).toEqual([])
    expect(again.problem()).toBeNull()
  })

  it('removes the messages that a conversation has dropped, and keeps one that was written again', async () => {
    const name = fresh()
    const storage = storageOf(name)
    await storage.save(owner, thread('a', ['m1', 'm2', 'm3']), [message('m1'), message('m2'), message('m3')])
    await storage.save(owner, thread('a', ['m1', 'm2']), [message('m2', { at: 9 })], ['m2', 'm3'])
    expect(await storageOf(name).messages(owner, 'a')).toEqual([message('m1'), message('m2', { at: 9 })])
  })

  it('returns the last messages of a conversation in its order, and none of a deleted one', async () => {
    const storage = storageOf(fresh())
    await storage.save(owner, thread('a', ['m3', 'm1', 'gone', 'm2']), [message('m1'), message('m2'), message('m3')])
    const deleted = thread('b', ['m4'])
    await storage.save(owner, { ...deleted, conversation: { ...deleted.conversation, deletedAt: 1 } }, [message('m4')])
    const { conversation } = thread('a')
    expect(await storage.latest(owner, 'a', 3)).toEqual({ conversation, messages: [message('m1'), message('m2')] })
    expect(await storage.latest(other, 'a', 3)).toBeNull()
    expect(await storage.latest(owner, 'b', 3)).toBeNull()
    expect(await storage.latest(owner, 'none', 3)).toBeNull()
  })

  it('overwrites existing rows, and removes a conversation with all of its messages', async () => {
    const storage = storageOf(fresh())
    await storage.save(owner, thread('a', ['m1']), [message('m1'), message('m2')])
    await storage.save(owner, thread('a', ['m1', 'm2']), [message('m1', { at: 9 })])
    expect(await storage.messages(owner, 'a')).toEqual([message('m1', { at: 9 }), message('m2')])
    await storage.save(owner, thread('ab'), [message('m9')])
    await storage.remove(owner, 'a')
    expect(await storage.threads(owner)).toEqual([thread('ab')])
    expect(await storage.messages(owner, 'a')).toEqual([])
    expect(await storage.messages(owner, 'ab')).toEqual([message('m9')])
  })

  it('shows an unreadable message as such, but leaves out and reports an unreadable conversation', async () => {
    const name = fresh()
    const storage = storageOf(name)
    await storage.save(owner, thread('a', ['m1']), [message('m1')])
    const db = await openDB(name)
    await db.put('messages', { id: 'm2', parts: 'all of them' }, [owner, 'a', 'm2'])
    await db.put('threads', { conversation: { id: 'b' } }, [owner, 'b'])
    db.close()
    expect((await storage.messages(owner, 'a')).map(({ id, parts }) => [id, parts[0]?.type])).toEqual([
      ['m1', 'text'],
      ['m2', 'unreadable'],
    ])
    expect(await storage.threads(owner)).toEqual([thread('a', ['m1'])])
    expect(storage.problem()).toContain('One conversation')
  })

  it('uses memory beside a database of a newer version, and leaves that alone', async () => {
    const name = fresh()
    ;(await openDB(name, 7)).close()
    const storage = storageOf(name)
    const heard = vi.fn()
    storage.subscribe(heard)
    await storage.save(owner, thread('a', ['m1']), [message('m1')])
    expect(storage.problem()).toContain('newer version')
    expect(heard).toHaveBeenCalledTimes(1)
    expect(await storage.threads(owner)).toEqual([thread('a', ['m1'])])
    expect(await storage.messages(owner, 'a')).toEqual([message('m1')])
    await storage.remove(owner, 'a')
    expect(await storage.threads(owner)).toEqual([])
    const db = await openDB(name)
    expect(db.version).toBe(7)
    db.close()
  })

  it('uses memory if the browser allows no storage', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('not here', 'SecurityError')
    })
    const storage = storageOf(fresh())
    await storage.save(owner, thread('a'), [message('m1')])
    expect(await storage.messages(owner, 'a')).toEqual([message('m1')])
    expect(await storage.threads(other)).toEqual([])
    await storage.save(owner, thread('a'), [message('m2')], ['m1'])
    expect(await storage.messages(owner, 'a')).toEqual([message('m2')])
    expect(storage.problem()).toContain('private window')
  })

  it('keeps in memory what found no room, over what is on disk, until there is room again', async () => {
    const name = fresh()
    const storage = storageOf(name)
    await storage.save(owner, thread('a', ['m1']), [message('m1')])
    const { put } = IDBObjectStore.prototype
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      if (this.name === 'messages') throw new DOMException('no room', 'QuotaExceededError')
      return put.apply(this, row)
    })
    await storage.save(owner, thread('a', ['m1', 'm2']), [message('m2')])
    expect(storage.problem()).toContain('no room')
    expect(await storage.messages(owner, 'a')).toEqual([message('m1'), message('m2')])
    expect(await storage.threads(owner)).toEqual([thread('a', ['m1', 'm2'])])
    const onDisk = storageOf(name)
    expect(await onDisk.threads(owner)).toEqual([thread('a', ['m1'])])
    full.mockRestore()
    await storage.save(owner, thread('a', ['m1', 'm2']), [message('m2')])
    expect(storage.problem()).toBeNull()
    const again = storageOf(name)
    expect(await again.messages(owner, 'a')).toEqual([message('m1'), message('m2')])
  })

  it('closes the database when a newer version of the app wants it', async () => {
    const name = fresh()
    const storage = storageOf(name)
    await storage.save(owner, thread('a'), [])
    const newer = await openDB(name, 2)
    expect(newer.version).toBe(2)
    newer.close()
  })
})
