import { useSyncExternalStore } from 'react'
import { conversationOf } from '@/components/app/work/conversation-of'
import { useWork, type Work } from '@/components/app/work-context'
import { offerStateOf, type PlanOffer } from '@/lib/wire/plan'

/** State of an offer in its conversation. `set` is the number of the plan that it became. */
export type OfferState = 'open' | 'replaced' | { set: number }

/** Returns the current state of an offer in its conversation. */
export function useOfferState(offer: PlanOffer, taskId: string | null): OfferState {
  const { chat } = useWork()
  const conversation = taskId === null ? null : conversationOf(chat, taskId)
  const thread = conversation && chat.thread(conversation.id)
  const read = () => (thread ? wordOf(offer, offersIn(chat, thread.getSnapshot().messageIds)) : 'open')
  const word = useSyncExternalStore(thread?.subscribe ?? never, read, read)
  return word.startsWith('set ') ? { set: Number(word.slice(4)) } : word === 'replaced' ? 'replaced' : 'open'
}

const never = () => () => {}

/** Plans that the agent offered in a thread, with their states, in order. */
export const offersIn = (chat: Pick<Work['chat'], 'message'>, messageIds: readonly string[]): PlanOffer[] =>
  messageIds.flatMap((id) =>
    (chat.message(id).getSnapshot()?.parts ?? []).flatMap((part) => (part.type === 'plan' ? [part.offer] : [])),
  )

/** One string for each state, so that React compares them by value. */
function wordOf({ id }: PlanOffer, offers: readonly PlanOffer[]): string {
  const offerState = offerStateOf(id, offers)
  return offerState?.is === 'set' ? `set ${offerState.number}` : (offerState?.is ?? 'open')
}
