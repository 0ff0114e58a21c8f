import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import { z } from 'zod'
import type { PublicConfig } from '@/lib/public-config'
import { createStore } from '@/lib/store'
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

/** The state of the sign-in. `problem` tells a person why the last attempt failed. */
export type SessionState =
  | { status: 'unknown'; problem: string | null }
  | { status: 'signed-out'; problem: string | null }
  /** The session belongs to `address`, but the wallet shows another account. */
  | { status: 'other-account'; address: Address; problem: string | null }
  | { status: 'signing-in'; address: Address; chainId: number; step: 'nonce' | 'wallet' | 'verifying' }
  /** `expiresAt` in milliseconds since the epoch, if the service states it. */
  | { status: 'signed-in'; address: Address; chainId: number; expiresAt: number | null; problem: string | null }
  /** The service no longer knows the session. The content on screen may stay. */
  | { status: 'expired'; address: Address; chainId: number; problem: string | null }

export type SessionOptions = {
  fetch?: typeof globalThis.fetch
  now: () => number
  config: PublicConfig['siwe']
  /** Asks the wallet for a personal signature (EIP-191) of the text. */
  signMessage: (address: Address, message: string) => Promise<Hex>
  /** Called when the session's cookie changes. All tabs share it, so each must ask again who is signed in. */
  tellTabs?: () => void
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
}

/** Sign-in with Ethereum (EIP-4361) at the service. Methods never reject: failures are in the state. */
export type Session = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => SessionState
  /** Asks the service who is signed in. */
  check: () => Promise<void>
  /** Asks if this account is signed in. Resolves with false also if the service cannot be asked. */
  isOf: (address: Address) => Promise<boolean>
  signIn: (address: Address, chainId: number) => Promise<void>
  signOut: () => Promise<void>
  /** Tells that the wallet shows another account, or none. A session is not used for any account but its own. */
  accountChanged: (address: Address | null) => Promise<void>
  /** Call when the service answers a request with 401. */
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
/**
 * The nonce is part of the signed text. EIP-4361 allows letters and digits; some services use UUIDs. Never several
 * lines.
 */
const usableNonce = /^[\w-]{8,250}$/

export function createSession(options: SessionOptions): Session {
  const { subscribe, getSnapshot, set } = createStore<SessionState>({ status: 'unknown', problem: null })
  const requests = createAuthRequests(options)
  let account: ShownAccount
  const begin = latestOnly(set)

  const askWho = async (): Promise<SessionState | null> => {
    const session = await requests.who()
    return session && stateOf(session, account)
  }

  const check = async (): Promise<void> => {
    const setIfCurrent = begin()
    let next: SessionState
    try {
      next = (await askWho()) ?? withoutSession(getSnapshot(), account)
    } catch (error) {
      // Never assume a sign-in, nor forget a known session because of a bad connection.
      const before = knownSession(getSnapshot(), account)
      next = before ? { ...before, problem: wordsOf(error) } : { status: 'signed-out', problem: couldNotAsk }
    }
    setIfCurrent(next)
  }

  const signIn = async (address: Address, chainId: number): Promise<void> => {
    const setIfCurrent = begin()
    const before = getSnapshot()
    const enter = (step: 'nonce' | 'wallet' | 'verifying') =>
      setIfCurrent({ status: 'signing-in', address, chainId, step })
    enter('nonce')
    try {
      const { nonce, at } = await requests.nonce(address, chainId)
      // The service's clock counts: this device's may be wrong, and the service refuses a message from the future.
      const issuedAt = new Date(at).toISOString()
      const { domain, uri, layout } = options.config
      const message = buildSiweMessage({ domain, address, uri, chainId, nonce, issuedAt, layout })
      enter('wallet')
      const signature = await sign(options, address, message)
      // The person moved on while the wallet was open.
      if (!enter('verifying')) return
      await requests.verify({ message, signature, walletAddress: address, chainId })
      options.tellTabs?.()
      if (setIfCurrent()) await check()
    } catch (error) {
      const problem = wordsOf(error)
      setIfCurrent(before.status === 'expired' ? { ...before, problem } : { status: 'signed-out', problem })
    }
  }

  const signOut = async (): Promise<void> => {
    const setIfCurrent = begin()
    const before = getSnapshot()
    try {
      await requests.signOut()
      options.tellTabs?.()
      setIfCurrent({ status: 'signed-out', problem: null })
    } catch (error) {
      const problem = `You are still signed in. ${wordsOf(error)}`
      if (before.status === 'signed-in') setIfCurrent({ ...before, problem })
    }
  }

  return {
    subscribe,
    getSnapshot,
    check,
    isOf: async (address) => {
      const who = await askWho().catch(() => null)
      if (who?.status === 'signed-in' && isAddressEqual(who.address, address)) return true
      // This page may not have heard of the change.
      if (getSnapshot().status === 'signed-in') void check()
      return false
    },
    signIn,
    signOut,
    accountChanged: async (address) => {
      account = address
      const state = getSnapshot()
      const current = 'address' in state && state.status !== 'other-account' ? state.address : null
      if (address === null || (current && isAddressEqual(current, address))) return
      // The cookie's session may belong to this account.
      await check()
    },
    expire: () => {
      const state = getSnapshot()
      if (state.status !== 'signed-in') return
      const { address, chainId } = state
      set({ status: 'expired', address, chainId, problem: null })
    },
  }
}

