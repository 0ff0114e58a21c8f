import type { PublicConfig } from '@/lib/public-config'

/** Where WalletConnect's SDK connects to, once a person has chosen it. */
const walletConnectHosts = [
  'wss://relay.walletconnect.org',
  'wss://relay.walletconnect.com',
  'https://rpc.walletconnect.org',
  'https://rpc.walletconnect.com',
  'https://pulse.walletconnect.org',
  'https://api.web3modal.org',
]

/**
 * What a page may load and whom it may talk to: this app and the RPC nodes of its chains. Images come from here or
 * are part of the page (wallets announce their icons as data URIs); nothing may frame it.
 */
export function contentSecurityPolicy(settings: PublicConfig, nonce: string, development: boolean): string {
  const rpc = settings.chains.map(({ rpcUrl }) => new URL(rpcUrl).origin)
  const remote = settings.walletConnectProjectId ? [...rpc, ...walletConnectHosts] : rpc
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // React needs eval and Next inline styles while developing, never in production.
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(remote), ...(development ? ['ws:'] : [])],
    'frame-src': settings.walletConnectProjectId ? ['https://verify.walletconnect.org'] : ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
