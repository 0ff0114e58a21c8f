/** The rounded figures of a group, of which one at a time is a tab stop. */
export type Figures = {
  /** Takes a figure in. Returns what takes it out again. */
  add: (figure: HTMLElement) => () => void
  /** Moves the focus by a key. Returns false if the key means nothing here. */
  go: (from: HTMLElement, key: string) => boolean
}

/** Creates an empty group. What a closed fold holds cannot be focused, so each fold has a tab stop of its own. */
export function createFigures(): Figures {
  const all = new Set<HTMLElement>()
  let isDue = false
  const inFold = (fold: Element | null) => [...all].filter((figure) => foldOf(figure) === fold).sort(byPlace)
  const arrange = () => {
    isDue = false
    for (const fold of new Set([...all].map(foldOf))) {
      const figures = inFold(fold)
      const stop = figures.find((figure) => figure.tabIndex === 0) ?? figures[0]
      for (const figure of figures) {
        figure.tabIndex = figure === stop ? 0 : -1
        figure.toggleAttribute('data-more', figures.length > 1)
      }
    }
  }
  // Once for all figures that come or go together.
  const arrangeSoon = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(arrange)
  }
  return {
    add: (figure) => {
      all.add(figure)
      arrangeSoon()
      return () => {
        all.delete(figure)
        arrangeSoon()
      }
    },
    go: (from, key) => {
      const figures = inFold(foldOf(from))
      const to = figures[placeAfter(key, figures.indexOf(from), figures.length)]
      if (!to || figures.length < 2) return false
      for (const figure of figures) figure.tabIndex = figure === to ? 0 : -1
      to.focus()
      return true
    },
  }
}

const foldOf = (figure: Element): Element | null => figure.closest('details')

const byPlace = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/** Returns -1 for a key that moves nothing. */
function placeAfter(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
