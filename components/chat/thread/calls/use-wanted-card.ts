import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { wantedCard } from '@/components/app/tray/go-to-card'
import type { ChatStore } from '@/lib/chat/store/chat'

/** Milliseconds to wait for a card to appear: its conversation may have to load. */
const patience = 10_000

/** Scrolls to the wanted card and focuses it. Calls `mount` with the number of last turns that this takes. */
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
