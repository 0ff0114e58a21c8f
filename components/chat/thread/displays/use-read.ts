import { useCallback, useEffect, useState } from 'react'

/** The last value read. `hasFailed`: the last attempt failed. */
type Read<T> = { value: T | null; at: number | null; hasFailed: boolean }

/** Reads when it is first shown, when `read` is another function, and on `again`. Keeps the last value meanwhile. */
export function useRead<T>(read: () => Promise<T>): Read<T> & { again: () => void } {
  const [last, setLast] = useState<Read<T>>({ value: null, at: null, hasFailed: false })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again
  useEffect(() => {
    let shown = true
    read().then(
      (value) => shown && setLast({ value, at: Date.now(), hasFailed: false }),
      () => shown && setLast((before) => ({ ...before, hasFailed: true })),
    )
    return () => {
      shown = false
    }
  }, [read, tries])
  return { ...last, again: useCallback(() => setTries((count) => count + 1), []) }
}
