import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Address, getAddress } from 'viem'
import { z } from 'zod'
import type { Query } from '../database/database'
import { cookieOf, type ServiceRequest } from '../http/request'
import { countHit, type RateLimitState, rateLimitState, windowStart } from '../rate-limit'
import { tokenHash } from './auth-adapter'

/** A signed-in account. */
export type Session = {
  /** SHA-256 of the token: names the session without giving it away. */
  id: string
  userId: string
  address: Address
  /** The chain that the account signed in on. */
  chainId: number
  /** Milliseconds since the epoch. */
  expiresAt: number
}

const address = z.string().transform((text) => getAddress(text))
const sessionSchema = z.object({
  user_id: z.string(),
  wallet_address: address,
  chain_id: z.int(),
  expires_at: z.date(),
})

const hitsSchema = z.object({ hits: z.int() })

const live = `select "userId" as user_id, wallet_address, chain_id, "expiresAt" as expires_at from auth_session
  where token = $1 and "expiresAt" > $2 and wallet_address is not null and chain_id is not null`

/** Reads sessions from requests. A revoked session is gone with the next request: nothing is cached. */
export class Sessions {
  constructor(
    private readonly query: Query,
    private readonly secret: string,
    /** Name of better-auth's session cookie. */
    readonly cookieName: string,
    private readonly now: () => number,
  ) {}

  async read(request: ServiceRequest): Promise<Session | null> {
    const id = this.idOf(request)
    return id ? this.byId(id) : null
  }

  async byId(id: string): Promise<Session | null> {
    const rows = await this.query(live, [id, new Date(this.now())])
    return rows[0] ? toSession(id, rows[0]) : null
  }

  /** The session together with one hit on the account's limit, in one statement. */
  async readAndCount(
    request: ServiceRequest,
    limit: number,
  ): Promise<{ session: Session; rate: RateLimitState } | null> {
    const id = this.idOf(request)
    if (!id) return null
    const now = this.now()
    const hit = countHit(`select 'account:' || user_id, $3::bigint, 1 from s`)
    const rows = await this.query(`with s as (${live}), hit as (${hit}) select s.*, hit.hits from s, hit`, [
      id,
      new Date(now),
      windowStart(now),
    ])
    if (!rows[0]) return null
    const { hits } = hitsSchema.parse(rows[0])
    return { session: toSession(id, rows[0]), rate: rateLimitState(hits, limit, now) }
  }

  /** Ends the session that a request came with. */
  async endPresented(request: ServiceRequest): Promise<void> {
    const id = this.idOf(request)
    if (id) await this.query('delete from auth_session where token = $1', [id])
  }

  /** better-auth's cookie is `<token>.<HMAC-SHA-256 of the token, base64>`, URI-encoded. */
  private idOf(request: ServiceRequest): string | null {
    const cookie = cookieOf(request, this.cookieName)
    if (!cookie) return null
    const [token, signature] = decode(cookie).split('.')
    if (!token || !signature) return null
    const expected = createHmac('sha256', this.secret).update(token).digest()
    const given = Buffer.from(signature, 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected) ? tokenHash(token) : null
  }
}

function toSession(id: string, row: unknown): Session {
  const { user_id, wallet_address, chain_id, expires_at } = sessionSchema.parse(row)
  return { id, userId: user_id, address: wallet_address, chainId: chain_id, expiresAt: expires_at.getTime() }
}

function decode(cookie: string): string {
  try {
    return decodeURIComponent(cookie)
  } catch {
    return ''
  }
}
