import { goToConversation, isAtConversation } from '@/components/app/location'
import { createStore } from '@/lib/store'

/** Text for the composer. `suggested` text is the agent's: sent unchanged, it is not the person's own words. */
type WantedText = { text: string; suggested: boolean }

const wanted = createStore<WantedText | null>(null)

/** Text that the composer should take in. For React's useSyncExternalStore. */
export const wantedText = {
  subscribe: wanted.subscribe,
  getSnapshot: wanted.getSnapshot,
  done: () => wanted.set(null),
}

/** Puts text into the composer on screen, or into that of a new conversation, below unsent text. Sends nothing. */
export function putIntoComposer(text: string, { suggested = false } = {}): void {
  if (!isAtConversation()) goToConversation(null)
  wanted.set({ text, suggested })
}
