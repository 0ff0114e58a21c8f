'use client'

import { useCallback, useEffect, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { asAgentError, isUnsupported } from '@/lib/chat/service/agent-error'
import { conversationBounds, type ListedCall } from '@/lib/wire/conversations'

/** Most pages to read, so that a service whose pages never end is not read forever. Nobody has this many calls. */
const mostPages = 200

type Listed = {
  /** Newest first. */
  calls: readonly ListedCall[]
  /** `part`: older calls are read when wanted. `none`: the service has no list, and this browser's records are all. */
  state: 'reading' | 'part' | 'all' | 'none' | 'failed'
  /** Why it could not be read, in words for the person. */
  problem: string | null
}

const nothing: Listed & { pages: number; next: string | null } = {
  ...{ calls: [], state: 'reading', problem: null },
  ...{ pages: 0, next: null },
}

/**
 * Returns the service's list of this account's calls in all browsers: as many pages as are `wanted`, each read once.
 * `again` resumes after a failure.
 */
export function useListedCalls(wanted: number): Listed & { again: () => void } {
  const { listCalls } = useWork()
  const [listed, setListed] = useState(nothing)
  const [tries, setTries] = useState(0)
  const { pages, next } = listed
  const isOver = listed.state === 'none' || listed.state === 'all' || pages >= Math.min(wanted, mostPages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try resumes the reading
  useEffect(() => {
    if (isOver) return
    const leaving = new AbortController()
    const { signal } = leaving
    setListed((before) => ({ ...before, state: 'reading', problem: null }))
    listCalls({ pageSize: conversationBounds.page, pageToken: next }, signal)
      .then(({ entries, nextPageToken }) => {
        if (signal.aborted) return
        setListed((before) => ({
          calls: [...before.calls, ...entries],
          state: nextPageToken && before.pages + 1 < mostPages ? 'part' : 'all',
          problem: null,
          pages: before.pages + 1,
          next: nextPageToken,
        }))
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (isUnsupported(error)) return setListed({ ...nothing, state: 'none' })
        setListed((before) => ({ ...before, state: 'failed', problem: asAgentError(error).message }))
      })
    return () => leaving.abort()
  }, [listCalls, tries, next, isOver])
  return { ...listed, again: useCallback(() => setTries((count) => count + 1), []) }
}
