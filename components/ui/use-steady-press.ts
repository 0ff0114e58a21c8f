import { type PointerEvent, useRef } from 'react'

/** A hand that presses moves this much at most. CSS pixels. */
const slack = 8

/**
 * For a button whose place may change while it is pressed: a press that ends where it began means it, although it, or
 * another one in its place, lies elsewhere by then and the browser sends it no click. `act` is called once for a press.
 * Not for what signs or sends: there, what has moved from under the pointer is not to be pressed.
 */
export function useSteadyPress(act: () => void) {
  const clicked = useRef(false)
  return {
    onClick: () => {
      clicked.current = true
      act()
    },
    onPointerDown: (down: PointerEvent) => {
      if (down.button !== 0) return
      clicked.current = false
      const over = new AbortController()
      const isOurs = (event: globalThis.PointerEvent) => event.pointerId === down.pointerId
      const onCancel = (event: globalThis.PointerEvent) => {
        if (isOurs(event)) over.abort()
      }
      const onUp = (up: globalThis.PointerEvent) => {
        if (!isOurs(up)) return
        over.abort()
        if (Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > slack) return
        // The click, where there is one, comes first.
        setTimeout(() => {
          if (!clicked.current) act()
        })
      }
      window.addEventListener('pointerup', onUp, { signal: over.signal })
      window.addEventListener('pointercancel', onCancel, { signal: over.signal })
    },
  }
}
