import { createHash } from 'node:crypto'

/** A request as both adapters give it: nothing of Node's or the Fetch API's own. */
export type ServiceRequest = {
  method: string
  path: string
  /** With the leading `?`, or empty. */
  search: string
  header: (name: string) => string | undefined
  /** Who asks, for limits on people who are not signed in. */
  ip: string
  /** Reads the body once. Null if it is longer than `limit` bytes. Throws BodyTooSlow after `bodyTimeoutMs`. */
  readBody: (limit: number) => Promise<string | null>
  /** Aborted when the client goes away. Made when it is first asked for. */
  signal: () => AbortSignal
}

/** How long a body may take to arrive: ample for 1 MiB on a bad line. Milliseconds. */
export const bodyTimeoutMs = 30_000

/** A body that has not arrived whole in time. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow'
  override readonly message = 'The request did not arrive whole in time, so nothing was done. Send it again.'
}

/** Hands a text of a stream to the client. Gives a promise where the client has to catch up first. */
type Write = (text: string) => Promise<void> | undefined

/**
 * Writes a stream to its end. `stream` is aborted when the client goes away, and may be aborted to end the stream; what
 * is written then goes nowhere.
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

/** How long others may keep a public document. Seconds. */
const publicSeconds = 300

/**
 * A public document as JSON: pages of any origin may read it, keep it for a few minutes, and ask whether theirs is still
 * the newest (RFC 9110 section 13.1.2).
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

/** To a browser that asks first, as it does for a page that sends a header of its own, such as `if-none-match`. */
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
/** Whether a request of a public document is one that `publicReply` answers. */
export const isPublicRead = ({ method }: Pick<ServiceRequest, 'method'>): boolean => readingMethods.has(method)

/** The shape of failures outside the agent endpoint: the same as better-auth's. */
export const failureReply = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  jsonReply(status, { message, code }, headers)

/**
 * True if a browser says that the request comes from another site's page. Programs send neither header and pass:
 * they have no cookies of somebody else's.
 */
export function isCrossSite(request: Pick<ServiceRequest, 'header'>, origin: string): boolean {
  const from = request.header('origin')
  if (from !== undefined && from !== origin) return true
  const site = request.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** The answer to a page of another site than `origin`; null for one of our own, and for programs. */
export const refuseCrossSite = (request: Pick<ServiceRequest, 'header'>, origin: string): ServiceReply | null =>
  isCrossSite(request, origin) ? failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.') : null

/**
 * A `Set-Cookie` header for the whole of this host, out of the reach of scripts and of other sites. Where the origin is
 * https the name begins with `__Host-`: browsers take it from this host alone, so a site beside it can sign nobody in.
 * `maxAge` in seconds; 0 deletes it.
 */
export const hostCookie = (origin: string, name: string, value: string, maxAge: number): string =>
  `${hostCookieName(origin, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`

export const hostCookieName = (origin: string, name: string): string => `${isSecure(origin) ? '__Host-' : ''}${name}`

const isSecure = (origin: string): boolean => origin.startsWith('https:')

/** The value of a cookie as it was sent, still encoded. */
export function cookieOf(request: Pick<ServiceRequest, 'header'>, name: string): string | undefined {
  for (const pair of request.header('cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
