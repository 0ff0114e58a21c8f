import { createContext } from 'react'

/**
 * The element for "Jump to latest" and "Keep reading". It is beside what is below the thread, not over the thread,
 * where the buttons would cover a card's. Nothing moves when they appear. Null until it is mounted.
 */
export const ThreadFoot = createContext<HTMLElement | null>(null)
