'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { followAfterIntent, followAfterScroll, type ScrollMetrics, topAfterGrowth } from './follow'

/**
 * The one place that moves the thread's scroll position. It follows the end while the reader is there and never
 * otherwise, nor beyond the top of a card that waits to be read, nor while something is being pressed: a button stays
 * under the pointer until it is let go. `away` is true while the reader is elsewhere, `more` where a card goes on below.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  const [away, setAway] = useState(false)
  const [more, setMore] = useState(false)
  const set = useCallback((next: boolean) => {
    following.current = next
    setAway(!next)
  }, [])

  useEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner) return
    let before = metricsOf(element)
    let pressed = false
    const settle = () => {
      if (pressed) return
      // Where there is nothing to scroll, nobody is away.
      if (!following.current && element.scrollHeight <= element.clientHeight) set(true)
      const held = heldIn(element)
      const top = topAfterGrowth(following.current, before, metricsOf(element), holdOf(element, held))
      if (top !== null && element.scrollTop !== top) element.scrollTop = top
      before = metricsOf(element)
      setMore(goesOnBelow(element, held))
    }
    const onScroll = () => {
      const after = metricsOf(element)
      const next = followAfterScroll(following.current, before, after)
      before = after
      if (next !== following.current) set(next)
      setMore(goesOnBelow(element, heldIn(element)))
    }
    const intend = (direction: 'up' | 'down') => {
      const next = followAfterIntent(following.current, direction, metricsOf(element))
      if (next !== following.current) set(next)
    }
    const onWheel = (event: WheelEvent) => intend(event.deltaY < 0 ? 'up' : 'down')
    const onKeyDown = (event: KeyboardEvent) => {
      if (['ArrowUp', 'PageUp', 'Home'].includes(event.key) && event.target === element) intend('up')
    }
    const onPress = () => {
      pressed = true
    }
    const onRelease = () => {
      if (!pressed) return
      pressed = false
      // The click that belongs to the press comes first.
      requestAnimationFrame(settle)
    }
    const observer = new ResizeObserver(settle)
    observer.observe(inner)
    observer.observe(element)
    settle()
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: true })
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('pointerdown', onPress, { passive: true })
    // Wherever it is let go; a touch that becomes a scroll is cancelled.
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, onRelease, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('pointerdown', onPress)
      for (const end of ['pointerup', 'pointercancel']) window.removeEventListener(end, onRelease)
    }
  }, [scroller, content, set])

  const jump = useCallback(() => {
    const element = scroller.current
    if (!element) return
    set(true)
    element.scrollTop = element.scrollHeight
  }, [scroller, set])

  const readOn = useCallback(() => {
    const element = scroller.current
    element?.scrollBy({ top: element.clientHeight - overlap })
  }, [scroller])

  return { away, more, jump, readOn }
}

/** So much of what was read last stays in view. */
const overlap = 64

/** Room that is left above a card that is held. */
const gap = 12

/** The newest card that waits to be read (`data-hold`), with what stands above it in a queue. */
function heldIn(scroller: HTMLElement): Element | null {
  const card = [...scroller.querySelectorAll('[data-hold]')].at(-1)
  return card?.closest('li[data-place]') ?? card ?? null
}

/** Where that card begins, as a scrollTop; null where there is none. */
function holdOf(scroller: HTMLElement, held: Element | null): number | null {
  if (!held) return null
  return scroller.scrollTop + held.getBoundingClientRect().top - scroller.getBoundingClientRect().top - gap
}

/** Whether its end is still below the screen. */
const goesOnBelow = (scroller: HTMLElement, held: Element | null): boolean =>
  (held?.getBoundingClientRect().bottom ?? 0) > scroller.getBoundingClientRect().bottom + 1

export const metricsOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics => ({
  scrollTop,
  scrollHeight,
  clientHeight,
})
