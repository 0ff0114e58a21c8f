import type { PublicConfig } from '@/lib/public-config'

/** Hosts that WalletConnect's SDK connects to, once a person has chosen it. */
const walletConnectHosts = [
  'wss://relay.walletconnect.org',
  'wss://relay.walletconnect.com',
  'https://rpc.walletconnect.org',
  'https://rpc.walletconnect.com',
  'https://pulse.walletconnect.org',
  'https://api.web3modal.org',
]

/**
 * Returns the policy of a page: it loads from and connects to this app and the RPC nodes of its chains, or the origins
 * of a person's own (`ownRpc`). Images are served here or inlined (wallets announce their icons as data URIs). Nobody may
 * frame the page.
 */
export function contentSecurityPolicy(
  settings: PublicConfig,
  nonce: string,
  development: boolean,
  ownRpc: readonly string[] = [],
): string {
  const rpc = [...settings.chains.map(({ rpcUrl }) => new URL(rpcUrl).origin), ...ownRpc]
  const remote = settings.walletConnectProjectId ? [...rpc, ...walletConnectHosts] : rpc
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // In development, React needs eval and Next.js needs inline styles. Production needs neither.
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
