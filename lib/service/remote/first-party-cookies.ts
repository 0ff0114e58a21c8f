import type { ServiceRequest } from '../http/request'

/**
 * What the names of this app's cookies begin with: with https browsers take such a cookie from this host alone (RFC 6265bis,
 * `__Host-`), so that a site beside it cannot put its own session in the place of the person's.
 */
const hostBound = (isSecure: boolean): string => (isSecure ? '__Host-' : '')

/**
 * The remote service's cookies, kept by the browser as this app's own. Names get a prefix: so only they go back, and
 * the rules that browsers hold `__Host-` and `__Secure-` names to are the remote service's affair.
 */
const prefixOf = (isSecure: boolean): string => `${hostBound(isSecure)}agent.`

/** Who signed in, as `<address>.<chain id>`: the service's session cookie does not say. It opens nothing by itself. */
export const accountCookie = (isSecure: boolean): string => `${hostBound(isSecure)}countersign.account`

/** The remote service's cookies among those of a request, as a Cookie header; null if there are none. */
export function cookiesForService(request: Pick<ServiceRequest, 'header'>, isSecure: boolean): string | null {
  const prefix = prefixOf(isSecure)
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const own = pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length))
  return own.length > 0 ? own.join('; ') : null
}

/** How long a cookie lives is the service's to say; where it is sent is ours. */
const kept = new Set(['max-age', 'expires'])

/** A Set-Cookie of the service as one of this app. Null for one that is not of the form of RFC 6265. */
export function firstPartyCookie(setCookie: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
  const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=([^;,\s\\]*)$/.exec(pair) ?? []
  if (name === undefined || value === undefined) return null
  const lifetime = attributes.filter((attribute) => kept.has(attribute.split('=', 1)[0]?.toLowerCase() ?? ''))
  return [`${prefixOf(isSecure)}${name}=${value}`, ...lifetime, ...ownTerms(isSecure)].join('; ')
}

/** A name that is bound to the host asks for `Path=/`. */
const ownTerms = (isSecure: boolean): string[] => [
  ...(isSecure ? ['Path=/', 'Secure'] : ['Path=/api']),
  'HttpOnly',
  'SameSite=Lax',
]

/** A cookie of this app itself, for as long as the browser is open. */
export const ownCookie = (name: string, value: string, isSecure: boolean): string =>
  [`${name}=${value}`, ...ownTerms(isSecure)].join('; ')

/** Takes away the app's cookie and all of the service's that the request came with. */
export function forgetCookies(request: Pick<ServiceRequest, 'header'>, isSecure: boolean): string[] {
  const names = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 1)[0] ?? '')
  return [accountCookie(isSecure), ...names.filter((name) => name.startsWith(prefixOf(isSecure)))].map((name) =>
    [`${name}=`, 'Max-Age=0', ...ownTerms(isSecure)].join('; '),
  )
}
