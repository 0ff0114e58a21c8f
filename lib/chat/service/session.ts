import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import { z } from 'zod'
import type { PublicConfig } from '@/lib/public-config'
import { buildSiweMessage } from '@/lib/wire/siwe'
import {
  cookieLost,
  couldNotAsk,
  otherAccount,
  SignInError,
  serviceDown,
  serviceRefusal,
  unusableNonce,
  walletRefusal,
  wordsOf,
} from './sign-in-error'

/** Whether somebody is signed in. `problem` says why the last attempt failed, in words for a person. */
export type SessionState =
  | { status: 'unknown'; problem: string | null }
  | { status: 'signed-out'; problem: string | null }
  /** The session is of `address`, and the wallet shows another account. */
  | { status: 'other-account'; address: Address; problem: string | null }
  | { status: 'signing-in'; address: Address; chainId: number; step: 'nonce' | 'wallet' | 'verifying' }
  /** `expiresAt` in milliseconds since the epoch, where the service says it. */
  | { status: 'signed-in'; address: Address; chainId: number; expiresAt: number | null; problem: string | null }
  /** It was signed in, and the service does not know it any more. What is on screen may stay. */
  | { status: 'expired'; address: Address; chainId: number; problem: string | null }

export type SessionOptions = {
  fetch?: typeof globalThis.fetch
  now: () => number
  config: PublicConfig['siwe']
  /** Asks the wallet for a personal signature (EIP-191) of the text. */
  signMessage: (address: Address, message: string) => Promise<Hex>
  /** The session's cookie has changed, and all tabs send it: each has to ask anew who is signed in. */
  tellTabs?: () => void
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
}

/** Sign-in with Ethereum (EIP-4361) against the service. Methods never reject: what failed is in the state. */
export type Session = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => SessionState
  /** Asks the service who is signed in. */
  check: () => Promise<void>
  /** Asks whether somebody is signed in with this account. False also where that cannot be told just now. */
  isOf: (address: Address) => Promise<boolean>
  signIn: (address: Address, chainId: number) => Promise<void>
  signOut: () => Promise<void>
  /** The wallet shows another account, or none: a session of another account is not used for it. */
  accountChanged: (address: Address | null) => Promise<void>
  /** The service answered 401 to a request. */
  expire: () => void
}

const sessionSchema = z.object({
  user: z.object({ walletAddress: z.string().transform((raw) => getAddress(raw)), chainId: z.int().positive() }),
  expiresAt: z
    .union([z.string(), z.number()])
    .transform((raw) => (typeof raw === 'number' ? raw : Date.parse(raw)))
    .pipe(z.number())
    .nullish(),
})
const nonceSchema = z.object({ nonce: z.string() })
/** It stands in what the wallet signs. EIP-4361 has letters and digits; some services give UUIDs. Never a line of its own. */
const usableNonce = /^[\w-]{8,250}$/

