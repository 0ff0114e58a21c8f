import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Agent, AgentContext } from '@/lib/agents/agent'
import type { Config } from '@/lib/config'
import { agentCard, agentCardPaths } from './a2a/agent-card'
import { createEndpoint } from './a2a/endpoint'
import { createMethods } from './a2a/methods'
import { Peers } from './a2a/peers'
import { Runs } from './a2a/runs/runs'
import { LiveLog } from './a2a/streams/live-log'
import { OpenStreams } from './a2a/streams/open-streams'
import { createAccountApi } from './account/account-api'
import { createHandlers } from './answer'
import { createAuth } from './auth/auth'
import { authSecret } from './auth/secret'
import type { Database } from './database/database'
import { openDatabase } from './database/open-database'
import { failureReply, isPublicRead, publicReply, type Route, refuseCrossSite } from './http/request'
import { createIdentityRoutes } from './identity/identity-routes'
import { sharedRateLimit } from './limits/rate-limit'
import { createPermissionsApi } from './permissions/api'
import { createPlansApi } from './plans/api'
import { createCron } from './plans/cron'
import { proposeDue } from './plans/propose-due'
import { allOf, startPlanTimer } from './plans/timer'
import { createProposalsApi } from './proposals/api'
import { createProxies } from './proxies/proxies'
import { proposeMoves } from './rebalance/propose-moves'
import { takeBackEnded } from './rebalance/take-back'
import { ClockGuard } from './upkeep/clock-guard'
import { sweepDatabase } from './upkeep/sweep'

export type ServiceOptions = {
  config: Config
  agents: readonly Agent[]
  /** Resources of the agents; the service shares its clock and chains. */
  context: AgentContext
  /** Milliseconds between signs of life on a quiet stream. Default 15 s (docs/protocol.md, "Streams"). */
  pingMs?: number
  /** Milliseconds that an agent's text is gathered before it is written and sent. Default 20 ms. */
  flushMs?: number
  /** Milliseconds that a chain may take to check a contract wallet's signature. Default 5 s. */
  signatureTimeoutMs?: number
  /** Milliseconds between checks for due plans, and for permissions whose position is to be checked. Default 30 s. */
  planTickMs?: number
}

/** The embedded service, open and ready. */
export type Service = {
  /** True if the path belongs to the service, so that the custom server need not ask Next. */
  owns: (path: string) => boolean
  fetch: (request: Request) => Promise<Response>
  node: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Resolves when the service can do nothing more until it is restarted. Absent if that cannot happen. */
  lost?: Promise<Error>
  /** Accepts no more requests, ends turns honestly and streams with them, and closes the database. */
  close: () => Promise<void>
}

/** Milliseconds that chain and router may take for one purchase of a plan. */
const purchaseTimeoutMs = 20_000

/** Milliseconds between checks of a position under a permission: rates move slowly, and reads are expensive. */
const lookEveryMs = 10 * 60_000
/** Milliseconds that chains and the yield service may take for one such check. */
const lookTimeoutMs = 30_000

/** Milliseconds between deletions of old rows. */
const sweepMs = 60 * 60_000

/** Opens the database, ends what a dead process left running, and returns the handlers. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { pingMs = 15_000, flushMs = 20, signatureTimeoutMs = 5_000, planTickMs = 30_000 } = options
  const settings = { ...options, pingMs, flushMs, signatureTimeoutMs, planTickMs }
  const { config, context } = settings
  const { now, chains } = context
  const database = await openDatabase(config, now)
  try {
    const core = await openCore(database, settings)
    const agentRoutes = createAgentRoutes(core, settings)
    const unasked = await startUnasked(core, settings)
    let isClosing = false
    const [permissions, proposals, plans, account] = createApis(core, settings)
    const routes = [
      agentRoutes,
      permissions,
      proposals,
      plans,
      createCron({ secret: config.CRON_SECRET, proposeDue: unasked.proposeDue }),
      account,
      createIdentityRoutes({ config, chains: () => chains, now }),
      createProxies({ config, rateLimit: sharedRateLimit(database.query, now), session: agentRoutes, now }),
    ]
    return {
      ...createHandlers(routes, () => isClosing),
      ...(database.lost && { lost: database.lost }),
      close: async () => {
        isClosing = true
        await unasked.close()
        await core.runs.close()
        await core.peers?.close()
        await core.openStreams.endAll()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Settings = Required<ServiceOptions>
type Core = Awaited<ReturnType<typeof openCore>>

/** Opens sign-in and everything that runs for signed-in accounts. */
async function openCore(database: Database, { config, agents, context, flushMs, signatureTimeoutMs }: Settings) {
  const { now, chains } = context
  const openStreams = new OpenStreams()
  const auth = await createAuth({
    database,
    chains,
    origin: config.origin,
    secret: await authSecret(config),
    signatureTimeoutMs,
    now,
    onSignOut: () => endRevokedStreams(),
  })
  const endRevokedStreams = () => {
    openStreams
      .endRevoked((ids) => auth.sessions.liveAmong(ids))
      .catch((error: unknown) => console.error('Streams of ended sessions could not be closed.', error))
  }
  const live = new LiveLog()
  const runs = new Runs({ database, live, agents, context, flushMs, now })
  await runs.open()
  const peers = database.exclusive ? null : new Peers({ database, live, runs, now })
  return { database, auth, openStreams, endRevokedStreams, live, runs, peers }
}

