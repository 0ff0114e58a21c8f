import { describe, expect, it } from 'vitest'
import type { PublicConfig } from '@/lib/public-config'
import { config } from '@/proxy'
import { contentSecurityPolicy } from './content-security-policy'

const settings: PublicConfig = {
  origin: 'http://localhost:3000',
  chains: [
    { id: 31337, rpcUrl: 'http://127.0.0.1:8545' },
    { id: 31338, rpcUrl: 'http://127.0.0.1:8546/path' },
  ],
  devnet: true,
  siwe: { domain: 'localhost:3000', uri: 'http://localhost:3000', layout: 'compact' },
  walletConnectProjectId: null,
  rebalanceSessionAddress: null,
}

const read = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))

describe('contentSecurityPolicy', () => {
  it('allows scripts by nonce only, and nothing inline or evaluated', () => {
    const policy = contentSecurityPolicy(settings, 'abc', false)
    expect(read(policy).get('script-src')).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
    expect(policy).not.toContain('unsafe')
  })

  it('allows connections to this app and the RPC origins only', () => {
    expect(read(contentSecurityPolicy(settings, 'abc', false)).get('connect-src')).toEqual([
      "'self'",
      'http://127.0.0.1:8545',
      'http://127.0.0.1:8546',
    ])
  })

  it('lists an RPC origin once, without its path or credentials', () => {
    const chains = [1, 8453].map((id) => ({ id, rpcUrl: `https://user:word@rpc.example.org/${id}` }))
    expect(read(contentSecurityPolicy({ ...settings, chains }, 'abc', false)).get('connect-src')).toEqual([
      "'self'",
      'https://rpc.example.org',
    ])
  })

  it('allows connections to a person’s own nodes as well', () => {
    const policy = contentSecurityPolicy(settings, 'abc', false, ['https://node.example.org'])
    expect(read(policy).get('connect-src')).toContain('https://node.example.org')
  })

  it('forbids frames, plugins, other bases and remote images', () => {
    const policy = read(contentSecurityPolicy(settings, 'abc', false))
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('img-src')).toEqual(["'self'", 'data:'])
  })

  it('allows WalletConnect only if it is configured', () => {
    expect(contentSecurityPolicy(settings, 'abc', false)).not.toContain('walletconnect')
    const offered = { ...settings, walletConnectProjectId: 'a'.repeat(32) }
    expect(read(contentSecurityPolicy(offered, 'abc', false)).get('connect-src')).toContain(
      'wss://relay.walletconnect.org',
    )
  })
})

describe('paths that get the policy', () => {
  // Next.js compiles a matcher as a path whose group is a regular expression.
  const has = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path))

  it('include every page address, whatever characters it has', () => {
    for (const path of ['/', '/settings', '/chat/abc', '/chat/a.b', '/chat/..a/b.html', '/api', '/nothing.html'])
      expect(has(path), path).toBe(true)
  })

  it('exclude the API and the files of the build', () => {
    for (const path of ['/api/a2a', '/_next/static/chunks/main.js', '/_next/image']) expect(has(path), path).toBe(false)
  })
})
