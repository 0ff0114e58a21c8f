import { useCallback, useState } from 'react'

/**
 * Returns the part of the page that an element belongs to. What floats beside the element is drawn there: in the same
 * landmark for screen readers, and inside an open dialog, since nothing outside it can be used.
 */
export const partOf = (element: Element | null): HTMLElement | undefined =>
  element?.closest<HTMLElement>('dialog, header, nav, aside, main') ?? undefined

/** Returns a ref, and the part of the page that the element with this ref belongs to. */
export function usePart() {
  const [part, setPart] = useState<HTMLElement>()
  const ref = useCallback((element: Element | null) => {
    if (element) setPart(partOf(element))
  }, [])
  return { part, ref }
}
