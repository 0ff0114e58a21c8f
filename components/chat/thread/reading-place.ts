/**
 * Where a reader was in a thread that gave way to another one of the same conversation: the turn at the top of the
 * window, and how far below its edge that turn began.
 */
type Place = { conversationId: string; messageId: string; offset: number }

let left: Place | null = null

/** Remembers where the reader is. Call at each scroll: the next thread is drawn before this one is removed. */
export function leavePlace(scroller: HTMLElement, conversationId: string): void {
  const { top } = scroller.getBoundingClientRect()
  const turns = [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
  const turn = turns.find((each) => each.getBoundingClientRect().bottom > top)
  const messageId = turn?.dataset.message
  left = turn && messageId ? { conversationId, messageId, offset: offsetIn(scroller, turn) } : null
}

/** True if the reader was elsewhere than at the end. */
export const hasLeftPlace = (conversationId: string): boolean => left?.conversationId === conversationId

/**
 * Takes the reader back. Returns null if they were at the end, or the turn is not there. Otherwise a function that
 * corrects the place: what is out of sight has its height only once it has been drawn.
 */
export function returnToPlace(scroller: HTMLElement, conversationId: string): (() => void) | null {
  if (left?.conversationId !== conversationId) return null
  const { messageId, offset } = left
  const turn = scroller.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (!turn) return null
  const correct = () => {
    scroller.scrollTop += offsetIn(scroller, turn) - offset
  }
  correct()
  return correct
}

/** Call where the reader is at the end, and once the thread that stays is there. */
export function forgetPlace(): void {
  left = null
}

const offsetIn = (scroller: Element, turn: Element): number =>
  turn.getBoundingClientRect().top - scroller.getBoundingClientRect().top
