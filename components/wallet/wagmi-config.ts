import { type Chain, http } from 'viem'
import { type Config, createConfig } from 'wagmi'
import type { Chains } from '@/lib/chain/chains/chain'
import { noLookups } from '@/lib/chain/chains/chain-client'
import type { DemoWallet } from './demo/demo-wallet'

/**
 * Creates the wallets of this page. Extensions announce themselves (EIP-6963). No SDK is registered, because wagmi
 * would load it at startup. Local chains have the Demo wallet too. Call it once per browser, never on the server.
 */
export function createWalletConfig({ chains, demo }: { chains: Chains; demo: DemoWallet | null }): Config {
  const [first, ...rest] = chains.values()
  if (!first) throw new Error('At least one chain is needed')
  const viemChains: [Chain, ...Chain[]] = [first.viemChain, ...rest.map(({ viemChain }) => viemChain)]
  return createConfig({
    chains: viemChains,
    connectors: demo?.connectors(chains) ?? [],
    transports: Object.fromEntries([...chains.values()].map(({ id, rpcUrl }) => [id, http(rpcUrl, { batch: true })])),
    ccipRead: noLookups,
  })
}
