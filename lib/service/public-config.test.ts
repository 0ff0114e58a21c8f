import { describe, expect, it } from 'vitest'
import { readConfig } from '@/lib/config'
import { publicConfigSchema } from '@/lib/public-config'
import { toPublicConfig } from './public-config'

describe('the settings that the browser sees', () => {
  it('are those of the devnet by default', () => {
    const settings = toPublicConfig(readConfig({ PORT: '3100', DEVNET_PORT: '9000' }))
    expect(publicConfigSchema.parse(settings)).toEqual({
      origin: 'http://localhost:3100',
      chains: [
        { id: 31337, rpcUrl: 'http://127.0.0.1:9000' },
        { id: 31338, rpcUrl: 'http://127.0.0.1:9001' },
      ],
      devnet: true,
      siwe: { domain: 'localhost:3100', uri: 'http://localhost:3100', layout: 'compact' },
      walletConnectProjectId: null,
      rebalanceSessionAddress: null,
    })
  })

  it('give the remote service the name that it expects in sign-in messages', () => {
    const remote = { AGENT_SERVICE_URL: 'https://agents.example.org:8443/v2/' }
    expect(toPublicConfig(readConfig(remote)).siwe).toEqual({
      domain: 'agents.example.org:8443',
      uri: 'https://agents.example.org:8443',
      layout: 'compact',
    })
    const told = {
      ...remote,
      SIWE_URI: 'https://example.org',
      SIWE_DOMAIN: 'login.example.org',
      SIWE_LAYOUT: 'eip4361',
    }
    expect(toPublicConfig(readConfig(told)).siwe).toEqual({
      domain: 'login.example.org',
      uri: 'https://example.org',
      layout: 'eip4361',
    })
  })

  it('are those of real chains, and contain no secret', () => {
    const secrets = {
      AUTH_SECRET: 's'.repeat(40),
      ROUTING_API_KEY: 'r-key',
      YIELD_API_KEY: 'y-key',
      AGENT_MODEL_KEY: 'm-key',
    }
    const settings = toPublicConfig(
      readConfig({
        ...secrets,
        DATABASE_URL: 'postgres://user:password@db.example/app',
        APP_ORIGIN: 'https://chat.example.org/',
        CHAINS: '8453',
        RPC_URL_8453: 'https://rpc.example.org',
        SIWE_LAYOUT: 'eip4361',
        WALLETCONNECT_PROJECT_ID: '0'.repeat(32),
      }),
    )
    expect(publicConfigSchema.parse(settings)).toEqual({
      origin: 'https://chat.example.org',
      chains: [{ id: 8453, rpcUrl: 'https://rpc.example.org' }],
      devnet: false,
      siwe: { domain: 'chat.example.org', uri: 'https://chat.example.org', layout: 'eip4361' },
      walletConnectProjectId: '0'.repeat(32),
      rebalanceSessionAddress: null,
    })
    const text = JSON.stringify(settings)
    for (const secret of [...Object.values(secrets), 'password']) expect(text).not.toContain(secret)
  })
})
