'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  followAfterIntent,
  followAfterScroll,
  type Hold,
  isInside,
  mayBeClamped,
  type ScrollMetrics,
  topAfterGrowth,
} from './follow'

/**
 * The one place that moves the thread's scroll position. It follows the end while the reader is there and never
 * otherwise, nor beyond the top of a card that waits to be read, nor while something is being pressed: a button stays
 * under the pointer until it is let go. `away` is true while the reader is elsewhere, `more` where a card goes on below.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  const [away, setAway] = useState(false)
  const [more, setMore] = useState(false)
  const moved = useRef<(() => void) | null>(null)
  const set = useCallback((next: boolean) => {
    following.current = next
    setAway(!next)
  }, [])

  useEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner) return
    const { note, stop } = followContent(element, inner, { isFollowing: () => following.current, set, setMore })
    moved.current = note
    return stop
  }, [scroller, content, set])

  const jump = useCallback(() => {
    const element = scroller.current
    if (!element) return
    set(true)
    element.scrollTop = element.scrollHeight
    moved.current?.()
  }, [scroller, set])

  const show = useCallback(
    (card: HTMLElement) => {
      const element = scroller.current
      if (!element) return
      set(false)
      const place = card.closest('li[data-place]') ?? card.closest('[data-slot]') ?? card
      element.scrollTop += place.getBoundingClientRect().top - element.getBoundingClientRect().top - gap
      moved.current?.()
    },
    [scroller, set],
  )

  const readOn = useCallback(() => {
    const element = scroller.current
    element?.scrollBy({ top: element.clientHeight - overlap })
  }, [scroller])

  return { away, more, jump, readOn, show }
}

type Following = {
  isFollowing: () => boolean
  set: (isFollowing: boolean) => void
  setMore: (goesOnBelow: boolean) => void
}

/** Moves the scroll position as content grows and the reader scrolls. Other code that scrolls calls `note`. */
function followContent(element: HTMLElement, inner: HTMLElement, { isFollowing, set, setMore }: Following) {
  let before = metricsOf(element)
  let held: Held | null = null
  let pressed = false
  const note = () => {
    before = metricsOf(element)
    held = heldIn(element)
    setMore(goesOnBelow(element, held))
  }
  const settle = () => {
    if (pressed) return
    // Where there is nothing to scroll, nobody is away.
    if (!isFollowing() && element.scrollHeight <= element.clientHeight) set(true)
    const found = heldIn(element)
    // What changes above a card moves the card, and not the reader into it.
    const hold = found && found.place === held?.place ? { ...found, inside: held.inside } : found
    const top = topAfterGrowth(isFollowing(), before, metricsOf(element), hold)
    if (top !== null && element.scrollTop !== top) element.scrollTop = top
    note()
  }
  const observer = new ResizeObserver(settle)
  observer.observe(inner)
  observer.observe(element)
  settle()
  const stopListening = listenToReader(element, {
    scroll: () => {
      const after = metricsOf(element)
      // Where it was put from here.
      if (after.scrollTop === before.scrollTop) return
      const next = followAfterScroll(isFollowing(), before, after, pressed)
      if (next !== isFollowing()) set(next)
      if (mayBeClamped(before, after, pressed)) settle()
      else note()
    },
    intend: (direction) => {
      const next = followAfterIntent(isFollowing(), direction, metricsOf(element))
      if (next !== isFollowing()) set(next)
    },
    press: () => {
      pressed = true
    },
    release: () => {
      if (!pressed) return
      pressed = false
      // The click that belongs to the press comes first.
      requestAnimationFrame(settle)
    },
  })
  return {
    note,
    stop: () => {
      observer.disconnect()
      stopListening()
    },
  }
}

/** Listens to how the reader scrolls the thread. Returns a function that stops it. */
function listenToReader(
  element: HTMLElement,
  reader: {
    scroll: () => void
    intend: (direction: 'up' | 'down') => void
    press: () => void
    release: () => void
  },
): () => void {
  const aborter = new AbortController()
  const { signal } = aborter
  const passive = { passive: true, signal }
  element.addEventListener('scroll', reader.scroll, passive)
  element.addEventListener('wheel', ({ deltaY }) => reader.intend(deltaY < 0 ? 'up' : 'down'), passive)
  // A finger that goes down moves what it touches up the screen.
  let finger: number | null = null
  const onTouch = ({ type, touches: [touch] }: TouchEvent) => {
    if (type === 'touchmove' && touch && finger !== null && touch.clientY > finger) reader.intend('up')
    finger = touch?.clientY ?? null
  }
  for (const touch of ['touchstart', 'touchmove'] as const) element.addEventListener(touch, onTouch, passive)
  element.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (['ArrowUp', 'PageUp', 'Home'].includes(key) && target === element) reader.intend('up')
    },
    { signal },
  )
  element.addEventListener('pointerdown', reader.press, passive)
  // Wherever it is let go; a touch that becomes a scroll is cancelled.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, reader.release, passive)
  return () => aborter.abort()
}

/** So much of what was read last stays in view. */
const overlap = 64

/** Room that is left above a card that is held. */
const gap = 12

type Held = Hold & { place: Element }

/** The newest card that waits to be read (`data-hold`), with what stands above it in a queue; null where there is none. */
function heldIn(scroller: HTMLElement): Held | null {
  const card = [...scroller.querySelectorAll('[data-hold]')].at(-1)
  if (!card) return null
  const place = card.closest('li[data-place]') ?? card.closest('[data-slot]') ?? card
  const top = scroller.scrollTop + place.getBoundingClientRect().top - scroller.getBoundingClientRect().top - gap
  return { place, top, inside: isInside(scroller.scrollTop, top) }
}

/** Whether its end is still below the screen. */
const goesOnBelow = (scroller: HTMLElement, held: Held | null): boolean =>
  (held?.place.getBoundingClientRect().bottom ?? 0) > scroller.getBoundingClientRect().bottom + 1

export const metricsOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics => ({
  scrollTop,
  scrollHeight,
  clientHeight,
})
