import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Address, getAddress } from 'viem'
import { z } from 'zod'
import { batched } from '../database/batch'
import type { Query } from '../database/database'
import { cookieOf, type ServiceRequest } from '../http/request'
import { countHit, type RateLimitState, rateLimitState, windowStart } from '../limits/rate-limit'
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

const tokensSchema = z.array(z.object({ token: z.string() }))
/** How many cookies are remembered: some hundred bytes each. */
const mostCookies = 10_000

/** Of how many streams the sessions are looked up at once. */
const mostOpen = 1_000

const hitsSchema = z.object({ token: z.string(), hits: z.int() })

const columns = 'token, "userId" as user_id, wallet_address, chain_id, "expiresAt" as expires_at'
const isLive = '"expiresAt" > $2 and wallet_address is not null and chain_id is not null'

/** A session, and how many hits its account has in this window, this one counted. */
type Counted = { session: Session; hits: number; now: number }

/** Reads sessions from requests. A revoked session is gone with the next request: none is cached. */
export class Sessions {
  private readonly count = batched((ids: readonly string[]) => this.countAll(ids))
  /** Ids by the cookie, for cookies whose signature was found right: to verify one costs more than to look it up. */
  private readonly idsOfCookies = new Map<string, string>()

  constructor(
    private readonly query: Query,
    private readonly secret: string,
    /** Name of better-auth's session cookie. */
    readonly cookieName: string,
    private readonly now: () => number,
  ) {}

  async read(request: ServiceRequest): Promise<Session | null> {
    const id = this.idOf(request)
    if (!id) return null
    const live = `select ${columns} from auth_session where token = $1 and ${isLive}`
    const rows = await this.query(live, [id, new Date(this.now())])
    return rows[0] ? toSession(id, rows[0]) : null
  }

  /** Whether a session is good, in one statement for all who ask at the same time: each open stream asks now and then. */
  readonly isGood = batched(async (ids: readonly string[]) => {
    const live = await this.liveAmong([...new Set(ids)])
    return ids.map((id) => live.has(id))
  }, mostOpen)

  /** Those of the sessions that are good. */
  async liveAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.query(
      `select token from auth_session where token in (select jsonb_array_elements_text($1::jsonb)) and ${isLive}`,
      [JSON.stringify(ids), new Date(this.now())],
    )
    return new Set(tokensSchema.parse(rows).map(({ token }) => token))
  }

  /** The session together with one hit on the account's limit, in one statement for all who ask at the same time. */
  async readAndCount(
    request: ServiceRequest,
    limit: number,
  ): Promise<{ session: Session; rate: RateLimitState } | null> {
    const id = this.idOf(request)
    if (!id) return null
    const counted = await this.count(id)
    return counted && { session: counted.session, rate: rateLimitState(counted.hits, limit, counted.now) }
  }

  /** Each of the ids is one hit; an id may come more than once. In order of the keys, so that no two servers wait for each other. */
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
    // The hits of an account were counted together: the last of them has the full number.
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

  /** Ends the session that a request came with. */
  async endPresented(request: ServiceRequest): Promise<void> {
    const id = this.idOf(request)
    if (id) await this.query('delete from auth_session where token = $1', [id])
  }

  /** better-auth's cookie is `<token>.<HMAC-SHA-256 of the token, base64>`, URI-encoded. */
  private idOf(request: ServiceRequest): string | null {
    const cookie = cookieOf(request, this.cookieName)
    if (!cookie) return null
    const known = this.idsOfCookies.get(cookie)
    if (known) return known
    const [token, signature, ...more] = decode(cookie).split('.')
    if (!token || !signature || more.length > 0) return null
    // Compared as written: of each session there is one cookie, and not one for everything that could stand behind it.
    const expected = Buffer.from(createHmac('sha256', this.secret).update(token).digest('base64'))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const id = tokenHash(token)
    if (this.idsOfCookies.size >= mostCookies) this.idsOfCookies.clear()
    this.idsOfCookies.set(cookie, id)
    return id
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
