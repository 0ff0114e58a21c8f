import type { Chains } from '@/lib/chain/chains/chain'
import type { Database } from '../database/database'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders, sharedRateLimit } from '../limits/rate-limit'
import { createBetterAuth } from './better-auth'
import { Sessions } from './sessions'
import { createSignIn } from './sign-in'

/** Sign-in attempts a minute from one address of the network: each costs some milliseconds of work. */
const attemptsPerMinute = 300

export type Auth = {
  sessions: Sessions
  /** Answers a request below `/api/auth`. */
  handle: (request: ServiceRequest) => Promise<ServiceReply>
}

/** Sign-in, sessions and sign-out. `onSignOut` is called after sessions have ended. */
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
  const verified = new Set<string>()
  const betterAuth = createBetterAuth({ database, origin, secret, isVerified: (message) => verified.has(message) })
  const { authCookies } = await betterAuth.$context
  const sessions = new Sessions(database.query, secret, authCookies.sessionToken.name, now)

  // The origin was checked before (refuseCrossSite) and better-auth wants to see one, so it is told our own.
  const callBetterAuth = (path: string, body: unknown, request: ServiceRequest) =>
    betterAuth.handler(
      new Request(`${origin}/api/auth${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin,
          cookie: request.header('cookie') ?? '',
          'user-agent': request.header('user-agent') ?? '',
        },
        body: JSON.stringify(body),
      }),
    )
  const signIn = createSignIn({ ...options, sessions, callBetterAuth, verified })

  const hit = sharedRateLimit(database.query, now)
  const limited = async (request: ServiceRequest, answer: (request: ServiceRequest) => Promise<ServiceReply>) => {
    const rate = await hit(`sign-in:${request.ip}`, attemptsPerMinute)
    if (rate.retryAfter === null) return answer(request)
    const message = `Too many sign-in attempts. Try again in ${rate.retryAfter} seconds.`
    return failureReply(429, 'RATE_LIMITED', message, rateLimitHeaders(rate))
  }
  const passOn = async (path: string, request: ServiceRequest): Promise<ServiceReply> => {
    // Anybody may send this, and to look through the streams of all costs.
    const endsOne = (await sessions.read(request)) !== null
    const answer = await callBetterAuth(path, {}, request)
    if (endsOne) onSignOut()
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
      cookies: answer.headers.getSetCookie(),
      body: await answer.text(),
    }
  }
  const currentSession = async (request: ServiceRequest): Promise<ServiceReply> => {
    const session = await sessions.read(request)
    // Nobody is signed in: an answer, not a failure (as better-auth's own get-session has it).
    if (!session) return jsonReply(200, null)
    const user = { walletAddress: session.address, chainId: session.chainId }
    return jsonReply(200, { user, expiresAt: new Date(session.expiresAt).toISOString() })
  }

  const routes: Readonly<Record<string, (request: ServiceRequest) => Promise<ServiceReply>>> = {
    'POST /api/auth/siwe/nonce': (request) => limited(request, signIn.nonce),
    'POST /api/auth/siwe/verify': (request) => limited(request, signIn.verify),
    'POST /api/auth/sign-out': (request) => passOn('/sign-out', request),
    'POST /api/auth/revoke-sessions': (request) => passOn('/revoke-sessions', request),
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
