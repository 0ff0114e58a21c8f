import type { Chains } from '@/lib/chain/chains/chain'
import type { Database } from '../database/database'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders, sharedRateLimit } from '../limits/rate-limit'
import { Sessions } from './sessions'
import { createSignIn } from './sign-in'

/** Sign-in attempts per minute from one network address. Each costs some milliseconds of work. */
const attemptsPerMinute = 300

export type Auth = {
  sessions: Sessions
  /** Answers a request below `/api/auth`. */
  handle: (request: ServiceRequest) => Promise<ServiceReply>
}

/** Sign-in, sessions and sign-out. Calls `onSignOut` after sessions have ended. */
export async function createAuth(options: {
  database: Database
  chains: Chains
  origin: string
  secret: string
  signatureTimeoutMs: number
  now: () => number
  onSignOut: () => void
}): Promise<Auth> {
  const { database, origin, secret, now, onSignOut } = options
  const sessions = new Sessions(database, secret, origin, now)
  const signIn = createSignIn({ ...options, sessions })

  const hit = sharedRateLimit(database.query, now)
  const limited = async (request: ServiceRequest, answer: (request: ServiceRequest) => Promise<ServiceReply>) => {
    const rate = await hit(`sign-in:${request.ip}`, attemptsPerMinute)
    if (rate.retryAfter === null) return answer(request)
    const message = `Too many sign-in attempts. Try again in ${rate.retryAfter} seconds.`
    return failureReply(429, 'RATE_LIMITED', message, rateLimitHeaders(rate))
  }
  const signOut = async (request: ServiceRequest): Promise<ServiceReply> => {
    // Anyone may send this, and a search through all streams is expensive.
    if (await sessions.read(request)) {
      await sessions.endPresented(request)
      onSignOut()
    }
    return { ...jsonReply(200, { success: true }), cookies: [sessions.endedCookie] }
  }
  const signOutEverywhere = async (request: ServiceRequest): Promise<ServiceReply> => {
    const session = await sessions.read(request)
    if (!session) return failureReply(401, 'UNAUTHORIZED', 'Sign in to end your sessions.')
    await sessions.endAll(session.userId)
    onSignOut()
    return { ...jsonReply(200, { status: true }), cookies: [sessions.endedCookie] }
  }
  const currentSession = async (request: ServiceRequest): Promise<ServiceReply> => {
    const session = await sessions.read(request)
    // That nobody is signed in is an answer, not a failure.
    if (!session) return jsonReply(200, null)
    const user = { walletAddress: session.address, chainId: session.chainId }
    return jsonReply(200, { user, expiresAt: new Date(session.expiresAt).toISOString() })
  }

  const routes: Readonly<Record<string, (request: ServiceRequest) => Promise<ServiceReply>>> = {
    'POST /api/auth/siwe/nonce': (request) => limited(request, signIn.nonce),
    'POST /api/auth/siwe/verify': (request) => limited(request, signIn.verify),
    'POST /api/auth/sign-out': signOut,
    'POST /api/auth/revoke-sessions': signOutEverywhere,
    'GET /api/auth/session': currentSession,
  }
  return {
    sessions,
    handle: async (request) => {
      const name = `${request.method} ${request.path}`
      const route = Object.hasOwn(routes, name) ? routes[name] : undefined
      return route ? route(request) : failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    },
  }
}
