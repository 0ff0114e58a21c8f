import type { ServiceRequest } from '../http/request'

/**
 * Prefix of this app's cookie names. Over https, browsers accept such a cookie only from this host (RFC 6265bis,
 * `__Host-`), so that a neighboring site cannot replace the person's session with its own.
 */
const hostBound = (isSecure: boolean): string => (isSecure ? '__Host-' : '')

/**
 * Prefix of the remote service's cookies, which the browser keeps as this app's own. Only prefixed cookies are sent
 * back, and the service's own `__Host-` and `__Secure-` names are not subject to the browser's rules for them.
 */
const prefixOf = (isSecure: boolean): string => `${hostBound(isSecure)}agent.`

/**
 * Holds the signed-in account as `<address>.<chain id>`, which the service's session cookie does not tell. It grants
 * nothing by itself.
 */
export const accountCookie = (isSecure: boolean): string => `${hostBound(isSecure)}countersign.account`

/** Builds a Cookie header from the remote service's cookies in a request; null if there are none. */
export function cookiesForService(request: Pick<ServiceRequest, 'header'>, isSecure: boolean): string | null {
  const prefix = prefixOf(isSecure)
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const own = pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length))
  return own.length > 0 ? own.join('; ') : null
}

/** The service decides how long a cookie lives, and we decide where it is sent. */
const kept = new Set(['max-age', 'expires'])

/** Converts a Set-Cookie of the service to one of this app. Null if it does not follow RFC 6265. */
export function firstPartyCookie(setCookie: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
  const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=([^;,\s\\]*)$/.exec(pair) ?? []
  if (name === undefined || value === undefined) return null
  const lifetime = attributes.filter((attribute) => kept.has(attribute.split('=', 1)[0]?.toLowerCase() ?? ''))
  return [`${prefixOf(isSecure)}${name}=${value}`, ...lifetime, ...ownTerms(isSecure)].join('; ')
}

/** A host-bound name requires `Path=/`. */
const ownTerms = (isSecure: boolean): string[] => [
  ...(isSecure ? ['Path=/', 'Secure'] : ['Path=/api']),
  'HttpOnly',
  'SameSite=Lax',
]

/** Builds a cookie of this app itself, which lasts until the browser closes. */
export const ownCookie = (name: string, value: string, isSecure: boolean): string =>
  [`${name}=${value}`, ...ownTerms(isSecure)].join('; ')

/** Removes the app's cookie and all of the service's that came with the request. */
export function forgetCookies(request: Pick<ServiceRequest, 'header'>, isSecure: boolean): string[] {
  const names = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 1)[0] ?? '')
  return [accountCookie(isSecure), ...names.filter((name) => name.startsWith(prefixOf(isSecure)))].map((name) =>
    [`${name}=`, 'Max-Age=0', ...ownTerms(isSecure)].join('; '),
  )
}
