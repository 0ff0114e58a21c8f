import { chainEntries } from '@/lib/chain/chains'
import type { Config } from '@/lib/config'
import type { PublicConfig } from '@/lib/public-config'

/** The settings that the browser may see. Keys, secrets and addresses of services stay on the server. */
export function toPublicConfig(config: Config): PublicConfig {
  const { origin, CHAINS, SIWE_LAYOUT, WALLETCONNECT_PROJECT_ID } = config
  return {
    origin,
    chains: chainEntries(config),
    devnet: CHAINS === 'devnet',
    siwe: { domain: new URL(origin).host, uri: origin, layout: SIWE_LAYOUT },
    walletConnectProjectId: WALLETCONNECT_PROJECT_ID ?? null,
  }
}