/** Lets only the latest operation set the state. A setter of an older one changes nothing and returns false. */
function latestOnly(set: (state: SessionState) => void) {
  let turn = 0
  return () => {
    const mine = ++turn
    return (next?: SessionState): boolean => {
      if (mine !== turn) return false
      if (next) set(next)
      return true
    }
  }
}

async function sign({ signMessage }: SessionOptions, address: Address, message: string): Promise<Hex> {
  try {
    return await signMessage(address, message)
  } catch (cause) {
    throw walletRefusal(cause)
  }
}

/** The account that the wallet shows; undefined until that is known. */
type ShownAccount = Address | null | undefined

/** Returns the known session if it belongs to the account that the wallet shows. */
function knownSession(state: SessionState, account: ShownAccount) {
  if (state.status !== 'signed-in' && state.status !== 'expired') return null
  return !account || isAddressEqual(account, state.address) ? state : null
}

/** Returns the state after the service did not recognise this page's cookie. */
function withoutSession(state: SessionState, account: ShownAccount): SessionState {
  const before = knownSession(state, account)
  const isVerified = state.status === 'signing-in' && state.step === 'verifying'
  if (!before) return { status: 'signed-out', problem: isVerified ? cookieLost : null }
  const { address, chainId } = before
  return { status: 'expired', address, chainId, problem: null }
}

function stateOf({ user, expiresAt }: z.output<typeof sessionSchema>, account: ShownAccount): SessionState {
  const { walletAddress: address, chainId } = user
  if (account && !isAddressEqual(account, address)) return { status: 'other-account', address, problem: otherAccount }
  return { status: 'signed-in', address, chainId, expiresAt: expiresAt ?? null, problem: null }
}

/** Requests of the sign-in. They throw SignInError, with a message for a person. */
function createAuthRequests({ baseUrl = '', now, ...options }: SessionOptions) {
  const fetchIt = options.fetch ?? globalThis.fetch.bind(globalThis)

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

  const post = async (path: string, body: object) => {
    const response = await request(path, body)
    const answer = await readJson(response)
    if (response.ok) return { response, answer }
    throw serviceRefusal(response.status, answer)
  }

  return {
    /** Resolves with null if nobody is signed in. */
    who: async () => {
      const response = await request('session')
      // Another service may report that by its status.
      if (response.status === 401) return null
      const session = sessionSchema.nullable().safeParse(await readJson(response))
      if (!response.ok || !session.success) throw new SignInError(serviceDown)
      return session.data
    },
    /**
     * `at` is the service's time from its `Date` header, or this device's time without one. Milliseconds since the
     * epoch.
     */
    nonce: async (walletAddress: Address, chainId: number) => {
      const { response, answer } = await post('siwe/nonce', { walletAddress, chainId })
      const { nonce } = nonceSchema.parse(answer)
      if (!usableNonce.test(nonce)) throw new SignInError(unusableNonce)
      const date = Date.parse(response.headers.get('date') ?? '')
      return { nonce, at: Number.isNaN(date) ? now() : date }
    },
    verify: (body: { message: string; signature: Hex; walletAddress: Address; chainId: number }) =>
      post('siwe/verify', body),
    signOut: () => post('sign-out', {}),
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // For example a proxy's error page. The callers check the answer; null can be a valid one.
    return undefined
  }
}
