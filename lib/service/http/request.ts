import { createHash } from 'node:crypto'

/** A request as both adapters pass it on, without anything specific to Node or the Fetch API. */
export type ServiceRequest = {
  method: string
  path: string
  /** With the leading `?`, or empty. */
  search: string
  header: (name: string) => string | undefined
  /** The sender, for limits on callers who are not signed in. */
  ip: string
  /** Reads the body once. Null if it is longer than `limit` bytes. Throws BodyTooSlow after `bodyTimeoutMs`. */
  readBody: (limit: number) => Promise<string | null>
  /** Aborted when the client goes away. Created on first use. */
  signal: () => AbortSignal
}

/** Milliseconds for a body to arrive: ample for 1 MiB on a bad line. */
export const bodyTimeoutMs = 30_000

/** A body did not arrive entirely in time. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow'
  override readonly message = 'The request did not arrive whole in time, so nothing was done. Send it again.'
}

/** Sends a piece of a stream to the client. Returns a promise if the client has to catch up first. */
type Write = (text: string) => Promise<void> | undefined

/**
 * Writes a stream to its end. `stream` is aborted when the client goes away, and may be aborted to end the stream;
 * anything written afterwards is discarded.
 */
export type StreamBody = (write: Write, stream: AbortController) => Promise<void>

export type ServiceReply = {
  status: number
  headers: Record<string, string>
  cookies?: readonly string[]
  body: string | Uint8Array<ArrayBuffer> | StreamBody
}

/** Answers a request whose path it knows; null for any other. */
export type Route = (request: ServiceRequest) => Promise<ServiceReply | null> | ServiceReply | null

export const jsonReply = (status: number, value: unknown, headers: Record<string, string> = {}): ServiceReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** Seconds that others may cache a public document. */
const publicSeconds = 300

/**
 * Sends a public document as JSON. Pages of any origin may read it, cache it for a few minutes, and ask whether their
 * copy is current (RFC 9110 section 13.1.2).
 */
export function publicReply(request: Pick<ServiceRequest, 'header' | 'method'>, value: unknown): ServiceReply {
  if (request.method === 'OPTIONS') return anyoneMayRead
  const body = JSON.stringify(value)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag',
    'cache-control': `public, max-age=${publicSeconds}`,
    etag,
  }
  const known = request.header('if-none-match')?.split(',') ?? []
  const isKnown = known.some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
  return isKnown
    ? { status: 304, headers, body: '' }
    : { status: 200, headers: { 'content-type': 'application/json', ...headers }, body }
}

/** Answers a preflight request, which a browser sends for headers such as `if-none-match`. */
const anyoneMayRead: ServiceReply = {
  status: 200,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
  },
  body: '',
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** True if `publicReply` answers this request of a public document. */
export const isPublicRead = ({ method }: Pick<ServiceRequest, 'method'>): boolean => readingMethods.has(method)

/** Builds a failure outside the agent endpoint, in the format of better-auth. */
export const failureReply = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  jsonReply(status, { message, code }, headers)

/**
 * True if a browser says that the request comes from another site's page. Programs send neither header and pass: they
 * have nobody else's cookies.
 */
export function isCrossSite(request: Pick<ServiceRequest, 'header'>, origin: string): boolean {
  const from = request.header('origin')
  if (from !== undefined && from !== origin) return true
  const site = request.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Refuses a page of a site other than `origin`; null for our own pages and for programs. */
export const refuseCrossSite = (request: Pick<ServiceRequest, 'header'>, origin: string): ServiceReply | null =>
  isCrossSite(request, origin) ? failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.') : null

/**
 * Builds a `Set-Cookie` header for this whole host, inaccessible to scripts and other sites. For an https origin the
 * name begins with `__Host-`: browsers accept such a cookie only from this host, so a neighboring site can sign nobody
 * in. `maxAge` is in seconds; 0 deletes the cookie.
 */
export const hostCookie = (origin: string, name: string, value: string, maxAge: number): string =>
  `${hostCookieName(origin, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`

export const hostCookieName = (origin: string, name: string): string => `${isSecure(origin) ? '__Host-' : ''}${name}`

const isSecure = (origin: string): boolean => origin.startsWith('https:')

/** Returns a cookie's value as sent, still encoded. */
export function cookieOf(request: Pick<ServiceRequest, 'header'>, name: string): string | undefined {
  for (const pair of request.header('cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
