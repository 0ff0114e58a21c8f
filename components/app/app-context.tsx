'use client'

import { createContext, use } from 'react'
import type { Config } from 'wagmi'
import type { NotifySettingsStore } from '@/components/notifications/notify-settings'
import type { QuietMode } from '@/components/settings/quiet-mode'
import type { OwnRpc } from '@/components/settings/rpc/own-rpc'
import type { AccountStore } from '@/components/wallet/account-store'
import type { ApprovalQueue } from '@/components/wallet/demo/approval-queue'
import type { Chains } from '@/lib/chain/chains/chain'
import type { ReadingStore } from '@/lib/chat/page/reading'
import type { Session } from '@/lib/chat/service/session'
import type { Wallet } from '@/lib/execution/signing/wallet'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'

/** State that lives as long as the page. A single object, created once. What changes is in its stores. */
export type App = {
  settings: PublicConfig
  /** Agents that a conversation can start with. */
  agents: readonly AgentInfo[]
  chains: Chains
  /** Setting that turns requests to third parties off. */
  quiet: QuietMode
  /** Setting for browser notifications while the page is in the background. */
  notify: NotifySettingsStore
  /** Format of figures, dates and times. */
  reading: ReadingStore
  /** The person's own nodes, which `chains` use since the page was loaded. */
  ownRpc: OwnRpc
  /** Origins of nodes that this page may connect to. */
  reachable: readonly string[]
  wagmi: Config
  /** The connected wallet, to display it. */
  account: AccountStore
  /** The same wallet, to sign with it. */
  wallet: Wallet
  /** Requests of the Demo wallet to the person. */
  approvals: ApprovalQueue
  session: Session
}

export const AppContext = createContext<App | null>(null)

/** Returns the app. Throws outside its provider. */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp needs an AppContext above it')
  return app
}
