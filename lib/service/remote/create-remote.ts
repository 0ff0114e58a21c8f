import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import type { Config } from '@/lib/config'
import { createHandlers } from '../answer'
import { createIdentityRoutes } from '../identity/identity-routes'
import { localRateLimit } from '../limits/rate-limit'
import { createProxies } from '../proxies/proxies'
import type { Service } from '../service'
import { createRemoteHandler } from './remote-service'

/**
 * Creates this app as a front end of the agent service at `baseUrl`, without agents or a database of its own. `pingMs`:
 * time between signs of life on a quiet stream, 15 s as in the embedded service.
 */
export function createRemoteService(config: Config, baseUrl: string, now: () => number, pingMs = 15_000): Service {
  const chains = buildChains(chainEntries(config))
  const remote = createRemoteHandler({ baseUrl, origin: config.origin, pingMs })
  let isClosing = false
  const routes = [
    remote,
    createIdentityRoutes({ config, chains: () => chains, now }),
    createProxies({ config, rateLimit: localRateLimit(now), session: remote, now }),
  ]
  return {
    ...createHandlers(routes, () => isClosing),
    close: async () => {
      isClosing = true
    },
  }
}
