'use client'

import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import { partOf } from './part-of'

type Tip = { anchor: HTMLElement; words: string }

/** Milliseconds for which a pointer rests on an element before its tooltip shows. */
const rest = 500

/**
 * The one tooltip of the page. Shows the words of `data-tip` beside the element that has it, under a resting pointer
 * and on keyboard focus. One for all elements: it loads after the page, and a list of a hundred amounts needs no more.
 */
export default function Tooltips() {
  const [open, setOpen] = useState(false)
  // Keeps the last tip while it closes: without its words and its anchor, closing would never end.
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: HTMLElement | null = null
    const show = (anchor: HTMLElement) => {
      const words = anchor.dataset.tip
      if (!words || !anchor.isConnected || anchor.ariaExpanded === 'true') return
      setTip({ anchor, words })
      setOpen(true)
    }
    const hide = () => {
      clearTimeout(timer)
      setOpen(false)
    }
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      const anchor = pointerType === 'touch' ? null : tippedAround(target)
      if (anchor === under) return
      hide()
      under = anchor
      if (anchor) timer = setTimeout(show, rest, anchor)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      const anchor = tippedAround(target)
      if (anchor?.matches(':focus-visible')) show(anchor)
    }
    const listeners = new AbortController()
    const on = { signal: listeners.signal, capture: true }
    document.addEventListener('pointerover', onPointerOver, on)
    document.addEventListener('focusin', onFocusIn, on)
    for (const over of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(over, hide, on)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [])
  return (
    <Tooltip.Root
      open={open}
      onOpenChange={(_, details) => {
        // Escape must also reach the dialog or menu around it.
        details.cancel()
        details.allowPropagation()
        setOpen(false)
      }}
    >
      <Tooltip.Portal container={partOf(tip?.anchor ?? null)} className="absolute">
        <Tooltip.Positioner
          anchor={tip?.anchor ?? null}
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className="pointer-events-none z-50"
        >
          <Tooltip.Popup
            data-tooltip=""
            className="max-w-[min(24rem,92vw)] rounded-control bg-ink px-2 py-1 text-label text-paper-raised [overflow-wrap:anywhere] print:hidden"
          >
            {tip?.words}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

const tippedAround = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
