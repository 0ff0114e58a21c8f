'use client'

import { useEffect, useState } from 'react'

/** Returns the time in milliseconds since the epoch. Updates every `step` milliseconds while `needed`. */
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

/** Returns the whole seconds until `at`, rounded up. 0 if it has passed or is null. */
export const secondsUntil = (at: number | null, now: number): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
