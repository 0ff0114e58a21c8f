/** Cookie with the origins of a person's own nodes, so that the server can let the page connect to them. No paths: they hold keys. */
export const rpcOriginsCookie = 'countersign-rpc-origins'

/** Origins in one browser. */
const most = 16

/** Reads the cookie's value. Leaves out whatever is not the origin of a node that a page may ask. */
export function readRpcOrigins(value: string | undefined): string[] {
  const origins = (value ?? '').split('|').filter((text) => {
    const url = URL.parse(text)
    return url !== null && url.origin === text && isAllowed(url)
  })
  return [...new Set(origins)].slice(0, most)
}

/** Returns the cookie for these nodes, to be assigned to `document.cookie`. Without any, it is deleted. */
export function rpcOriginsCookieFor(urls: readonly string[], isSecure: boolean): string {
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const age = origins.length === 0 ? 0 : 365 * 86_400
  return `${rpcOriginsCookie}=${origins.join('|')}; Path=/; Max-Age=${age}; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** A node is asked over TLS, unless it is on this machine. A name with `*` would stand for many in the policy. */
export const isAllowed = ({ protocol, hostname }: URL): boolean =>
  (protocol === 'https:' && /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname)) ||
  (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))

/** Returns the origins that the cookie allowed when this page was loaded, if nothing has changed it since. */
export function allowedRpcOrigins(): string[] {
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${rpcOriginsCookie}=`))
  return readRpcOrigins(cookie?.slice(rpcOriginsCookie.length + 1))
}

/** Lets this browser's pages connect to these nodes, from their next load. */
export function allowRpc(urls: readonly string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = rpcOriginsCookieFor(urls, location.protocol === 'https:')
}
