'use client'

import { useEffect, useState } from 'react'

/** The time in milliseconds since the epoch, moving on each second, or by `step`, while it is `needed`. */
export function useNow(needed: boolean, step = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!needed) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), step)
    return () => clearInterval(timer)
  }, [needed, step])
  return now
}

/** Whole seconds until then, rounded up; 0 when it has passed or is not set. */
export const secondsUntil = (at: number | null, now: number): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
