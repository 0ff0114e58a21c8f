'use client'

import { RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit'
import '@rainbow-me/rainbowkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Config, WagmiContext } from 'wagmi'
import { installWalletConnect } from './install-wallet-connect'
import './rainbowkit.css'

/**
 * RainbowKit's list of wallets, loaded on demand. Its theme is in rainbowkit.css: RainbowKit itself would insert a
 * <style> element, which the Content-Security-Policy forbids.
 */
export default function ConnectIsland({
  wagmi,
  projectId,
  onClose,
}: {
  wagmi: Config
  projectId: string | null
  onClose: () => void
}) {
  const [client] = useState(() => {
    // RainbowKit's scroll lock adds a <style> element, and looks up its nonce under this name.
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
    Object.assign(globalThis, { __webpack_nonce__: nonce })
    if (projectId) installWalletConnect(wagmi, projectId)
    return new QueryClient()
  })
  return (
    // Not WagmiProvider: it reconnects on each mount or, if told not to, forgets every connection.
    <WagmiContext value={wagmi}>
      <QueryClientProvider client={client}>
        <RainbowKitProvider theme={null} modalSize="compact" appInfo={{ appName: 'Countersign' }}>
          <OpenModal onClose={onClose} />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiContext>
  )
}

/** Opens the modal once, and reports when it has closed. */
function OpenModal({ onClose }: { onClose: () => void }) {
  useSilentIcons()
  const { connectModalOpen, openConnectModal } = useConnectModal()
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!opened && openConnectModal) {
      openConnectModal()
      setOpened(true)
    }
  }, [opened, openConnectModal])
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (connectModalOpen) setSeen(true)
    else if (seen) onClose()
  }, [connectModalOpen, seen, onClose])
  return null
}

/** Hides wallets' icons from screen readers: RainbowKit renders them as unnamed images beside the names. */
function useSilentIcons() {
  useEffect(() => {
    const silence = () => {
      for (const icon of document.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])'))
        icon.setAttribute('aria-hidden', 'true')
    }
    const observer = new MutationObserver(silence)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
}
