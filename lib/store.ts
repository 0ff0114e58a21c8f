/** A set of listeners. They may unsubscribe themselves and others while they are being told. */
export type Listeners<Event = void> = {
  subscribe: (listener: (event: Event) => void) => () => void
  tell: (event: Event) => void
  isEmpty: () => boolean
  /** Removes all listeners. */
  clear: () => void
}

/** A value that changes. Keeps its identity until it does, as React's useSyncExternalStore requires. */
export type Store<State> = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => State
  /** Sets the value, and tells the listeners if it differs by `Object.is`. */
  set: (next: State) => void
}

export function createListeners<Event = void>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (event) => {
      for (const listener of [...listeners]) listener(event)
    },
    isEmpty: () => listeners.size === 0,
    clear: () => listeners.clear(),
  }
}

export function createStore<State>(initial: State): Store<State> & Pick<Listeners, 'clear'> {
  const { subscribe, tell, clear } = createListeners()
  let state = initial
  return {
    subscribe,
    getSnapshot: () => state,
    set: (next) => {
      if (Object.is(next, state)) return
      state = next
      tell()
    },
    clear,
  }
}

/** Something that a component can subscribe to. */
export type Handle<View> = Pick<Store<View>, 'subscribe' | 'getSnapshot'>

/** Creates a store with one value per key, `missing` if there is none. Listeners hear of their own key only. */
export function createStoreMap<State>(missing: State) {
  const states = new Map<string, State>()
  const listeners = new Map<string, Listeners>()
  const handles = new Map<string, Handle<State>>()

  const subscribe = (key: string, listener: () => void) => {
    const own = listeners.get(key) ?? createListeners()
    listeners.set(key, own)
    const stop = own.subscribe(listener)
    return () => {
      stop()
      if (own.isEmpty() && listeners.get(key) === own) listeners.delete(key)
    }
  }
  const getSnapshot = (key: string): State => states.get(key) ?? missing

  return {
    getSnapshot,
    set: (key: string, next: State) => {
      states.set(key, next)
      listeners.get(key)?.tell()
    },
    delete: (key: string) => {
      states.delete(key)
      listeners.get(key)?.tell()
    },
    /** Returns the same handle each time, so that a component that asks again does not resubscribe. */
    handle: (key: string): Handle<State> => {
      const known = handles.get(key) ?? {
        subscribe: (listener) => subscribe(key, listener),
        getSnapshot: () => getSnapshot(key),
      }
      handles.set(key, known)
      return known
    },
    clearListeners: () => listeners.clear(),
  }
}
