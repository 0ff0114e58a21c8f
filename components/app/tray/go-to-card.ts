import { createStore } from '@/lib/store'
import { goToConversation } from '../location'

const wanted = createStore<string | null>(null)

/** The card that the thread is to bring into sight, by its call; for React's useSyncExternalStore. */
export const wantedCard = {
  subscribe: wanted.subscribe,
  getSnapshot: wanted.getSnapshot,
  /** It is there, or will not come. */
  done: () => wanted.set(null),
}

/** Goes to a conversation and to one of its cards in it. */
export function goToCard(conversationId: string, callId: string): void {
  goToConversation(conversationId)
  wanted.set(callId)
}
