import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { wantedCard } from '@/components/app/tray/go-to-card'
import type { ChatStore } from '@/lib/chat/store/chat'

/** So long a card may take to be there: its conversation has to be read. Milliseconds. */
const patience = 10_000

/**
 * Brings the card into sight that somebody wants to see, and gives it the focus. `mount` is told how many of the last turns
 * that takes.
 */
export function useWantedCard(
  chat: Pick<ChatStore, 'message'>,
  messageIds: readonly string[],
  content: RefObject<HTMLElement | null>,
  mount: (turns: number) => void,
  show: (card: HTMLElement) => void,
) {
  const wanted = useSyncExternalStore(wantedCard.subscribe, wantedCard.getSnapshot, () => null)
  const at = wanted === null ? -1 : messageIds.findIndex((id) => hasCall(chat, id, wanted))
  const turns = messageIds.length - at
  useEffect(() => {
    if (wanted === null) return
    const giveUp = setTimeout(wantedCard.done, patience)
    return () => clearTimeout(giveUp)
  }, [wanted])
  useEffect(() => {
    if (wanted === null || at < 0) return
    mount(turns)
    let frame = 0
    const look = () => {
      const name = CSS.escape(wanted)
      const card = content.current?.querySelector(`article[data-call="${name}"], [data-folded="${name}"]`)
      if (!(card instanceof HTMLElement)) {
        frame = requestAnimationFrame(look)
        return
      }
      show(card)
      card.focus({ preventScroll: true })
      wantedCard.done()
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [wanted, at, turns, content, mount, show])
}

const hasCall = (chat: Pick<ChatStore, 'message'>, messageId: string, callId: string): boolean =>
  chat
    .message(messageId)
    .getSnapshot()
    ?.parts.some(
      (part) =>
        (part.type === 'call' && part.callId === callId) ||
        (part.type === 'plan' && part.offer.id === callId) ||
        (part.type === 'draft' && part.draft.id === callId),
    ) ?? false
