import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from '@/devnet/listen'
import type { Agent } from '@/lib/agents/agent'
import type { Chains } from '@/lib/chain/chains/chain'
import { QuoteError } from '@/lib/chain/routing/routing'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { Yields } from '@/lib/chain/yields/yields'
import { readConfig } from '@/lib/config'
import { loadReader } from '@/lib/language/reader/reader'
import { createService, type Service, type ServiceOptions } from '../service'
import { newDataFolder } from './data-folder'
import { scriptedAgent } from './scripted-agent'

export type TestServiceOptions = Partial<
  Pick<ServiceOptions, 'pingMs' | 'flushMs' | 'signatureTimeoutMs' | 'planTickMs'>
> & {
  /** For a service restarted at the same port; otherwise a free one is used. */
  port?: number
  /** Passes requests to the service. Default: its own Node handler. */
  answer?: (service: Service, req: IncomingMessage, res: ServerResponse) => Promise<void>
  agents?: readonly Agent[]
  chains?: Chains
  yields?: Yields
  now?: () => number
  /** Kept afterwards if given. */
  dataDir?: string
  settings?: Record<string, string>
}

export type TestService = { origin: string; dataDir: string; service: Service; stop: () => Promise<void> }

/** Settings for a test service on a Postgres. */
export const postgresSettings = (url: string) => ({
  DATABASE_URL: url,
  AUTH_SECRET: 'a secret that all instances know, and nobody else',
})

const throughNode = (service: Service, req: IncomingMessage, res: ServerResponse) => service.node(req, res)

const noChain = async (): Promise<never> => {
  throw new QuoteError('unreachable', 'There is no router in this test.')
}

/**
 * Starts the service behind a real HTTP server, with a real database folder. Nothing listens at the chain's address.
 */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { answer = throughNode, now = Date.now, agents = [scriptedAgent], yields = noYields, ...rest } = options
  const ownFolder = options.dataDir === undefined && !options.settings?.DATABASE_URL ? await newDataFolder() : null
  const dataDir = options.dataDir ?? ownFolder ?? ''
  // Early callers get a 503, as from the custom server, and do not wait forever.
  let handler = async (_req: IncomingMessage, res: ServerResponse): Promise<unknown> => res.writeHead(503).end()
  const server = createServer((req, res) => {
    // As in the custom server: a stream whose database went away is cut, and its reader resumes it.
    handler(req, res).catch((error: unknown) => {
      console.error(`${req.method} ${req.url} failed.`, error)
      res.destroy()
    })
  })
  const config = readConfig({
    PORT: String(await listenLocally(server, { host: 'localhost', port: options.port ?? 0 })),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '100000',
    ...options.settings,
  })
  const chains = options.chains ?? unreachableChains(31337)
  const context = {
    chains,
    routing: { quote: noChain, routes: noChain, status: noChain },
    yields,
    now,
    reader: loadReader,
  }
  const { pingMs, flushMs = 2, signatureTimeoutMs, planTickMs } = rest
  const service = await createService({
    config,
    agents,
    context,
    flushMs,
    ...(pingMs !== undefined && { pingMs }),
    ...(signatureTimeoutMs !== undefined && { signatureTimeoutMs }),
    ...(planTickMs !== undefined && { planTickMs }),
  }).catch((error: unknown) => {
    server.close()
    throw error
  })
  handler = (req, res) => answer(service, req, res)
  return {
    origin: config.origin,
    dataDir,
    service,
    stop: async () => {
      await service.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (ownFolder) await rm(ownFolder, { recursive: true })
    },
  }
}
