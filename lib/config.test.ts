import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config'

describe('readConfig', () => {
  test('needs no variables: the default is the local chains on this machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 3000, CHAINS: 'devnet', DATA_DIR: '.data', SIWE_LAYOUT: 'compact' })
    expect(config.origin).toBe('http://localhost:3000')
    expect(config.routingApiUrl).toBe('http://127.0.0.1:8547/routing/v1')
  })

  test('requires a database on a platform without a disk, unless a service has one', () => {
    const settings = { VERCEL: '1', CHAINS: '1', RPC_URL_1: 'https://rpc.example.org' }
    expect(() => readConfig(settings)).toThrow('DATABASE_URL: required on Vercel')
    expect(() => readConfig({ ...settings, DATABASE_URL: 'postgres://localhost/x' })).toThrow('AUTH_SECRET')
    expect(readConfig({ ...settings, AGENT_SERVICE_URL: 'https://agents.example.org' }).DATABASE_URL).toBeUndefined()
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', APP_ORIGIN: '' }).origin).toBe('http://localhost:3000')
  })

  test('derives the origin from the port unless it is set', () => {
    expect(readConfig({ PORT: '4000' }).origin).toBe('http://localhost:4000')
    expect(readConfig({ PORT: '4000', APP_ORIGIN: 'https://chat.example.org/' }).origin).toBe(
      'https://chat.example.org',
    )
  })

  test('normalises the origin as browsers do', () => {
    expect(readConfig({ APP_ORIGIN: 'HTTPS://Chat.Example.org:443' }).origin).toBe('https://chat.example.org')
  })

  test('listens on this machine only on the local chains, unless told otherwise', () => {
    expect(readConfig({}).host).toBe('127.0.0.1')
    expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(readConfig({ CHAINS: '1' }).host).toBeUndefined()
  })

  test('reads real chains: ids without duplicates, RPC URLs by id, the public routing API', () => {
    const config = readConfig({ CHAINS: '1, 8453,1', RPC_URL_8453: 'https://rpc.example.org' })
    expect(config.CHAINS).toEqual([1, 8453])
    expect(config.rpcUrls.get(8453)).toBe('https://rpc.example.org')
    expect(config.routingApiUrl).toBe('https://li.quest/v1')
  })

  test.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'http' }],
    ['DEVNET_PORT', { DEVNET_PORT: '65534' }],
    ['CHAINS', { CHAINS: 'ethereum' }],
    ['CHAINS', { CHAINS: '1,' }],
    ['RPC_URL_base', { RPC_URL_base: 'https://rpc.example.org' }],
    ['RPC_URL_1', { RPC_URL_1: 'ftp://rpc.example.org' }],
    ['SIWE_LAYOUT', { SIWE_LAYOUT: 'loose' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '0' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }],
    ['AUTH_SECRET', { DATABASE_URL: 'postgres://localhost/countersign' }],
    ['WALLETCONNECT_PROJECT_ID', { WALLETCONNECT_PROJECT_ID: 'abc' }],
    ['AGENT_SERVICE_URL', { AGENT_SERVICE_URL: 'http://agent.example.org' }],
    ['DATABASE_URL', { AGENT_SERVICE_URL: 'https://agent.example.org', DATABASE_URL: 'postgres://localhost/x' }],
    ['SIWE_URI', { SIWE_URI: 'https://agent.example.org' }],
    ['SIWE_DOMAIN', { AGENT_SERVICE_URL: 'https://agent.example.org', SIWE_DOMAIN: 'https://agent.example.org' }],
    ['AGENT_MODEL_NAME', { AGENT_MODEL_URL: 'https://model.example.org' }],
    [
      'AGENT_MODEL_URL',
      {
        AGENT_SERVICE_URL: 'https://agent.example.org',
        AGENT_MODEL_URL: 'https://model.example.org',
        AGENT_MODEL_NAME: 'm',
      },
    ],
    ['APP_ORIGIN: must be', { APP_ORIGIN: 'chat.example.org' }],
    ['APP_ORIGIN: must be', { APP_ORIGIN: 'https://example.org/chat' }],
    ['APP_ORIGIN: must be', { APP_ORIGIN: 'https://somebody@example.org' }],
    ['CHAINS: must be "devnet" or', { CHAINS: '1,base' }],
    ['DATABASE_URL: must be', { DATABASE_URL: 'localhost:5432/countersign' }],
    ['AUTH_SECRET: must have 32', { AUTH_SECRET: 'short' }],
    ['CRON_SECRET: must have 16', { CRON_SECRET: 'short' }],
  ])('names the wrong variable: %s', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(name)
  })

  test('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: '0', SIWE_LAYOUT: 'x', RPC_URL_: 'y' })).toThrow(
      /PORT[\s\S]*SIWE_LAYOUT[\s\S]*RPC_URL_/,
    )
  })
})
