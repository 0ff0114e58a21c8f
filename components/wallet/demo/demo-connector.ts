import { type Address, numberToHex } from 'viem'
import { type Connector, type CreateConnectorFn, createConnector } from 'wagmi'
import { z } from 'zod'
import type { DemoProvider } from './demo-provider'
import { ProviderError } from './demo-provider'

/** A data URI, the only form that both RainbowKit and the Content-Security-Policy accept. */
const demoWalletIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="#fdfaf3"/><path d="M5 9.5h18v11H5z" fill="none" stroke="#1d1b17" stroke-width="1.8" stroke-linejoin="round"/><path d="M5 9.5 18 6v3.5" fill="none" stroke="#1d1b17" stroke-width="1.8" stroke-linejoin="round"/><circle cx="19" cy="15" r="1.7" fill="#21409a"/></svg>',
)}`

export const demoConnectorId = 'demoWallet'

const accountsSchema = z.array(z.custom<Address>((value) => typeof value === 'string' && value.startsWith('0x')))

/** The fields that RainbowKit reads off a connector to list a wallet (`RainbowKitDetails`). */
const listing = {
  rkDetails: {
    id: demoConnectorId,
    name: 'Demo wallet',
    iconUrl: demoWalletIcon,
    iconBackground: '#fdfaf3',
    installed: true,
    index: 0,
    groupIndex: 0,
    groupName: 'On this machine',
    isRainbowKitConnector: true,
  },
}

/** Creates the Demo wallet's wagmi connector. */
export function demoConnector(provider: DemoProvider): CreateConnectorFn<DemoProvider> {
  return createConnector<DemoProvider>((config) => {
    provider.onChainChanged((chainId) => config.emitter.emit('change', { chainId }))
    const accounts = async (method: 'eth_accounts' | 'eth_requestAccounts') =>
      accountsSchema.parse(await provider.request({ method }))
    const chainId = async () => Number(await provider.request({ method: 'eth_chainId' }))
    const switchTo = async (id: number) => {
      const chain = config.chains.find((known) => known.id === id)
      if (!chain) throw new ProviderError(4902, 'This chain is not supported here.')
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(id) }] })
      return chain
    }
    // Takes its type from wagmi's own connector: `connect` is generic over a flag that our callers never set.
    const connect = (async (parameters: { chainId?: number; withCapabilities?: boolean } = {}) => {
      const found = await accounts('eth_requestAccounts')
      if (parameters.chainId && parameters.chainId !== (await chainId())) await switchTo(parameters.chainId)
      const listed = parameters.withCapabilities ? found.map((address) => ({ address, capabilities: {} })) : found
      return { accounts: listed, chainId: await chainId() }
    }) as Connector['connect']
    return {
      ...listing,
      id: demoConnectorId,
      name: 'Demo wallet',
      type: 'demo',
      icon: demoWalletIcon,
      connect,
      disconnect: async () => provider.disconnect(),
      getAccounts: () => accounts('eth_accounts'),
      getChainId: chainId,
      getProvider: async () => provider,
      isAuthorized: async () => (await accounts('eth_accounts')).length > 0,
      switchChain: ({ chainId: id }) => switchTo(id),
      onAccountsChanged: (found) => config.emitter.emit('change', { accounts: accountsSchema.parse(found) }),
      onChainChanged: (id) => config.emitter.emit('change', { chainId: Number(id) }),
      onDisconnect: () => config.emitter.emit('disconnect'),
    }
  })
}
