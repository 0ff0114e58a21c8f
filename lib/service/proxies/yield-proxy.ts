import { createForwardingProxy, type Door, type Provider } from './forwarding-proxy'

/**
 * What pages ask the yield service, with our key: to read, and to have transactions made. Its address is without the
 * version.
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
