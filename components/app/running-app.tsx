'use client'

import { useState } from 'react'
import type { WayInChoice } from '@/components/wallet/way-in'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import { AppContext } from './app-context'
import { appOf } from './create-app'
import { Workspace } from './workspace'

/** The app once its code is there. Only ever drawn in a browser. */
export function RunningApp({
  settings,
  agents,
  choice,
}: {
  settings: PublicConfig
  agents: readonly AgentInfo[]
  /** How a visitor chose to come in before this code was there. */
  choice: WayInChoice | null
}) {
  const [app] = useState(() => appOf(settings, agents))
  return (
    <AppContext value={app}>
      <Workspace choice={choice} />
    </AppContext>
  )
}
