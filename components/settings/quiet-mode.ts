import { z } from 'zod'
import { type StorageEvents, storedValue, type TextStorage } from '@/lib/execution/call/kept/stored-value'

/** Stores if requests to third parties are off, for every account in this browser. An unreadable value counts as on. */
export function createQuietMode(storage: TextStorage, events: StorageEvents) {
  const { read, write, subscribe } = storedValue<boolean>('countersign-quiet', {
    storage,
    events,
    parse: (text) => text !== null && z.boolean().parse(JSON.parse(text)),
    failed: true,
  })
  return { read, write: (isOn: boolean) => write(JSON.stringify(isOn)), subscribe }
}

export type QuietMode = ReturnType<typeof createQuietMode>
