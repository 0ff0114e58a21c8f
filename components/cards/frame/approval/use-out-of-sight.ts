import { type RefObject, useEffect, useState } from 'react'

/** Where what the summary repeats is out of sight: above the window or below the buttons. Null if all of it is in sight. */
type OutOfSight = 'above' | 'below' | null

/**
 * Tells where the parts of a card that its summary repeats (`data-summed`) are out of sight. What lies below the foot
 * counts as out of sight, what lies below the summary does not: otherwise showing it would be a reason to show it.
 */
export function useOutOfSight(foot: RefObject<HTMLElement | null>): OutOfSight {
  const [isAbove, setAbove] = useState(false)
  const [isBelow, setBelow] = useState(false)
  // With each rendering: parts of the card come and go.
  useEffect(() => {
    const element = foot.current
    const card = element?.closest('article')
    if (!element || !card || typeof IntersectionObserver === 'undefined') return
    const stopAbove = watch(card, `0px 0px ${far}px 0px`, setAbove)
    let stopBelow = () => {}
    const sizes = new ResizeObserver(() => {
      stopBelow()
      stopBelow = watch(card, `${far}px 0px -${element.offsetHeight}px 0px`, setBelow)
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      stopAbove()
      stopBelow()
    }
  })
  return isBelow ? 'below' : isAbove ? 'above' : null
}

/** Pixels beyond the end of any thread. */
const far = 1_000_000

/**
 * Tells whether a part of the card reaches beyond the window with these margins, from the first look on. One of them is
 * endless, so that the other edge alone decides. Returns a function that stops it.
 */
function watch(card: Element, rootMargin: string, tell: (isBeyond: boolean) => void): () => void {
  const parts = card.querySelectorAll('[data-summed]')
  if (parts.length === 0) tell(false)
  const beyond = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries)
        if (intersectionRatio < mostly) beyond.add(target)
        else beyond.delete(target)
      tell(beyond.size > 0)
    },
    { root: card.closest('.thread-scroller'), rootMargin, threshold: [0, mostly] },
  )
  for (const part of parts) observer.observe(part)
  return () => observer.disconnect()
}

/** Not all: positions are fractions of pixels. */
const mostly = 0.98
