'use client'

import { createContext, use } from 'react'
import type { Address } from 'viem'
import type { QueuedMessages } from '@/lib/chat/page/queued-messages'
import type { Watch } from '@/lib/chat/page/watch'
import type { AgentClient } from '@/lib/chat/service/agent-client'
import type { Chat } from '@/lib/chat/store/chat-store'
import type { Outbox } from '@/lib/chat/turns/outbox'
import type { CallController } from '@/lib/execution/call/controller'
import type { LimitsStore } from '@/lib/execution/call/limits-store'
import type { Ledger } from '@/lib/execution/ledger/ledger'

/** Where a card finds its call. */
type Calls = {
  /** Hears of calls that come in or change. */
  subscribe: (listener: () => void) => () => void
  /** The controller of one call, always the same one; null until the ledger has entered the call. */
  find: (taskId: string, callId: string) => CallController | null
}

/** What belongs to the account that is signed in: gone from the page with it. */
export type Work = {
  owner: Address
  chat: Chat
  calls: Calls
  ledger: Ledger
  limits: LimitsStore
  outbox: Outbox
  /** What the service tells of the account's calls, in whatever browser they were answered. */
  listCalls: AgentClient['listCalls']
  proposals: Watch
  /** The list of conversations, kept in line with the service's. */
  list: Watch
  queued: QueuedMessages
}

export const WorkContext = createContext<Work | null>(null)

/** Throws where nobody is signed in. */
export function useWork(): Work {
  const work = use(WorkContext)
  if (!work) throw new Error('useWork needs a WorkContext above it')
  return work
}
