import { randomBytes } from 'node:crypto'
import { type Address, getAddress, isHex } from 'viem'
import { z } from 'zod'
import { SignatureCheckError } from '@/lib/chain/accounts/hash-signature'
import type { Chains } from '@/lib/chain/chains/chain'
import { parseSiweMessage, type SiweFields, SiweMessageError } from '@/lib/wire/siwe'
import type { Database } from '../database/database'
import { readJson } from '../http/json'
import { cookieOf, failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { tokenHash } from './auth-adapter'
import { claimNonce, keepNonce, nonceLifetimeMs } from './nonces'
import type { Sessions } from './sessions'
import { isSignedBy } from './signature'

/** A message may be this much older or newer than our clock (docs/protocol.md, "Sign-in"). Milliseconds. */
const oldest = 10 * 60_000
const newest = 60_000

const bodyLimit = 64 * 1024
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => getAddress(text.toLowerCase()))
const nonceBody = z.object({ walletAddress: address, chainId: z.int().positive() })
const verifyBody = nonceBody.extend({ message: z.string().max(4096), signature: z.string() })
const nonceAnswer = z.object({ nonce: z.string() })
const verifyAnswer = z.object({ token: z.string(), success: z.literal(true) })

export type SignInOptions = {
  database: Database
  sessions: Sessions
  chains: Chains
  /** The app's own origin: domain and URI of the message. */
  origin: string
  signatureTimeoutMs: number
  now: () => number
  /** Posts a JSON body to one of better-auth's own endpoints. */
  callBetterAuth: (path: string, body: unknown, request: ServiceRequest) => Promise<Response>
  /** Messages whose signature has just been found good; better-auth asks for them. */
  verified: Set<string>
}

/** The two steps of signing in, made stricter around better-auth's own (docs/protocol.md, "Sign-in"). */
export function createSignIn(options: SignInOptions) {
  const { database, sessions, chains, origin, now, callBetterAuth, verified } = options
  const { host: domain, protocol } = new URL(origin)
  const secure = origin.startsWith('https:')
  const browserCookie = `${secure ? '__Host-' : ''}countersign.siwe`
  const setBrowserCookie = (value: string, maxAge: number) =>
    `${browserCookie}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  async function nonce(request: ServiceRequest): Promise<ServiceReply> {
    const body = await readBody(request, nonceBody)
    if (!body) return badBody
    if (!chains.has(body.chainId))
      return failureReply(
        400,
        'UNSUPPORTED_CHAIN',
        `Chain ${body.chainId} is not supported here. Switch the wallet to another network.`,
      )
    const answer = await callBetterAuth('/siwe/nonce', {}, request)
    const { nonce: value } = nonceAnswer.parse(await answer.json())
    const sent = cookieOf(request, browserCookie)
    // Kept if there is one: two tabs that sign in at the same time must not undo each other.
    const browser = sent && /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url')
    await keepNonce(database.query, value, { address: body.walletAddress, chainId: body.chainId, browser }, now())
    return { ...jsonReply(200, { nonce: value }), cookies: [setBrowserCookie(browser, nonceLifetimeMs / 1000)] }
  }

  async function verify(request: ServiceRequest): Promise<ServiceReply> {
    const body = await readBody(request, verifyBody)
    if (!body) return badBody
    const { message, signature, walletAddress, chainId } = body
    const claimed = /^Nonce: ([0-9a-zA-Z]+)$/m.exec(message)?.[1] ?? ''
    const browser = cookieOf(request, browserCookie) ?? ''
    if (!(await claimNonce(database.query, claimed, { address: walletAddress, chainId, browser }, now())))
      return failureReply(
        401,
        'UNAUTHORIZED_INVALID_OR_EXPIRED_NONCE',
        'This sign-in request has expired or was used before. Ask for a new one.',
      )
    const fields = readMessage(message)
    if (!fields || fields.nonce !== claimed || !isExpected(fields, walletAddress, chainId))
      return failureReply(
        401,
        'UNAUTHORIZED_SIWE_MESSAGE_MISMATCH',
        'The signed message is not the one this app asks for.',
      )
    try {
      const checked = {
        address: walletAddress,
        message,
        signature: isHex(signature) ? signature : '0x',
        chainId,
      } as const
      if (!(await isSignedBy(checked, { chains, timeoutMs: options.signatureTimeoutMs })))
        return failureReply(
          401,
          'UNAUTHORIZED_INVALID_SIGNATURE',
          'The signature is not this account’s over this message.',
        )
    } catch (error) {
      if (!(error instanceof SignatureCheckError)) throw error
      console.error(error)
      return failureReply(503, 'CHAIN_UNREACHABLE', `${error.message} Try to sign in again in a moment.`)
    }
    return openSession(request, message, signature, walletAddress, chainId)
  }

  async function openSession(
    request: ServiceRequest,
    message: string,
    signature: string,
    wallet: Address,
    chainId: number,
  ) {
    verified.add(message)
    const answer = await callBetterAuth('/siwe/verify', { message, signature }, request).finally(() =>
      verified.delete(message),
    )
    const text = await answer.text()
    if (!answer.ok) {
      console.error(`better-auth could not open a session: ${answer.status} ${text}`)
      return failureReply(503, 'SIGN_IN_FAILED', 'The session could not be opened. Try to sign in again.')
    }
    const { token } = verifyAnswer.parse(JSON.parse(text))
    // The account's row tells when somebody last signed in.
    await database.query(
      `with opened as (
         update auth_session set wallet_address = $2, chain_id = $3 where token = $1 returning "userId" as id)
       update auth_user u set "updatedAt" = $4 from opened where u.id = opened.id`,
      [tokenHash(token), wallet, chainId, new Date(now())],
    )
    await sessions.endPresented(request)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      cookies: [...answer.headers.getSetCookie(), setBrowserCookie('', 0)],
      body: text,
    }
  }

  function isExpected(fields: SiweFields, walletAddress: Address, chainId: number): boolean {
    const age = now() - Date.parse(fields.issuedAt)
    return (
      (fields.scheme === undefined || `${fields.scheme}:` === protocol) &&
      fields.domain === domain &&
      fields.uri === origin &&
      fields.address === walletAddress &&
      fields.chainId === chainId &&
      chains.has(chainId) &&
      age <= oldest &&
      age >= -newest
    )
  }

  return { nonce, verify }
}

const badBody = failureReply(400, 'VALIDATION_ERROR', 'The body is not what this endpoint takes.')

const readBody = async <T>(request: ServiceRequest, schema: z.ZodType<T>): Promise<T | null> =>
  schema.safeParse(readJson((await request.readBody(bodyLimit)) ?? '')).data ?? null

function readMessage(message: string): SiweFields | null {
  try {
    return parseSiweMessage(message)
  } catch (error) {
    if (error instanceof SiweMessageError) return null
    throw error
  }
}
