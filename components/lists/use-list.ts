'use client'

import { useCallback, useEffect, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { ListError } from './list-client'

/** A list of the service as the page has it: read at first and again on `again`. `fetchList` must stay the same. */
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
    /** Null until they are there. */
    items,
    setItems,
    /** Why it is not there. `lasting`: asking again is of no use. */
    problem,
    again: useCallback(() => read(new AbortController().signal), [read]),
    /** What to tell of a change that failed. */
    words,
  }
}
