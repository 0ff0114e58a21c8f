import { useEffect } from 'react'

/** Least height of a phone's keyboard in pixels. The toolbars of a browser take less. */
const lowestKeyboard = 120

/**
 * Sets `--visible-top` and `--visible-height` while a keyboard covers a part of the page, as Safari's does; Chromium's
 * resizes the page (`interactiveWidget`). The page then fills only the part in sight, so that the composer stays above
 * the keyboard. Does nothing while somebody has zoomed in by pinching: what is in sight is theirs to move then.
 */
export function useVisibleArea(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const page = document.documentElement
    const update = () => {
      const { height, offsetTop, scale } = visualViewport
      const isCovered = scale === 1 && page.clientHeight - height >= lowestKeyboard
      page.style.setProperty('--visible-top', isCovered ? `${offsetTop}px` : null)
      page.style.setProperty('--visible-height', isCovered ? `${height}px` : null)
    }
    update()
    const aborter = new AbortController()
    for (const event of ['resize', 'scroll']) visualViewport.addEventListener(event, update, { signal: aborter.signal })
    return () => aborter.abort()
  }, [])
}
