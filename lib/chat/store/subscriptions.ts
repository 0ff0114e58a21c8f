/** Listeners by key. */
export type Subscriptions = {
  add: (key: string, listener: () => void) => () => void
  tell: (key: string) => void
  clear: () => void
}

export function createSubscriptions(): Subscriptions {
  const byKey = new Map<string, Set<() => void>>()
  return {
    add: (key, listener) => {
      const listeners = byKey.get(key) ?? new Set()
      byKey.set(key, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key)
      }
    },
    tell: (key) => {
      for (const listener of [...(byKey.get(key) ?? [])]) listener()
    },
    clear: () => byKey.clear(),
  }
}
