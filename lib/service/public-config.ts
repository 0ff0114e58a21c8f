import { chainEntries } from '@/lib/chain/chains/chains'
import type { Config } from '@/lib/config'
import type { PublicConfig } from '@/lib/public-config'

/** Returns the settings that the browser may see. Keys, secrets and addresses of services stay on the server. */
export function toPublicConfig(config: Config): PublicConfig {
  const { origin, CHAINS, SIWE_LAYOUT, WALLETCONNECT_PROJECT_ID, AGENT_SERVICE_URL, SIWE_URI, SIWE_DOMAIN } = config
  // The message names what one signs in to: this app, or the service behind it.
  const uri = SIWE_URI ?? (AGENT_SERVICE_URL ? new URL(AGENT_SERVICE_URL).origin : origin)
  return {
    origin,
    chains: chainEntries(config),
    devnet: CHAINS === 'devnet',
    siwe: { domain: SIWE_DOMAIN ?? new URL(uri).host, uri, layout: SIWE_LAYOUT },
    walletConnectProjectId: WALLETCONNECT_PROJECT_ID ?? null,
    rebalanceSessionAddress: config.REBALANCE_SESSION_ADDRESS ?? null,
  }
}
