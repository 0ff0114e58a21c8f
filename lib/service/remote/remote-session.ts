import type { Address } from 'viem'
import { z } from 'zod'
import { addressSchema } from '@/lib/wire/address'
import { readJson } from '../http/json'
import { cookieOf, failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { askService, type RemoteTarget, replyOf } from './ask-service'
import { accountCookie, cookiesForService, forgetCookies, ownCookie } from './first-party-cookies'

const authTimeoutMs = 30_000
const bodyLimit = 16 * 1024

const account = z.object({
  walletAddress: addressSchema,
  chainId: z.int().positive(),
})

/** Handles sign-in at the remote service, with its session kept as this app's cookie. */
export function createRemoteSession(target: RemoteTarget) {
  const post = (path: string, body: string, request: ServiceRequest) =>
    askService(target, request, { method: 'POST', path, body, timeoutMs: authTimeoutMs, signal: request.signal() })

  const nonce = async (request: ServiceRequest): Promise<ServiceReply> => {
    const body = await request.readBody(bodyLimit)
    if (body === null) return tooLarge
    return replyOf(await post('/api/auth/siwe/nonce', body, request), target, request.signal())
  }

  const verify = async (request: ServiceRequest): Promise<ServiceReply> => {
    const body = await request.readBody(bodyLimit)
    if (body === null) return tooLarge
    const reply = await replyOf(await post('/api/auth/siwe/verify', body, request), target, request.signal())
    // The service's answer to an invalid body is passed on; there is just no account to remember.
    const signer = account.safeParse(readJson(body))
    if (reply.status !== 200 || !signer.success) return reply
    const { walletAddress, chainId } = signer.data
    const cookie = ownCookie(accountCookie(target.isSecure), `${walletAddress}.${chainId}`, target.isSecure)
    return { ...reply, cookies: [...(reply.cookies ?? []), cookie] }
  }

  /**
   * Finds out who is signed in. The interface has no method for that, so this asks for a task that cannot exist: 401
   * and 403 mean nobody, 2xx the account that signed in, and anything else tells nothing.
   */
  const current = async (request: ServiceRequest): Promise<ServiceReply> => {
    const known = readAccount(request, target.isSecure)
    if (!known || !cookiesForService(request, target.isSecure)) return jsonReply(200, null)
    const probe = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tasks/get',
      params: { id: 'countersign-session', historyLength: 0 },
    }
    const answer = await post('/api/a2a', JSON.stringify(probe), request)
    await answer.body?.cancel()
    if (answer.status === 401 || answer.status === 403)
      return { ...jsonReply(200, null), cookies: forgetCookies(request, target.isSecure) }
    if (!answer.ok)
      return failureReply(502, 'UPSTREAM_FAILED', 'The agent service has a problem. Try again in a moment.')
    return jsonReply(200, { user: known, expiresAt: null })
  }

  /** The browser drops the session whatever the service answers, because not every service supports sign-out. */
  const signOut = async (request: ServiceRequest): Promise<ServiceReply> => {
    const answer = await post('/api/auth/sign-out', '{}', request).catch((error: unknown) => {
      console.error('The agent service could not be told of a sign-out.', error)
      return null
    })
    await answer?.body?.cancel()
    const cookies = forgetCookies(request, target.isSecure)
    return { ...jsonReply(200, { success: true, told: answer?.ok ?? false }), cookies }
  }

  const routes: Readonly<Record<string, (request: ServiceRequest) => Promise<ServiceReply>>> = {
    'POST /api/auth/siwe/nonce': nonce,
    'POST /api/auth/siwe/verify': verify,
    'POST /api/auth/sign-out': signOut,
    'GET /api/auth/session': current,
  }
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    const name = `${request.method} ${request.path}`
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    return route ? route(request) : failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
  }
}

const tooLarge = failureReply(413, 'TOO_LARGE', 'The request is too large.')

function readAccount(request: ServiceRequest, isSecure: boolean): { walletAddress: Address; chainId: number } | null {
  const [walletAddress, chainId] = (cookieOf(request, accountCookie(isSecure)) ?? '').split('.')
  return account.safeParse({ walletAddress, chainId: Number(chainId) }).data ?? null
}
