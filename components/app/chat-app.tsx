'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { ThreadSkeleton } from '@/components/chat/thread/thread-skeleton'
import { AccountPlaceholder } from '@/components/wallet/account-placeholder'
import { WayInSkeleton } from '@/components/wallet/way-in'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import { goToConversation, useConversationId, useSidePage } from './location'
import { Shell } from './shell'
import { SidePage } from './side-page'
import { SidePageSkeleton } from './side-page-skeleton'
import { Welcome } from './welcome'

type Properties = { settings: PublicConfig; agents: readonly AgentInfo[] }

const load = () => import('./running-app')
// Begun with the page's own code, not after it has been drawn: the wallet side is the heavier half.
if (typeof window !== 'undefined') load().catch(() => {})

/** The one client island of the page: the bare shell on the server and at first, the running app as soon as it is there. */
export function ChatApp(properties: Properties) {
  const conversationId = useConversationId()
  const sidePage = useSidePage()
  const [Running, setRunning] = useState<ComponentType<Properties> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    load().then(({ RunningApp }) => setRunning(() => RunningApp), setFailure)
  }, [])
  // For the error boundary: it says what to do.
  if (failure) throw failure
  if (Running) return <Running {...properties} />
  return (
    <Shell
      devnet={properties.settings.devnet}
      onHome={() => goToConversation(null)}
      list={sidePage || conversationId !== null ? 'coming' : 'if-returning'}
      account={<AccountPlaceholder />}
    >
      {sidePage ? (
        <SidePage name={sidePage}>
          <SidePageSkeleton />
        </SidePage>
      ) : conversationId === null ? (
        <Welcome agents={properties.agents}>
          <WayInSkeleton demo={properties.settings.devnet} />
        </Welcome>
      ) : (
        <ThreadSkeleton />
      )}
    </Shell>
  )
}
