import type { Agent } from '@/lib/agents/agent'
import { createAgents } from '@/lib/agents/agents'
import { buildChains, chainEntries } from '@/lib/chain/chains'
import { createRouting } from '@/lib/chain/lifi'
import { createYields } from '@/lib/chain/yields/all-yields'
import { type Config, readConfig } from '@/lib/config'
import { createService, type Service } from './service'

declare global {
  /** The one service of this process. Kept here because bundled routes and the custom server have modules of their own. */
  var countersignService: Promise<Service> | undefined
}

/**
 * The service of this process, opened at the first call with the agents given then. Throws ConfigError and
 * DatabaseError.
 */
export function embeddedService(config?: Config, agents?: readonly Agent[]): Promise<Service> {
  globalThis.countersignService ??= openService(config ?? readConfig(process.env), agents ?? createAgents()).catch(
    (error: unknown) => {
      globalThis.countersignService = undefined
      throw error
    },
  )
  return globalThis.countersignService
}

async function openService(config: Config, agents: readonly Agent[]): Promise<Service> {
  const now = Date.now
  const chains = buildChains(chainEntries(config))
  const routing = createRouting({
    apiUrl: config.routingApiUrl,
    integrator: 'countersign',
    now,
    ...(config.ROUTING_API_KEY && { apiKey: config.ROUTING_API_KEY }),
  })
  const yields = createYields({
    apiUrl: config.yieldApiUrl,
    chains,
    now,
    ...(config.YIELD_API_KEY && { apiKey: config.YIELD_API_KEY }),
  })
  return createService({ config, agents, context: { chains, routing, yields, now } })
}

/** Answers a request to one of the service's routes. */
export async function answerRequest(request: Request): Promise<Response> {
  return (await embeddedService()).fetch(request)
}
