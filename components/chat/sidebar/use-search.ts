'use client'

import { useEffect, useState } from 'react'
import type { ChatStore, Found } from '@/lib/chat/store/chat'

/** Milliseconds between the last keystroke and the search. */
const pause = 200

/** Searches the conversations. `results` is null without a query; `isSearching` is true until the answer is there. */
export function useSearch(chat: Pick<ChatStore, 'search'>, query: string) {
  const [found, setFound] = useState<{ query: string; results: readonly Found[] } | null>(null)
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return setFound(null)
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      chat.search(wanted, aborter.signal).then(
        (results) => setFound({ query: wanted, results }),
        () => {},
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [chat, wanted])
  return {
    results: wanted === '' ? null : (found?.results ?? []),
    isSearching: wanted !== '' && found?.query !== wanted,
  }
}
