'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { Boundary } from '../page/boundary'
import type { Tip } from './tooltip'

const load = () => import('./tooltip')
const Tooltip = lazy(load)

/** Milliseconds for which a pointer rests on an element before its tooltip shows. */
const rest = 500

/**
 * The one tooltip of the page. Shows the words of `data-tip` beside the element that has it, under a resting pointer
 * and on keyboard focus; with `data-tap`, also after a click or a tap, until the next one. One for all elements: a list of
 * a hundred amounts needs no more. What draws it is loaded when a pointer first comes over such an element.
 */
export function Tooltips() {
  const [open, setOpen] = useState(false)
  // Keeps the last tip while it closes: without its words and its anchor, closing would never end.
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: HTMLElement | null = null
    let shown: HTMLElement | null = null
    let pressed: HTMLElement | null = null
    const show = (anchor: HTMLElement) => {
      const words = anchor.dataset.tip
      if (!words || !anchor.isConnected || anchor.ariaExpanded === 'true') return
      const isOfMany = 'more' in anchor.dataset && anchor.matches(':focus-visible')
      setTip({ anchor, words: isOfMany ? `${words}\nArrow keys: more amounts` : words })
      setOpen(true)
      shown = anchor
    }
    const hide = () => {
      clearTimeout(timer)
      setOpen(false)
      shown = null
    }
    const onPointerDown = () => {
      pressed = shown
      hide()
    }
    const onClick = ({ target, detail }: MouseEvent) => {
      const anchor = tippedAround(target)
      if (anchor?.dataset.tap === undefined) return
      // The press has hidden it already. A key sends a click without a press.
      const wasShown = (detail === 0 ? shown : pressed) === anchor
      hide()
      if (!wasShown) show(anchor)
    }
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      const anchor = pointerType === 'touch' ? null : tippedAround(target)
      if (anchor === under) return
      hide()
      under = anchor
      if (!anchor) return
      load().catch(() => {})
      timer = setTimeout(show, rest, anchor)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      const anchor = tippedAround(target)
      if (anchor?.matches(':focus-visible')) show(anchor)
    }
    const listeners = new AbortController()
    const on = { signal: listeners.signal, capture: true }
    document.addEventListener('pointerover', onPointerOver, on)
    document.addEventListener('focusin', onFocusIn, on)
    document.addEventListener('pointerdown', onPointerDown, on)
    document.addEventListener('click', onClick, on)
    for (const over of ['focusout', 'scroll'] as const) document.addEventListener(over, hide, on)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [])
  return (
    tip && (
      <Boundary fallback={null}>
        <Suspense>
          <Tooltip open={open} tip={tip} hide={() => setOpen(false)} />
        </Suspense>
      </Boundary>
    )
  )
}

const tippedAround = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
