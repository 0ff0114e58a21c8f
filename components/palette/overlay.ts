import { createStore } from '@/lib/store'

/** Names of what can be open over the page. */
export type OverlayName = 'palette' | 'help' | 'receive'

const open = createStore<OverlayName | null>(null)

/** For React's useSyncExternalStore. */
export const overlay = { subscribe: open.subscribe, getSnapshot: open.getSnapshot }

export const openPalette = (): void => open.set('palette')
export const openHelp = (): void => open.set('help')
/** Shows the connected account's address, to be paid at. Nothing while no wallet is connected. */
export const openReceive = (): void => open.set('receive')
/** Closes it, unless something else has been opened in its place. */
export const closeOverlay = (name: OverlayName): void => {
  if (open.getSnapshot() === name) open.set(null)
}

/**
 * The overlay that a key opens: Ctrl+K or ⌘K the commands, a question mark the help. Null if none, or if somebody is
 * typing.
 */
export function overlayOfKey(event: KeyboardEvent, isTyping: boolean): OverlayName | null {
  if (event.isComposing || event.altKey) return null
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key.toLowerCase() === 'k' && isCommand && !event.shiftKey) return 'palette'
  return event.key === '?' && !isCommand && !isTyping ? 'help' : null
}

/** Keys of a shortcut as this system writes them: ⌘K or Ctrl K. */
export const withCommandKey = (key: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
