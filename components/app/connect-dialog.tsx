'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { watchConnectors } from 'wagmi/actions'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { demoConnectorId } from '@/components/wallet/demo/demo-connector'
import { NoWalletFound } from '@/components/wallet/no-wallet-found'
import type { WalletActions } from '@/components/wallet/use-wallet-actions'
import { WalletsNotLoaded } from '@/components/wallet/wallets-not-loaded'
import { useApp } from './app-context'

const ConnectIsland = lazy(() => import('@/components/wallet/connect-island'))

/** The list of wallets, or what to do if there is none to list. Wallets may announce themselves at any time. */
export function ConnectDialog({ wallet: { closeConnect: onClose, connectDemo } }: { wallet: WalletActions }) {
  const { wagmi, settings, quiet } = useApp()
  const projectId = quiet.read() ? null : settings.walletConnectProjectId
  const connectors = useSyncExternalStore(
    (onChange) => watchConnectors(wagmi, { onChange }),
    () => wagmi.connectors,
  )
  if (!projectId && connectors.every(({ id }) => id === demoConnectorId)) {
    const onDemo = () => {
      onClose()
      connectDemo()
    }
    return (
      <NoWalletFound
        isQuiet={settings.walletConnectProjectId !== null}
        onDemo={connectors.length > 0 ? onDemo : undefined}
        onClose={onClose}
      />
    )
  }
  return (
    <Boundary fallback={<WalletsNotLoaded onClose={onClose} />}>
      <Suspense fallback={<Coming missing={<WalletsNotLoaded onClose={onClose} />} />}>
        <ConnectIsland wagmi={wagmi} projectId={projectId} onClose={onClose} />
      </Suspense>
    </Boundary>
  )
}
