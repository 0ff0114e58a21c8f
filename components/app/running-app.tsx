'use client'

import { useState } from 'react'
import type { WayInChoice } from '@/components/wallet/way-in'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import { AppContext } from './app-context'
import { appOf } from './create-app'
import type { Kept } from './kept/use-kept'
import { Workspace } from './workspace'

/** The app once its code has loaded. Renders in the browser only. */
export function RunningApp({
  settings,
  agents,
  choice,
  kept,
}: {
  settings: PublicConfig
  agents: readonly AgentInfo[]
  /** The wallet that a visitor chose before this code was loaded. */
  choice: WayInChoice | null
  /** The thread shown from storage before this code was loaded. */
  kept: Kept | null
}) {
  const [app] = useState(() => appOf(settings, agents))
  return (
    <AppContext value={app}>
      <Workspace choice={choice} kept={kept} />
    </AppContext>
  )
}
