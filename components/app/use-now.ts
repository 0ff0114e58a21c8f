'use client'

import { useEffect, useState } from 'react'

/** The time in milliseconds since the epoch, moving on each second while it is `needed`. */
export function useNow(needed: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!needed) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [needed])
  return now
}

/** Whole seconds until then, rounded up; 0 when it has passed or is not set. */
export const secondsUntil = (at: number | null, now: number): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
