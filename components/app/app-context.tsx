'use client'

import { createContext, use } from 'react'
import type { Config } from 'wagmi'
import type { AccountStore } from '@/components/wallet/account-store'
import type { ApprovalQueue } from '@/components/wallet/demo/approval-queue'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Session } from '@/lib/chat/service/session'
import type { Wallet } from '@/lib/execution/signing/wallet'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'

/** What lasts as long as the page. One object, made once; what changes is behind its stores. */
export type App = {
  settings: PublicConfig
  /** Those that conversations can begin with. */
  agents: readonly AgentInfo[]
  chains: Chains
  wagmi: Config
  /** Which wallet is connected, for showing. */
  account: AccountStore
  /** The same wallet, for signing. */
  wallet: Wallet
  /** Where the Demo wallet asks. */
  approvals: ApprovalQueue
  session: Session
}

export const AppContext = createContext<App | null>(null)

/** Throws outside the app: there is nothing to show without it. */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp needs an AppContext above it')
  return app
}
