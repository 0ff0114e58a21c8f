'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from '../chat/agent-info'
import { Shell } from '../chat/shell'
import { AccountPlaceholder } from '../wallet/account-placeholder'
import { PermissionsPaper, PermissionsSkeleton } from './permissions-paper'

type Properties = { settings: PublicConfig; agents: readonly AgentInfo[] }

const load = () => import('./running-permissions')
// Begun with the page's own code, not after it has been drawn: the wallet side is the heavier half.
if (typeof window !== 'undefined') load().catch(() => {})

/** The page of permissions: the bare shell on the server and at first, the running page as soon as it is there. */
export function PermissionsApp(properties: Properties) {
  const [Running, setRunning] = useState<ComponentType<Properties> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    load().then(({ RunningPermissions }) => setRunning(() => RunningPermissions), setFailure)
  }, [])
  // For the error boundary: it says what to do.
  if (failure) throw failure
  if (Running) return <Running {...properties} />
  return (
    <Shell
      devnet={properties.settings.devnet}
      onHome={() => location.assign('/')}
      list={null}
      account={<AccountPlaceholder />}
    >
      <PermissionsPaper>
        <PermissionsSkeleton />
      </PermissionsPaper>
    </Shell>
  )
}
