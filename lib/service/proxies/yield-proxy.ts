import { createForwardingProxy, type Door, type Provider } from './forwarding-proxy'

/**
 * Proxies the page's requests to the yield service, with our key: reading, and creating transactions. `apiUrl` excludes
 * the version.
 */
export const createYieldProxy = ({ apiUrl, key }: Provider, door: Door) =>
  createForwardingProxy(
    {
      name: 'The yield service',
      prefix: '/api/yields/v1/',
      baseUrl: `${apiUrl}/v1`,
      allowed: [
        /^GET yields$/,
        /^GET yields\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/,
        /^POST yields\/balances$/,
        /^POST actions\/(enter|exit)$/,
      ],
      bodyLimit: 16 * 1024,
      counted: 'yields',
      headers: key ? { 'x-api-key': key } : {},
    },
    door,
  )
