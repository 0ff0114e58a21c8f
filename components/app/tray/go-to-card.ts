import { goToConversation } from '../location'

let wanted: string | null = null
const listeners = new Set<() => void>()

function want(callId: string | null) {
  wanted = callId
  for (const listener of [...listeners]) listener()
}

/** The card that the thread is to bring into sight, by its call; for React's useSyncExternalStore. */
export const wantedCard = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getSnapshot: () => wanted,
  /** It is there, or will not come. */
  done: () => want(null),
}

/** Goes to a conversation and to one of its cards in it. */
export function goToCard(conversationId: string, callId: string): void {
  goToConversation(conversationId)
  want(callId)
}
