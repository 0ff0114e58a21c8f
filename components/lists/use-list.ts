'use client'

import { useCallback, useEffect, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { ListError } from './list-client'

/** Reads a list of the service at first, and again on `again`. `fetchList` must keep its identity. */
export function useList<Item>(fetchList: (signal: AbortSignal) => Promise<readonly Item[]>) {
  const { session } = useApp()
  const [items, setItems] = useState<readonly Item[] | null>(null)
  const [problem, setProblem] = useState<{ words: string; lasting: boolean } | null>(null)
  const words = useCallback(
    (error: unknown, otherwise: string): string => {
      if (!(error instanceof ListError)) return otherwise
      if (error.code === 'signed-out') session.expire()
      return error.message
    },
    [session],
  )
  const read = useCallback(
    (signal: AbortSignal) => {
      setProblem(null)
      fetchList(signal).then(
        (list) => !signal.aborted && setItems(list),
        (error: unknown) =>
          !signal.aborted &&
          setProblem({
            words: words(error, 'The list could not be read.'),
            lasting: error instanceof ListError && error.code === 'not-kept',
          }),
      )
    },
    [fetchList, words],
  )
  useEffect(() => {
    const leaving = new AbortController()
    read(leaving.signal)
    return () => leaving.abort()
  }, [read])
  return {
    /** Null until they have been read. */
    items,
    setItems,
    /** Why the list is missing. `lasting` if trying again does not help. */
    problem,
    again: useCallback(() => read(new AbortController().signal), [read]),
    /** Returns the message for a failed change. */
    words,
  }
}
