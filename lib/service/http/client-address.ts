import { isIPv6 } from 'node:net'

/** Addresses that belong to this machine or its own network, where a reverse proxy would be. RFC 1918, 4193, 4291. */
const ownNetwork = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * Who a request comes from, for limits. `forwarded` (X-Forwarded-For) is believed only from the own network, and of
 * it only the last entry, the one that the proxy next to us has added: all before it can be invented by the client.
 */
export function clientAddress(socketAddress: string | undefined, forwarded: string | undefined): string {
  const address = socketAddress?.replace(/^::ffff:/, '') ?? ''
  const last = forwarded?.split(',').at(-1)?.trim()
  return networkOf(last && (address === '' || ownNetwork.test(address)) ? last.slice(0, 64) : address)
}

/** Whoever has one IPv6 address has the other 2^64 of its network as well: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  // One of eight groups may be written as two, in the way of IPv4.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (address.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
