/** Whether the page is looked at, as far as the browser knows. */
export type Visible = {
  isVisible: () => boolean
  /** Hears of every change. */
  subscribe: (listener: () => void) => () => void
}

export const browserVisible: Visible = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}
