import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { siwe } from 'better-auth/plugins/siwe'
import type { Database } from '../database/database'
import { authAdapter } from './auth-adapter'

/** How long a session lasts, in seconds: 7 days, then one signs in again. */
const sessionLifetime = 7 * 24 * 60 * 60

export type AuthOptions = {
  database: Database
  /** The app's own origin: never read from a request. */
  origin: string
  secret: string
  /** True if the signature of this message has been checked and found good. */
  isVerified: (message: string) => boolean
}

/**
 * better-auth with its SIWE plugin: it keeps users, wallets and sessions, and writes the session cookie. What it
 * leaves open (bindings of the nonce, the form of the message, the signature) is checked in sign-in.ts, before it.
 */
export function createBetterAuth({ database, origin, secret, isVerified }: AuthOptions) {
  const secure = origin.startsWith('https:')
  return betterAuth({
    appName: 'Countersign',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    database: authAdapter(database),
    trustedOrigins: [origin],
    user: { modelName: 'auth_user' },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    session: { modelName: 'auth_session', expiresIn: sessionLifetime, disableSessionRefresh: true },
    // Requests are counted by our own limits, for all instances together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      // With this prefix browsers take the cookie from this host alone: a site beside it could sign people in as itself.
      cookiePrefix: `${secure ? '__Host-' : ''}countersign`,
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      siwe({
        domain: new URL(origin).host,
        schema: { walletAddress: { modelName: 'auth_wallet' } },
        getNonce: async () => randomBytes(16).toString('hex'),
        verifyMessage: async ({ message }) => isVerified(message),
      }),
    ],
  })
}
