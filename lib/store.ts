/** Who hears of something. Whoever listens may stop, or have others stop, while they are told. */
export type Listeners<Event = void> = {
  subscribe: (listener: (event: Event) => void) => () => void
  tell: (event: Event) => void
  isEmpty: () => boolean
  /** Nobody that listens now is told anything any more. */
  clear: () => void
}

/** A value that changes. It is the same object until it does, and fits React's useSyncExternalStore. */
export type Store<State> = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => State
  /** Tells everybody who listens, unless it is the value that is there. */
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

/** One value for each key, `missing` where there is none. Who listens to one hears of that one alone. */
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
    /** The same handle each time: a component that asks for it anew does not subscribe anew. */
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
