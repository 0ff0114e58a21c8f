import { createForwardingProxy, type Door, type Provider } from './forwarding-proxy'

/** What pages ask the routing provider, with our key (`lib/chain/routing/lifi.ts`). Its lists of megabytes are not among it. */
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
