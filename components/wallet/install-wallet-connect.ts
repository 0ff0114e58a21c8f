import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import type { Config } from 'wagmi'

const walletConnectId = 'walletConnect'

/**
 * Adds WalletConnect to a running wagmi config. Its SDK is as large as the rest of the page and calls home once
 * registered, so it is loaded only when wanted. wagmi has no public way to add a connector late.
 */
export function installWalletConnect(config: Config, projectId: string): void {
  if (config.connectors.some(({ id }) => id === walletConnectId)) return
  const functions = connectorsForWallets([{ groupName: 'On a phone', wallets: [walletConnectWallet] }], {
    appName: 'Countersign',
    projectId,
  })
  const connectors = functions.map((connector) => config._internal.connectors.setup(connector))
  config._internal.connectors.setState((present) => [...present, ...connectors])
}
