'use client'

import { createContext, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  type CardTop,
  followAfterIntent,
  followAfterScroll,
  isInside,
  isSame,
  mayBeClamped,
  type ScrollMetrics,
  topAfterGrowth,
} from './follow'
import { takePlace } from './reading-place'

/**
 * Call in a layout effect after the thread has grown. An observer alone sees it too late: the frame has been laid out
 * then, so that a frame of what was added at once could be painted, and each scroll costs a second frame for its event.
 */
export const KeepPlaceContext = createContext<() => void>(() => {})

/**
 * The only code that sets the thread's scroll position. Follows the end only while the reader is there, never beyond
 * the top of a card that waits to be read, and never during a press: a button stays under the pointer until it is
 * released. Begins where the reader left the same thread as it was kept. `away` is true while the reader is elsewhere, and `more` while a card continues below the window.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  conversationId: string,
) {
  const following = useRef(true)
  const [away, setAway] = useState(false)
  const [more, setMore] = useState(false)
  const moved = useRef<(() => void) | null>(null)
  const grown = useRef<(() => void) | null>(null)
  const set = useCallback((next: boolean) => {
    following.current = next
    setAway(!next)
  }, [])

  // Before the first paint, which would show the beginning otherwise.
  useLayoutEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner) return
    if (takePlace(conversationId, element)) set(false)
    const { note, keepPlace, stop } = followContent(element, inner, {
      isFollowing: () => following.current,
      set,
      setMore,
    })
    moved.current = note
    grown.current = keepPlace
    return stop
  }, [scroller, content, set, conversationId])

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

  /** See `KeepPlaceContext`. */
  const keepPlace = useCallback(() => grown.current?.(), [])

  return { away, more, jump, readOn, show, keepPlace }
}

type Following = {
  isFollowing: () => boolean
  set: (isFollowing: boolean) => void
  setMore: (goesOnBelow: boolean) => void
}

/** Adjusts the scroll position as content grows and the reader scrolls. Other code that scrolls calls `note`. */
function followContent(element: HTMLElement, inner: HTMLElement, { isFollowing, set, setMore }: Following) {
  let before = metricsOf(element)
  let card: OpenCard | null = null
  let pressed = false
  const noteAt = (place: Element | null) => {
    before = metricsOf(element)
    card = place && cardAt(element, place)
    setMore(goesOnBelow(element, card))
  }
  const note = () => noteAt(openPlaceIn(element))
  const settle = () => {
    if (pressed) return
    // Without anything to scroll, the reader is at the end.
    if (!isFollowing() && element.scrollHeight <= element.clientHeight) set(true)
    const place = openPlaceIn(element)
    const found = place && cardAt(element, place)
    // A change above a card moves the card, not the reader into it.
    const cardTop = found && found.place === card?.place ? { ...found, inside: card.inside } : found
    const top = topAfterGrowth(isFollowing(), before, metricsOf(element), cardTop)
    if (top !== null && element.scrollTop !== top) element.scrollTop = top
    noteAt(place)
  }
  const observer = new ResizeObserver(() => {
    if (!isSame(before, metricsOf(element))) settle()
  })
  observer.observe(inner)
  observer.observe(element)
  settle()
  const stopListening = listenToReader(element, {
    scroll: () => {
      const after = metricsOf(element)
      // The event of a scroll by this code.
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
      // The click of the press comes first.
      requestAnimationFrame(settle)
    },
  })
  return {
    note,
    /** A scroll whose event is still to come may be the reader's: it comes first. */
    keepPlace: () => {
      if (element.scrollTop === before.scrollTop) settle()
    },
    stop: () => {
      observer.disconnect()
      stopListening()
    },
  }
}

/** Listens to how the reader scrolls the thread. Returns a function that stops listening. */
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
  // A finger moving down scrolls up.
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
  // On the window, because the release may be anywhere. A touch that becomes a scroll ends in `pointercancel`.
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, reader.release, passive)
  return () => aborter.abort()
}

/** Pixels of the text read last that stay in view. */
const overlap = 64

/** Pixels left free above an open card. */
const gap = 12

type OpenCard = CardTop & { place: Element }

/**
 * Returns the newest card that waits to be read (`data-hold`), including its heading in a queue. Null without one, and
 * if the person has written since: then the thread is read at its end.
 */
function openPlaceIn(scroller: HTMLElement): Element | null {
  const card = [...scroller.querySelectorAll('[data-hold], [data-role="user"]')].at(-1)
  if (!card?.hasAttribute('data-hold')) return null
  return card.closest('li[data-place]') ?? card.closest('[data-slot]') ?? card
}

function cardAt(scroller: HTMLElement, place: Element): OpenCard {
  const top = scroller.scrollTop + place.getBoundingClientRect().top - scroller.getBoundingClientRect().top - gap
  return { place, top, inside: isInside(scroller.scrollTop, top) }
}

/** True if its end is below the window. */
const goesOnBelow = (scroller: HTMLElement, card: OpenCard | null): boolean =>
  (card?.place.getBoundingClientRect().bottom ?? 0) > scroller.getBoundingClientRect().bottom + 1

export const metricsOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics => ({
  scrollTop,
  scrollHeight,
  clientHeight,
})
