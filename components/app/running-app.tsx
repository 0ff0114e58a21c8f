'use client'

import { useState } from 'react'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import { AppContext } from './app-context'
import { appOf } from './create-app'
import { Workspace } from './workspace'

/** The app once its code is there. Only ever drawn in a browser. */
export function RunningApp({ settings, agents }: { settings: PublicConfig; agents: readonly AgentInfo[] }) {
  const [app] = useState(() => appOf(settings, agents))
  return (
    <AppContext value={app}>
      <Workspace />
    </AppContext>
  )
}
