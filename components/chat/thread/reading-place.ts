/** Where a reader was in a thread that gave way to another one of the same conversation. */
type Place = {
  conversationId: string
  /** The turn at the top of the window, and how far below its edge that turn began. Null at the end of the thread. */
  turn: { messageId: string; offset: number } | null
  /** True if the thread had the focus. */
  focused: boolean
}

let left: Place | null = null

/** Remembers where the reader is. Call at each scroll: the next thread is drawn before this one is removed. */
export function leavePlace(scroller: HTMLElement, conversationId: string, isAtEnd: boolean): void {
  left = {
    conversationId,
    turn: isAtEnd ? null : turnAtTop(scroller),
    focused: document.activeElement === scroller,
  }
}

/** True if the reader was elsewhere than at the end. */
export const hasLeftPlace = (conversationId: string): boolean =>
  left?.conversationId === conversationId && left.turn !== null

/**
 * Takes the reader back. Returns null if they were at the end, or the turn is not there. Otherwise a function that
 * corrects the place: what is out of sight has its height only once it has been drawn.
 */
export function returnToPlace(scroller: HTMLElement, conversationId: string): (() => void) | null {
  const place = left?.conversationId === conversationId ? left : null
  if (place?.focused) scroller.focus({ preventScroll: true })
  if (!place?.turn) return null
  const { messageId, offset } = place.turn
  const turn = scroller.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (!turn) return null
  const correct = () => {
    scroller.scrollTop += offsetIn(scroller, turn) - offset
  }
  correct()
  return correct
}

/** Call once the thread that stays is there. */
export function forgetPlace(): void {
  left = null
}

function turnAtTop(scroller: HTMLElement): Place['turn'] {
  const { top } = scroller.getBoundingClientRect()
  const turns = [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
  const turn = turns.find((each) => each.getBoundingClientRect().bottom > top)
  const messageId = turn?.dataset.message
  return turn && messageId ? { messageId, offset: offsetIn(scroller, turn) } : null
}

const offsetIn = (scroller: Element, turn: Element): number =>
  turn.getBoundingClientRect().top - scroller.getBoundingClientRect().top
