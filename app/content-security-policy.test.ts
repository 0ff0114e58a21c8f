import { describe, expect, it } from 'vitest'
import type { PublicConfig } from '@/lib/public-config'
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
  it('lets in scripts by nonce alone and nothing inline or evaluated', () => {
    const policy = contentSecurityPolicy(settings, 'abc', false)
    expect(read(policy).get('script-src')).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
    expect(policy).not.toContain('unsafe')
  })

  it('connects to this app and the RPC origins, and to nobody else', () => {
    expect(read(contentSecurityPolicy(settings, 'abc', false)).get('connect-src')).toEqual([
      "'self'",
      'http://127.0.0.1:8545',
      'http://127.0.0.1:8546',
    ])
  })

  it('names an RPC origin once, without its path or credentials', () => {
    const chains = [1, 8453].map((id) => ({ id, rpcUrl: `https://user:word@rpc.example.org/${id}` }))
    expect(read(contentSecurityPolicy({ ...settings, chains }, 'abc', false)).get('connect-src')).toEqual([
      "'self'",
      'https://rpc.example.org',
    ])
  })

  it('forbids frames, plugins, other bases and remote images', () => {
    const policy = read(contentSecurityPolicy(settings, 'abc', false))
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('img-src')).toEqual(["'self'", 'data:'])
  })

  it('opens to WalletConnect only where it is set up', () => {
    expect(contentSecurityPolicy(settings, 'abc', false)).not.toContain('walletconnect')
    const offered = { ...settings, walletConnectProjectId: 'a'.repeat(32) }
    expect(read(contentSecurityPolicy(offered, 'abc', false)).get('connect-src')).toContain(
      'wss://relay.walletconnect.org',
    )
  })
})
