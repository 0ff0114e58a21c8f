'use client'

import { useState } from 'react'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from '../chat/agent-info'
import { AppContext } from '../chat/app-context'
import { appOf } from '../chat/create-app'
import { PermissionsDesk } from './permissions-desk'

/** The page once its code is there. Only ever drawn in a browser. */
export function RunningPermissions({ settings, agents }: { settings: PublicConfig; agents: readonly AgentInfo[] }) {
  const [app] = useState(() => appOf(settings, agents))
  return (
    <AppContext value={app}>
      <PermissionsDesk />
    </AppContext>
  )
}
