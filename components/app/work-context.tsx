'use client'

import { createContext, use } from 'react'
import type { Address } from 'viem'
import type { Newsroom } from '@/components/notifications/newsroom'
import type { QueuedMessages } from '@/lib/chat/page/queued-messages'
import type { Watch } from '@/lib/chat/page/watch'
import type { AgentClient } from '@/lib/chat/service/agent-client'
import type { Chat } from '@/lib/chat/store/chat-store'
import type { Outbox } from '@/lib/chat/turns/outbox'
import type { CallController } from '@/lib/execution/call/controller'
import type { AddressBook } from '@/lib/execution/call/kept/address-book'
import type { LimitsStore } from '@/lib/execution/call/kept/limits-store'
import type { OwnSlippage } from '@/lib/execution/call/kept/own-slippage'
import type { PlanTermsStore } from '@/lib/execution/call/kept/plan-terms-store'
import type { Ledger } from '@/lib/execution/ledger/ledger'

/** Lookup of calls for the cards. */
type Calls = {
  /** Listens for new and changed calls. */
  subscribe: (listener: () => void) => () => void
  /** Returns the controller of a call, always the same one. Null until the call is in the ledger. */
  find: (taskId: string, callId: string) => CallController | null
}

/** State of the signed-in account. Removed from the page when it signs out. */
export type Work = {
  owner: Address
  chat: Chat
  calls: Calls
  ledger: Ledger
  limits: LimitsStore
  addressBook: AddressBook
  ownSlippage: OwnSlippage
  /** Plans confirmed in this browser. */
  planTerms: PlanTermsStore
  outbox: Outbox
  /** Lists the account's calls as the service knows them, whichever browser answered them. */
  listCalls: AgentClient['listCalls']
  proposals: Watch
  /** Keeps the list of conversations in sync with the service. */
  list: Watch
  queued: QueuedMessages
  /** News from while the person looked elsewhere. */
  newsroom: Newsroom
}

export const WorkContext = createContext<Work | null>(null)

/** Returns the work. Throws if nobody is signed in. */
export function useWork(): Work {
  const work = use(WorkContext)
  if (!work) throw new Error('useWork needs a WorkContext above it')
  return work
}
