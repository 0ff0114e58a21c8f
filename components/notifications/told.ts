import { z } from 'zod'
import { type StorageEvents, storedValue, type TextStorage } from '@/lib/execution/call/kept/stored-value'
import type { Locks } from '@/lib/execution/signing/locks'

/** News remembered as told, newest first. */
const most = 200

/** Ids of the news that this browser has told, so that several tabs tell each item once. */
export function createTold(locks: Locks | null, storage: TextStorage, events: StorageEvents) {
  const told = storedValue<readonly string[]>('countersign-told', {
    storage,
    events,
    parse: (text) => z.array(z.string()).parse(JSON.parse(text ?? '[]')),
    failed: [],
  })
  const claim = async (id: string): Promise<boolean> => {
    const all = told.read()
    if (all.includes(id)) return false
    told.write(JSON.stringify([id, ...all].slice(0, most)))
    return true
  }
  return {
    /** Returns true in exactly one tab, once. */
    claim: (id: string): Promise<boolean> => (locks ? locks.hold('countersign:told', () => claim(id)) : claim(id)),
  }
}

export type Told = ReturnType<typeof createTold>
