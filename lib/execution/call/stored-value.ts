import { createListeners } from '@/lib/store'

/** What keeps texts by a key. It may throw, as it does where a browser keeps it from the page. */
export type TextStorage = () => Pick<Storage, 'getItem' | 'setItem'>
/** The window, which tells of changes in other tabs. */
export type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export type StoredValue<T> = {
  read: () => T
  /** False where it could not be stored. */
  write: (text: string) => boolean
  /** Hears of changes, in other tabs too. */
  subscribe: (listener: () => void) => () => void
}

/**
 * The value that a key of the browser's storage holds. `parse` reads its text, null where there is none; `failed` stands
 * where storage or `parse` throws.
 */
export function storedValue<T>(
  key: string,
  {
    storage,
    events,
    parse,
    failed,
  }: { storage: TextStorage; events: StorageEvents; parse: (text: string | null) => T; failed: T },
): StoredValue<T> {
  const changes = createListeners()
  // One answer for one text, so that React sees no change where there is none.
  let last: { text: string | null; value: T } | null = null
  const parsed = (text: string | null): T => {
    try {
      return parse(text)
    } catch {
      return failed
    }
  }
  return {
    read: () => {
      let text: string | null
      try {
        text = storage().getItem(key)
      } catch {
        return failed
      }
      if (last?.text !== text || !last) last = { text, value: parsed(text) }
      return last.value
    },
    write: (text) => {
      try {
        storage().setItem(key, text)
      } catch {
        return false
      }
      changes.tell()
      return true
    },
    subscribe: (listener) => {
      const stop = changes.subscribe(listener)
      events.addEventListener('storage', listener)
      return () => {
        stop()
        events.removeEventListener('storage', listener)
      }
    },
  }
}
