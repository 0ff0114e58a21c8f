import { type RefObject, useEffect, useState } from 'react'

/** Where what the summary repeats is out of sight: above the window or below the buttons. Null if all of it is in sight. */
export type OutOfSight = 'above' | 'below' | null

/** Shares of a part in sight at which it is looked at again: one that is higher than the window is never all in sight. */
const threshold = [0, 0.2, 0.4, 0.6, 0.8, 0.99, 1]

/**
 * Tells where the parts of a card that its summary repeats (`data-summed`) are out of sight. What lies below the foot
 * counts as out of sight, what lies below the summary does not: otherwise showing it would be a reason to show it.
 */
export function useOutOfSight(foot: RefObject<HTMLElement | null>): OutOfSight {
  const [place, setPlace] = useState<OutOfSight>(null)
  // With each rendering: parts of the card come and go.
  useEffect(() => {
    const element = foot.current
    const card = element?.closest('article')
    if (!element || !card || typeof IntersectionObserver === 'undefined') return
    let stop = watch(card, element, setPlace)
    let height = element.offsetHeight
    const sizes = new ResizeObserver(() => {
      if (element.offsetHeight === height) return
      height = element.offsetHeight
      stop()
      stop = watch(card, element, setPlace)
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      stop()
    }
  })
  return place
}

/** Tells of each change, from the first look on. Returns a function that stops it. */
function watch(card: Element, foot: HTMLElement, tell: (place: OutOfSight) => void): () => void {
  const places = new Map<Element, OutOfSight>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) places.set(entry.target, placeOf(entry))
      const all = [...places.values()]
      tell(all.find((place) => place === 'below') ?? all.find((place) => place === 'above') ?? null)
    },
    { root: card.closest('.thread-scroller'), rootMargin: `0px 0px -${foot.offsetHeight}px 0px`, threshold },
  )
  const parts = card.querySelectorAll('[data-summed]')
  if (parts.length === 0) tell(null)
  for (const part of parts) observer.observe(part)
  return () => observer.disconnect()
}

function placeOf({ intersectionRatio, boundingClientRect: part, rootBounds }: IntersectionObserverEntry): OutOfSight {
  if (intersectionRatio >= 0.99 || !rootBounds) return null
  return part.bottom > rootBounds.bottom ? 'below' : 'above'
}
