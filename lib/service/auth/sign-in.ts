import { randomBytes } from 'node:crypto'
import { type Address, getAddress, type Hex, hashMessage, isHex } from 'viem'
import { z } from 'zod'
import { isHashSignedBy, SignatureCheckError } from '@/lib/chain/accounts/hash-signature'
import type { Chains } from '@/lib/chain/chains/chain'
import { parseSiweMessage, type SiweFields, SiweMessageError } from '@/lib/wire/siwe'
import type { Database } from '../database/database'
import { readJson } from '../http/json'
import {
  cookieOf,
  failureReply,
  hostCookie,
  hostCookieName,
  jsonReply,
  type ServiceReply,
  type ServiceRequest,
} from '../http/request'
import { claimNonce, keepNonce, nonceLifetimeMs } from './nonces'
import type { Sessions } from './sessions'

/**
 * Maximum age of a message, and how far it may be ahead of our clock, in milliseconds (docs/protocol.md, "Sign-in").
 */
const oldest = 10 * 60_000
const newest = 60_000

/** Cookie that binds a nonce to the browser that asked for it. */
const signInCookie = 'countersign.siwe'

const bodyLimit = 64 * 1024
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => getAddress(text.toLowerCase()))
const nonceBody = z.object({ walletAddress: address, chainId: z.int().positive() })
const verifyBody = nonceBody.extend({ message: z.string().max(4096), signature: z.string() })

export type SignInOptions = {
  database: Database
  sessions: Sessions
  chains: Chains
  /** The app's own origin: domain and URI of the message. */
  origin: string
  signatureTimeoutMs: number
  now: () => number
}

/** The two steps of signing in (docs/protocol.md, "Sign-in"). */
export function createSignIn(options: SignInOptions) {
  const { database, sessions, chains, origin, now } = options
  const { host: domain, protocol } = new URL(origin)
  const browserCookie = hostCookieName(origin, signInCookie)
  const setBrowserCookie = (value: string, maxAge: number) => hostCookie(origin, signInCookie, value, maxAge)

  async function nonce(request: ServiceRequest): Promise<ServiceReply> {
    const body = await readBody(request, nonceBody)
    if (!body) return badBody
    if (!chains.has(body.chainId))
      return failureReply(
        400,
        'UNSUPPORTED_CHAIN',
        `Chain ${body.chainId} is not supported here. Switch the wallet to another network.`,
      )
    const value = randomBytes(16).toString('hex')
    const sent = cookieOf(request, browserCookie)
    // An existing cookie is kept: two tabs that sign in at the same time must not undo each other.
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
    return openSession(request, walletAddress, chainId)
  }

  async function openSession(request: ServiceRequest, walletAddress: Address, chainId: number): Promise<ServiceReply> {
    const { token, userId, cookie } = await sessions.open(walletAddress, chainId)
    await sessions.endPresented(request)
    return {
      ...jsonReply(200, { token, success: true, user: { id: userId, walletAddress, chainId } }),
      cookies: [cookie, setBrowserCookie('', 0)],
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

/** True if `signature` is by `address` over `message` (EIP-191). Throws SignatureCheckError like `isHashSignedBy`. */
const isSignedBy = (
  { message, ...signed }: { address: Address; message: string; signature: Hex; chainId: number },
  options: { chains: Chains; timeoutMs: number },
): Promise<boolean> => isHashSignedBy({ ...signed, hash: hashMessage(message) }, options)
