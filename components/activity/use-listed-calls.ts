'use client'

import { useCallback, useEffect, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { asAgentError, isUnsupported } from '@/lib/chat/service/agent-error'
import { conversationBounds, type ListedCall } from '@/lib/wire/conversations'

/** More calls than anybody has: a service whose pages never end is not read for ever. */
const mostPages = 200

type Listed = {
  calls: readonly ListedCall[]
  /** `none`: the service keeps no such list, and what this browser has is all there is. */
  state: 'reading' | 'all' | 'none' | 'failed'
  /** Why it could not be read, for a person. */
  problem: string | null
}

/** What the service tells of this account's calls in any browser, page by page as they come. */
export function useListedCalls(): Listed & { again: () => void } {
  const { listCalls } = useWork()
  const [listed, setListed] = useState<Listed>({ calls: [], state: 'reading', problem: null })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads anew
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const read = async () => {
      const calls: ListedCall[] = []
      let pageToken: string | null = null
      for (let page = 0; page < mostPages; page += 1) {
        const { entries, nextPageToken } = await listCalls({ pageSize: conversationBounds.page, pageToken }, signal)
        calls.push(...entries)
        pageToken = nextPageToken
        if (signal.aborted || !pageToken) break
        setListed({ calls: [...calls], state: 'reading', problem: null })
      }
      if (!signal.aborted) setListed({ calls, state: 'all', problem: null })
    }
    setListed((before) => ({ ...before, state: 'reading', problem: null }))
    read().catch((error: unknown) => {
      if (signal.aborted) return
      if (isUnsupported(error)) return setListed({ calls: [], state: 'none', problem: null })
      setListed((before) => ({ ...before, state: 'failed', problem: asAgentError(error).message }))
    })
    return () => leaving.abort()
  }, [listCalls, tries])
  return { ...listed, again: useCallback(() => setTries((count) => count + 1), []) }
}
