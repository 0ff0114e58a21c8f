/** Tells whether there is a network, as far as the browser knows. */
export type Online = {
  isOnline: () => boolean
  /** Calls the listener on every change. */
  subscribe: (listener: () => void) => () => void
}

export const browserOnline: Online = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
