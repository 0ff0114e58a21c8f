import { createListeners } from '@/lib/store'

/** Returns a key-value store of texts. May throw, as it does if the browser denies the page storage. */
export type TextStorage = () => Pick<Storage, 'getItem' | 'setItem'>
/** The window, which announces changes made in other tabs. */
export type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export type StoredValue<T> = {
  read: () => T
  /** Returns false if the text could not be stored. */
  write: (text: string) => boolean
  /** Calls the listener on changes, also those made in other tabs. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Reads and writes the value under a key of the browser's storage. `parse` reads its text, null if absent; `failed` is
 * the value if storage or `parse` throws.
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
  // Return the same value for the same text, so that React sees no change where there is none.
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
