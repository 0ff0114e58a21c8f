/** Where somebody reads a thread away from its end: the message at the top of the window, and its distance from there. */
type ReadingPlace = { conversationId: string; messageId: string; offset: number }

let left: ReadingPlace | null = null

const rowsOf = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
const offsetOf = (row: HTMLElement, scroller: HTMLElement): number =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top

/** Remembers the place for the thread that takes this one's; forgets it if the reader is at the end again. */
export function leavePlace(conversationId: string, scroller: HTMLElement, isAway: boolean): void {
  if (!isAway) {
    left = null
    return
  }
  const edge = scroller.getBoundingClientRect().top
  const row = rowsOf(scroller).find((each) => each.getBoundingClientRect().bottom > edge)
  const messageId = row?.dataset.message
  if (row && messageId) left = { conversationId, messageId, offset: offsetOf(row, scroller) }
}

/** True if a place of this conversation was left. */
export const isPlaceLeft = (conversationId: string): boolean => left?.conversationId === conversationId

/** Scrolls to the place that was left, once. Returns false if there was none, or if its message is not here. */
export function takePlace(conversationId: string, scroller: HTMLElement): boolean {
  const place = left
  if (place?.conversationId !== conversationId) return false
  left = null
  const row = rowsOf(scroller).find(({ dataset }) => dataset.message === place.messageId)
  if (!row) return false
  const align = () => {
    scroller.scrollTop += offsetOf(row, scroller) - place.offset
    return scroller.scrollTop
  }
  // Turns nearby get their real heights only as they are drawn. Whoever scrolls meanwhile goes elsewhere.
  const alignAgain = (top: number, times: number): void => {
    if (times === 0) return
    requestAnimationFrame(() => {
      if (scroller.scrollTop === top) alignAgain(align(), times - 1)
    })
  }
  alignAgain(align(), frames)
  return true
}

/** Frames in which turns are drawn that were only given room at first. */
const frames = 4
