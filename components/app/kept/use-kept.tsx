'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { richText } from '@/components/chat/thread/text/rich-text-part'
import type { AgentInfo } from '../agent-info'
import { askSessionEarly } from '../first-session'
import { currentConversationId } from '../location'
import { returningOwner } from '../returning'

const load = () => import('./kept-thread')

/** This browser's copy of the conversation at which the page was opened, read before the app has started. */
export type Kept = { owner: string; conversationId: string; thread: ReactNode }

type Early = { owner: string; conversationId: string; loading: ReturnType<typeof read> }
let early: Early | null = null

/** With the parser of its markdown, without which it would jump. If that does not load, texts are shown as written. */
async function read(owner: string, conversationId: string) {
  const [{ KeptThread, readKept }] = await Promise.all([load(), richText.load().catch(() => null)])
  const kept = await readKept(owner, conversationId)
  return kept && { KeptThread, kept }
}

/** Starts reading it, with the page's own code. Nothing is read unless somebody was signed in at the last visit. */
export function beginKept(): void {
  const owner = returningOwner()
  if (owner === null) return
  askSessionEarly()
  const conversationId = currentConversationId()
  if (conversationId === null) return
  early = { owner, conversationId, loading: read(owner, conversationId) }
  // Then the page waits for the app, as without anything kept.
  early.loading.catch(() => {})
}

/** Returns the conversation as it is kept, once it has been read. Null if there is nothing to show before the app. */
export function useKept(agents: readonly AgentInfo[]): Kept | null {
  const [kept, setKept] = useState<Kept | null>(null)
  useEffect(() => {
    if (!early) return
    const { owner, conversationId, loading } = early
    loading.then(
      (found) =>
        found &&
        setKept({
          owner,
          conversationId,
          thread: <found.KeptThread key={conversationId} kept={found.kept} agents={agents} />,
        }),
      () => {},
    )
  }, [agents])
  return kept
}