export function createSession(options: SessionOptions): Session {
  const { now, config, signMessage, baseUrl = '' } = options
  const fetchIt = options.fetch ?? globalThis.fetch.bind(globalThis)
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'unknown', problem: null }
  /** The account that the wallet shows; undefined until it has been told. */
  let account: Address | null | undefined
  /** Counts what was begun, so that an answer that comes late changes nothing. */
  let turn = 0

  const set = (next: SessionState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }

  const request = async (path: string, body?: object): Promise<Response> => {
    try {
      return await fetchIt(`${baseUrl}/api/auth/${path}`, {
        method: body ? 'POST' : 'GET',
        credentials: 'include',
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(body && { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      throw new SignInError(serviceDown, { cause })
    }
  }

  /** The answer, and the service's time as its `Date` states it, in milliseconds since the epoch; this device's where it states none. */
  const post = async (path: string, body: object): Promise<{ answer: unknown; at: number }> => {
    const response = await request(path, body)
    const date = Date.parse(response.headers.get('date') ?? '')
    const answer = await readJson(response)
    if (response.ok) return { answer, at: Number.isNaN(date) ? now() : date }
    throw serviceRefusal(response.status, answer)
  }

  const sign = async (address: Address, message: string): Promise<Hex> => {
    try {
      return await signMessage(address, message)
    } catch (cause) {
      throw walletRefusal(cause)
    }
  }

  /** The session that was known, if it is of the account that the wallet shows. */
  const known = () => {
    if (state.status !== 'signed-in' && state.status !== 'expired') return null
    return !account || isAddressEqual(account, state.address) ? state : null
  }

  const check = async (): Promise<void> => {
    const mine = ++turn
    let next: SessionState
    try {
      next = (await askWho()) ?? nobody()
    } catch (error) {
      // Nobody is taken for signed in on a guess; nor is a session that was known forgotten for a bad connection.
      const before = known()
      next = before ? { ...before, problem: wordsOf(error) } : { status: 'signed-out', problem: couldNotAsk }
    }
    if (mine === turn) set(next)
  }

  const isVerified = () => state.status === 'signing-in' && state.step === 'verifying'
  const nobody = (): SessionState => {
    const before = known()
    if (!before) return { status: 'signed-out', problem: isVerified() ? cookieLost : null }
    const { address, chainId } = before
    return { status: 'expired', address, chainId, problem: null }
  }

  /** Null where nobody is signed in. */
  const askWho = async (): Promise<SessionState | null> => {
    const response = await request('session')
    // A foreign service may say so by its status.
    if (response.status === 401) return null
    const session = sessionSchema.nullable().safeParse(await readJson(response))
    if (!response.ok || !session.success) throw new SignInError(serviceDown)
    if (!session.data) return null
    const { user, expiresAt } = session.data
    if (account && !isAddressEqual(account, user.walletAddress))
      return { status: 'other-account', address: user.walletAddress, problem: otherAccount }
    return {
      status: 'signed-in',
      address: user.walletAddress,
      chainId: user.chainId,
      expiresAt: expiresAt ?? null,
      problem: null,
    }
  }

  const signIn = async (address: Address, chainId: number): Promise<void> => {
    const mine = ++turn
    const before = state
    const enter = (step: 'nonce' | 'wallet' | 'verifying') => {
      if (mine === turn) set({ status: 'signing-in', address, chainId, step })
    }
    enter('nonce')
    try {
      const { answer, at } = await post('siwe/nonce', { walletAddress: address, chainId })
      const { nonce } = nonceSchema.parse(answer)
      if (!usableNonce.test(nonce)) throw new SignInError(unusableNonce)
      const { domain, uri, layout } = config
      // By the service's clock: this device's may be wrong, and the service refuses a message from the future.
      const issuedAt = new Date(at).toISOString()
      const message = buildSiweMessage({ domain, address, uri, chainId, nonce, issuedAt, layout })
      enter('wallet')
      const signature = await sign(address, message)
      // The person went on to something else while the wallet was open.
      if (mine !== turn) return
      enter('verifying')
      await post('siwe/verify', { message, signature, walletAddress: address, chainId })
      options.tellTabs?.()
      if (mine === turn) await check()
    } catch (error) {
      if (mine !== turn) return
      const problem = wordsOf(error)
      if (before.status === 'expired') set({ ...before, problem })
      else set({ status: 'signed-out', problem })
    }
  }

  const signOut = async (): Promise<void> => {
    const mine = ++turn
    const before = state
    try {
      await post('sign-out', {})
      options.tellTabs?.()
      if (mine === turn) set({ status: 'signed-out', problem: null })
    } catch (error) {
      const problem = `You are still signed in. ${wordsOf(error)}`
      if (mine === turn && before.status === 'signed-in') set({ ...before, problem })
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    check,
    isOf: async (address) => {
      const who = await askWho().catch(() => null)
      if (who?.status === 'signed-in' && isAddressEqual(who.address, address)) return true
      // This page may not have heard of it.
      if (state.status === 'signed-in') void check()
      return false
    },
    signIn,
    signOut,
    accountChanged: async (address) => {
      account = address
      const current = 'address' in state && state.status !== 'other-account' ? state.address : null
      if (address === null || (current && isAddressEqual(current, address))) return
      // The session that the cookie stands for may be this account's.
      await check()
    },
    expire: () => {
      if (state.status !== 'signed-in') return
      const { address, chainId } = state
      set({ status: 'expired', address, chainId, problem: null })
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // A proxy's error page, for one. What the answer must hold is checked where it is used; null can be an answer.
    return undefined
  }
}