/** The agent endpoint, the sign-in and the agent's card. */
function createAgentRoutes(
  { database, auth, openStreams, live, runs, peers }: Core,
  { config, agents, context, pingMs, signatureTimeoutMs }: Settings,
): Route {
  const { now, chains } = context
  const { origin } = config
  const agentIds = new Set(agents.map(({ id }) => id))
  const grants = { chains, signatureTimeoutMs, now, sessionAddress: config.REBALANCE_SESSION_ADDRESS }
  const endpoint = createEndpoint({
    sessions: auth.sessions,
    methods: createMethods({ database, live, runs, peers, agentIds, pingMs, now, grants }),
    origin,
    requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
    openStreams,
  })
  const card = agentCard({ agents, origin, cookieName: auth.sessions.cookieName })
  return (request) => {
    const { method, path } = request
    if (path === '/api/a2a') {
      if (method === 'POST') return endpoint(request)
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'Send a POST request.', { allow: 'POST' })
    }
    if (path.startsWith('/api/auth/')) {
      const crossSite = method === 'GET' ? null : refuseCrossSite(request, origin)
      if (crossSite) return crossSite
      return auth.handle(request)
    }
    if (agentCardPaths.some((each) => each === path) && isPublicRead(request)) return publicReply(request, card)
    return null
  }
}

/** Creates the APIs that a signed-in account uses beside its conversations. */
function createApis({ database, auth, live, endRevokedStreams }: Core, { config, context: { now } }: Settings) {
  const limited = {
    sessions: auth.sessions,
    origin: config.origin,
    requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
  }
  return [
    createPermissionsApi({ ...limited, database, live, now }),
    createProposalsApi({ ...limited, query: database.query }),
    createPlansApi({ ...limited, database, now }),
    createAccountApi({ ...limited, database, onDeleted: endRevokedStreams }),
  ] as const
}

/**
 * Begins the unasked work. It uses the clock that all share: a wrong clock must not take current data for old, or
 * tomorrow's purchase for a due one.
 */
async function startUnasked({ database, live, runs }: Core, { config, context: asked, planTickMs }: Settings) {
  const context = { ...asked, now: () => runs.sharedTime() }
  const clock = new ClockGuard({ database, chains: context.chains, compare: () => runs.compareClocks() })
  const sweep = () =>
    clock
      .whenTrusted(() => sweepDatabase(database, context.now(), config.RETENTION_DAYS))
      .catch((error: unknown) => console.error('Old rows could not be removed.', error))
  await sweep()
  const sweeping = setInterval(sweep, sweepMs)
  sweeping.unref()

  const due = { database, live, context, timeoutMs: purchaseTimeoutMs }
  const moves = { database, context, everyMs: lookEveryMs, timeoutMs: lookTimeoutMs }
  const ended = { database, live, now: context.now }
  const jobs = allOf([
    (signal) => proposeDue(due, signal),
    (signal) => proposeMoves(moves, signal),
    (signal) => takeBackEnded(ended, signal).then(() => 0),
  ])
  const planTimer = startPlanTimer(async (signal) => (await clock.whenTrusted(() => jobs(signal))) ?? 0, planTickMs)
  return {
    proposeDue: planTimer.run,
    close: async () => {
      clearInterval(sweeping)
      await planTimer.close()
    },
  }
}
