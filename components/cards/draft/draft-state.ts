import { useSyncExternalStore } from 'react'
import { conversationOf } from '@/components/app/work/conversation-of'
import { useWork, type Work } from '@/components/app/work-context'
import { type DraftState, draftStateOf, type SaidOfDrafts } from '@/lib/wire/draft'

/** Returns the current state of a draft in its conversation. */
export function useDraftState(draftId: string, taskId: string | null): DraftState {
  const { chat } = useWork()
  const conversation = taskId === null ? null : conversationOf(chat, taskId)
  const thread = conversation && chat.thread(conversation.id)
  // As text, so that React sees a change only if the contents differ.
  const read = () =>
    JSON.stringify(thread ? draftStateOf(draftId, saidIn(chat, thread.getSnapshot().messageIds)) : open)
  const state: DraftState = JSON.parse(useSyncExternalStore(thread?.subscribe ?? never, read, read))
  return state
}

const open: DraftState = { is: 'open' }
const never = () => () => {}

const saidIn = (chat: Pick<Work['chat'], 'message'>, messageIds: readonly string[]): SaidOfDrafts[] =>
  messageIds.flatMap((id) => {
    const parts = chat.message(id).getSnapshot()?.parts ?? []
    return parts.flatMap((part): SaidOfDrafts[] => {
      // Counts even if sending failed: that same message is sent again, and no other.
      if (part.type === 'request') return [{ request: part.request }]
      if (part.type === 'draft') return [{ offers: part.draft.id }]
      return part.type === 'call' ? [{ offers: part.callId }] : []
    })
  })
