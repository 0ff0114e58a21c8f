'use client'

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { hasOpenDialog, isWriting } from '@/components/ui/page/keyboard'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import type { AgentInfo } from '../app/agent-info'
import { closeOverlay, type OverlayName, openHelp, openPalette, overlay, overlayOfKey } from './overlay'
import type { PaletteAccount } from './palette-dialog'

const PaletteDialog = lazy(() => import('./palette-dialog'))
const Help = lazy(() => import('../help/help'))
const Receive = lazy(() => import('../wallet/receive/receive'))

const titles: Readonly<Record<OverlayName, string>> = { palette: 'Commands', help: 'Help', receive: 'Receive' }

/** What opens over the page, by a key or from a menu. Each part is loaded when it is first opened. */
export function Overlays({
  agents,
  mayAsk,
  ...account
}: { agents: readonly AgentInfo[]; mayAsk: boolean } & PaletteAccount) {
  const open = useSyncExternalStore(overlay.subscribe, overlay.getSnapshot, () => null)
  useOverlayKeys()
  const {
    account: { address, chainId },
    chains,
  } = account
  if (!open || (open === 'receive' && !address)) return null
  const close = () => closeOverlay(open)
  const notLoaded = (
    <Dialog open onClose={close} title={titles[open]}>
      <NotLoaded />
    </Dialog>
  )
  return (
    <Boundary key={open} fallback={notLoaded}>
      <Suspense fallback={<Coming missing={notLoaded} />}>
        {open === 'palette' && <PaletteDialog {...account} onClose={close} />}
        {open === 'help' && <Help agents={agents} mayAsk={mayAsk} onClose={close} />}
        {open === 'receive' && address && (
          <Receive address={address} chainId={chainId} chains={chains} onClose={close} />
        )}
      </Suspense>
    </Boundary>
  )
}

function useOverlayKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = overlayOfKey(event, isWriting())
      if (!wanted) return
      // Browsers have a Ctrl+K of their own.
      event.preventDefault()
      const isOpen = overlay.getSnapshot() === wanted
      if (isOpen) closeOverlay(wanted)
      else if (hasOpenDialog()) return
      else if (wanted === 'palette') openPalette()
      else openHelp()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
