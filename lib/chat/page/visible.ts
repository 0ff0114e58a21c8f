/** Tells whether the page is visible, as far as the browser knows. */
export type Visible = {
  isVisible: () => boolean
  /** Calls the listener on every change. */
  subscribe: (listener: () => void) => () => void
}

export const browserVisible: Visible = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}
