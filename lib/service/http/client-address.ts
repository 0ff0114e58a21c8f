import { isIPv6 } from 'node:net'

/** Addresses of this machine or its own network, where a reverse proxy would be. RFC 1918, 4193, 4291. */
const ownNetwork = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * Returns the sender of a request, for rate limits. Trusts `forwarded` (X-Forwarded-For) only from the own network, and
 * only its last entry, which the adjacent proxy added: the client can invent all others.
 */
export function clientAddress(socketAddress: string | undefined, forwarded: string | undefined): string {
  const address = socketAddress?.replace(/^::ffff:/, '') ?? ''
  const last = forwarded?.split(',').at(-1)?.trim()
  return networkOf(last && (address === '' || ownNetwork.test(address)) ? last.slice(0, 64) : address)
}

/** Reduces an IPv6 address to its /64 network: whoever has one address has the other 2^64, so they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  // The last two of the eight groups may be written like IPv4.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (address.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
