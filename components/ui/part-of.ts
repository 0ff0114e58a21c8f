import { useCallback, useState } from 'react'

/**
 * The part of the page that an element belongs to. What floats beside the element is drawn there: inside the same
 * landmark for a screen reader, and inside an open dialog, outside of which nothing can be used.
 */
export const partOf = (element: Element | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('dialog, header, nav, aside, main') ?? undefined

/** The part of the page that the element with this ref belongs to. */
export function usePart() {
  const [part, setPart] = useState<HTMLElement>()
  const ref = useCallback((element: Element | null) => {
    if (element) setPart(partOf(element))
  }, [])
  return { part, ref }
}
