import { createStore } from '@/lib/store'
import { goToConversation } from '../location'

const wanted = createStore<string | null>(null)

/** Call whose card the thread should scroll to. For React's useSyncExternalStore. */
export const wantedCard = {
  subscribe: wanted.subscribe,
  getSnapshot: wanted.getSnapshot,
  /** The card is in view, or will never come. */
  done: () => wanted.set(null),
}

/** Goes to a card in its conversation. */
export function goToCard(conversationId: string, callId: string): void {
  goToConversation(conversationId)
  wanted.set(callId)
}
