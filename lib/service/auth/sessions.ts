import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Address, getAddress } from 'viem'
import { z } from 'zod'
import { batched } from '../database/batch'
import type { Database, Query } from '../database/database'
import { cookieOf, hostCookie, hostCookieName, type ServiceRequest } from '../http/request'
import { countHit, type RateLimitState, rateLimitState, windowStart } from '../limits/rate-limit'

/** Lifetime of a session in seconds: 7 days. */
const sessionLifetime = 7 * 24 * 60 * 60

/** Hashes a session token for the database, so that nobody can sign in with what is stored there. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A signed-in account. */
export type Session = {
  /** SHA-256 of the token, which identifies the session without revealing it. */
  id: string
  userId: string
  address: Address
  /** The chain on which the account signed in. */
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

const idSchema = z.object({ id: z.string() })
const tokensSchema = z.array(z.object({ token: z.string() }))
/** Maximum number of remembered cookies, some hundred bytes each. */
const mostCookies = 10_000

/** Maximum number of streams whose sessions are looked up at once. */
const mostOpen = 1_000

const hitsSchema = z.object({ token: z.string(), hits: z.int() })

const sessionCookie = 'countersign.session_token'
const columns = 'token, "userId" as user_id, wallet_address, chain_id, "expiresAt" as expires_at'
const isLive = '"expiresAt" > $2 and wallet_address is not null and chain_id is not null'

/** A session, and the number of hits of its account in this window, including this one. */
type Counted = { session: Session; hits: number; now: number }

/** Opens, reads and ends sessions. None is cached, so a revoked session is gone with the next request. */
export class Sessions {
  private readonly count = batched((ids: readonly string[]) => this.countAll(ids))
  /** Session ids by cookie, for verified signatures: verifying costs more than a lookup. */
  private readonly idsOfCookies = new Map<string, string>()
  private readonly query: Query
  /** Name of the session cookie. */
  readonly cookieName: string

  constructor(
    private readonly database: Database,
    private readonly secret: string,
    private readonly origin: string,
    private readonly now: () => number,
  ) {
    this.query = database.query
    this.cookieName = hostCookieName(origin, sessionCookie)
  }

  /** Opens a session for an account, and creates its user at the first sign-in. */
  async open(address: Address, chainId: number): Promise<{ token: string; userId: string; cookie: string }> {
    const token = randomBytes(32).toString('base64url')
    const [now, end] = [new Date(this.now()), new Date(this.now() + sessionLifetime * 1000)]
    const userId = await this.database.transaction(async (query) => {
      const id = await userOf(query, address, chainId, now)
      await query(
        `insert into auth_session (id, token, "userId", "expiresAt", "createdAt", "updatedAt", wallet_address, chain_id)
         values ($1, $2, $3, $4, $5, $5, $6, $7)`,
        [randomUUID(), tokenHash(token), id, end, now, address, chainId],
      )
      return id
    })
    const signed = encodeURIComponent(`${token}.${this.signatureOf(token)}`)
    return { token, userId, cookie: hostCookie(this.origin, sessionCookie, signed, sessionLifetime) }
  }

  /** A Set-Cookie that removes the session's cookie from a browser. */
  get endedCookie(): string {
    return hostCookie(this.origin, sessionCookie, '', 0)
  }

  async read(request: ServiceRequest): Promise<Session | null> {
    const id = this.idOf(request)
    if (!id) return null
    const live = `select ${columns} from auth_session where token = $1 and ${isLive}`
    const rows = await this.query(live, [id, new Date(this.now())])
    return rows[0] ? toSession(id, rows[0]) : null
  }

  /**
   * True if a session is valid. Open streams ask now and then, so one statement serves all who ask at the same time.
   */
  readonly isGood = batched(async (ids: readonly string[]) => {
    const live = await this.liveAmong([...new Set(ids)])
    return ids.map((id) => live.has(id))
  }, mostOpen)

  /** Returns the valid ones of these sessions. */
  async liveAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.query(
      `select token from auth_session where token in (select jsonb_array_elements_text($1::jsonb)) and ${isLive}`,
      [JSON.stringify(ids), new Date(this.now())],
    )
    return new Set(tokensSchema.parse(rows).map(({ token }) => token))
  }

  /** Reads the session and counts one hit on the account's limit, in one statement for all who ask at the same time. */
  async readAndCount(
    request: ServiceRequest,
    limit: number,
  ): Promise<{ session: Session; rate: RateLimitState } | null> {
    const id = this.idOf(request)
    if (!id) return null
    const counted = await this.count(id)
    return counted && { session: counted.session, rate: rateLimitState(counted.hits, limit, counted.now) }
  }

  /**
   * Counts one hit for each id; an id may occur several times. Locks in order of the keys, so that no two servers
   * deadlock.
   */
  private async countAll(ids: readonly string[]): Promise<(Counted | null)[]> {
    const now = this.now()
    const source = `select 'account:' || user_id, $3::bigint, sum(times)::int from s group by user_id order by 1`
    const rows = await this.query(
      `with asked as (select token as id, count(*) as times from jsonb_array_elements_text($1::jsonb) as t(token) group by 1),
       s as (select ${columns}, times from auth_session join asked on token = asked.id where ${isLive}),
       hit as (${countHit(source)})
       select s.*, hit.hits from s join hit on hit.key = 'account:' || s.user_id`,
      [JSON.stringify(ids), new Date(now), windowStart(now)],
    )
    const found = new Map(
      rows.map((row) => {
        const { token, hits } = hitsSchema.parse(row)
        return [token, { session: toSession(token, row), hits, now }]
      }),
    )
    // The hits of an account were added up together, so only the last of them has the full number.
    const left = new Map([...found.values()].map(({ session, hits }) => [session.userId, hits]))
    return ids
      .toReversed()
      .map((id) => {
        const counted = found.get(id)
        if (!counted) return null
        const hits = left.get(counted.session.userId) ?? counted.hits
        left.set(counted.session.userId, hits - 1)
        return { ...counted, hits }
      })
      .toReversed()
  }

  /** Ends the session of a request. */
  async endPresented(request: ServiceRequest): Promise<void> {
    const id = this.idOf(request)
    if (id) await this.query('delete from auth_session where token = $1', [id])
  }

  /** Ends all sessions of an account. */
  async endAll(userId: string): Promise<void> {
    await this.query('delete from auth_session where "userId" = $1', [userId])
  }

  private signatureOf(token: string): string {
    return createHmac('sha256', this.secret).update(token).digest('base64')
  }

  /**
   * Reads a cookie of the form `<token>.<HMAC-SHA-256 of the token, base64>`, URI-encoded, as better-auth writes it.
   */
  private idOf(request: ServiceRequest): string | null {
    const cookie = cookieOf(request, this.cookieName)
    if (!cookie) return null
    const known = this.idsOfCookies.get(cookie)
    if (known) return known
    const [token, signature, ...more] = decode(cookie).split('.')
    if (!token || !signature || more.length > 0) return null
    // Compared as written, so that a session has exactly one valid cookie and not every equivalent spelling of it.
    const expected = Buffer.from(this.signatureOf(token))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const id = tokenHash(token)
    if (this.idsOfCookies.size >= mostCookies) this.idsOfCookies.clear()
    this.idsOfCookies.set(cookie, id)
    return id
  }
}

/**
 * Finds or creates the user of a wallet, whichever chain it signed in on before, and locks it until the transaction
 * ends. An account that signs in twice at once for the first time gets one user: its email, which nobody reads, is
 * derived from its address.
 */
async function userOf(query: Query, address: Address, chainId: number, now: Date): Promise<string> {
  const known = await query(
    `update auth_user set "updatedAt" = $2 where id = (select "userId" from auth_wallet where address = $1 limit 1)
     returning id`,
    [address, now],
  )
  const rows = known[0]
    ? known
    : await query(
        `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, $2, $3, false, $4, $4)
         on conflict (email) do update set "updatedAt" = excluded."updatedAt" returning id`,
        [randomUUID(), address, `${address.toLowerCase()}@wallet.invalid`, now],
      )
  const { id } = idSchema.parse(rows[0])
  await query(
    `insert into auth_wallet (id, "userId", address, "chainId", "isPrimary", "createdAt")
     values ($1, $2, $3, $4, $5, $6) on conflict (address, "chainId") do nothing`,
    [randomUUID(), id, address, chainId, !known[0], now],
  )
  return id
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
