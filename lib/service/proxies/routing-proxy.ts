import { createForwardingProxy, type Door, type Provider } from './forwarding-proxy'

/**
 * Proxies the page's requests to the routing provider, with our key (`lib/chain/routing/lifi.ts`). Excludes its lists
 * of several megabytes.
 */
export const createRoutingProxy = ({ apiUrl, key }: Provider, door: Door) =>
  createForwardingProxy(
    {
      name: 'The routing service',
      prefix: '/api/routing/v1/',
      baseUrl: apiUrl,
      allowed: [/^GET quote$/, /^GET status$/, /^POST advanced\/(routes|stepTransaction)$/],
      bodyLimit: 256 * 1024,
      counted: 'routing',
      headers: key ? { 'x-lifi-api-key': key } : {},
    },
    door,
  )
