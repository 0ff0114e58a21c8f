import type { Agent } from '@/lib/agents/agent'
import { createAgents } from '@/lib/agents/agents'
import { type AgentModel, openModel } from '@/lib/agents/model/model'
import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import { createRouting } from '@/lib/chain/routing/lifi'
import { createYields } from '@/lib/chain/yields/all-yields'
import { type Config, readConfig } from '@/lib/config'
import { loadReader } from '@/lib/language/reader/reader'
import { createRemoteService } from './remote/remote-service'
import { createService, type Service } from './service'

declare global {
  /** The one service of this process. Global, because bundled routes and the custom server have separate modules. */
  var countersignService: Promise<Service> | undefined
}

/**
 * Returns the service of this process, which the first call opens with its agents. Throws ConfigError and
 * DatabaseError.
 */
export function embeddedService(config?: Config, agents?: readonly Agent[]): Promise<Service> {
  globalThis.countersignService ??= openService(config ?? readConfig(process.env), agents).catch((error: unknown) => {
    globalThis.countersignService = undefined
    throw error
  })
  return globalThis.countersignService
}

async function openService(config: Config, given: readonly Agent[] | undefined): Promise<Service> {
  const now = Date.now
  if (config.AGENT_SERVICE_URL) return createRemoteService(config, config.AGENT_SERVICE_URL, now)
  const agents = given ?? createAgents(modelOf(config), config.CHAINS === 'devnet')
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
  return createService({ config, agents, context: { chains, routing, yields, now, reader: loadReader } })
}

/** Answers a request to one of the service's routes. If the service cannot be opened, the log says why. */
export async function answerRequest(request: Request): Promise<Response> {
  let service: Service
  try {
    service = await embeddedService()
  } catch (error) {
    console.error('The service cannot be opened.', error)
    const message = 'The service cannot be opened. Try again later.'
    return Response.json({ code: 'NOT_OPEN', message }, { status: 503 })
  }
  return service.fetch(request)
}

/** Returns the configured language model; null if the agents follow fixed rules. */
function modelOf(config: Config): AgentModel | null {
  const { AGENT_MODEL_URL: url, AGENT_MODEL_NAME: name, AGENT_MODEL_KEY: key } = config
  if (!url || !name) return null
  return openModel({
    url,
    name,
    key,
    timeoutSeconds: config.AGENT_MODEL_TIMEOUT,
    maxTokens: config.AGENT_MODEL_MAX_TOKENS,
  })
}
