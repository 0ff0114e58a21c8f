/** Addresses that belong to this machine or its own network, where a reverse proxy would be. RFC 1918, 4193, 4291. */
const ownNetwork = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * Who a request comes from, for limits. `forwarded` (X-Forwarded-For) is believed only from the own network, and of
 * it only the last entry, the one that the proxy next to us has added: all before it can be invented by the client.
 */
export function clientAddress(socketAddress: string | undefined, forwarded: string | undefined): string {
  const address = socketAddress?.replace(/^::ffff:/, '') ?? ''
  const last = forwarded?.split(',').at(-1)?.trim()
  return last && (address === '' || ownNetwork.test(address)) ? last.slice(0, 64) : address
}
