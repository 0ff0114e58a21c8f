import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Buttons go from a card, or from an entry of a list, when it moves on to another `state`. A keyboard that was on one of
 * them keeps its place: the card itself gets the focus, never another button.
 */
export function useKeepFocus(state: string) {
  const ref = useRef<HTMLElement>(null)
  const inside = useRef(false)
  // A layout effect: no key pressed in between is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is each change of state that may take a button away
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (inside.current && lost) ref.current?.focus({ preventScroll: true })
  }, [state])
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      inside.current = true
    },
    onBlur: (event: FocusEvent) => {
      // Without a next element the focused one may just have been removed.
      if (event.relatedTarget instanceof Node && !ref.current?.contains(event.relatedTarget)) inside.current = false
    },
  }
}
