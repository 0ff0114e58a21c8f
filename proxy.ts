import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '@/app/content-security-policy'
import { readRpcOrigins, rpcOriginsCookie } from '@/components/settings/rpc/rpc-origins'
import { readConfig } from '@/lib/config'
import { onlyByTls } from '@/lib/service/http/common-headers'
import { toPublicConfig } from '@/lib/service/public-config'

const settingsOfServer = readConfig(process.env)
const settings = toPublicConfig(settingsOfServer)
const isSecure = settingsOfServer.origin.startsWith('https:')

/** Gives each page a Content-Security-Policy with a nonce of its own; Next puts the nonce on its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  const ownRpc = readRpcOrigins(request.cookies.get(rpcOriginsCookie)?.value)
  const policy = contentSecurityPolicy(settings, nonce, process.env.NODE_ENV === 'development', ownRpc)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  if (isSecure) response.headers.set(...onlyByTls)
  return response
}

// Every address that a page may stand at, whatever characters it has: a page that began without the policy would stay
// without it, since conversations are changed in place. The API answers data; what is not there under
// `/_next` has a policy of its own (next.config.ts).
export const config = { matcher: ['/((?!api/|_next/).*)'] }
