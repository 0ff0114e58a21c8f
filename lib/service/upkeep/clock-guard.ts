import { z } from 'zod'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Database } from '../database/database'

const dayMs = 24 * 60 * 60_000

/** Milliseconds that the clock may differ from when it was last trusted, which is how long a server may be off. */
const leapMs = 3 * dayMs
/** Milliseconds by which two agreeing clocks may differ. A quiet chain's last block is some hours old. */
const agreeMs = dayMs
/** Milliseconds between records that the clock was trusted. */
const markEveryMs = 60 * 60_000
const chainTimeoutMs = 5_000

const marksSchema = z.array(z.object({ seen_at: z.coerce.number() }))

const isWithin = (one: number, other: number, ms: number): boolean => Math.abs(one - other) <= ms

export type ClockGuardOptions = {
  database: Pick<Database, 'query' | 'exclusive'>
  chains: Chains
  /** Returns the time by this machine and by the database, which all instances follow; null if it is unknown now. */
  compare: () => Promise<{ machine: number; shared: number } | null>
}

/**
 * Decides whether the clock can be trusted for unasked work (deleting old data, proposing what is due). A clock days
 * away from when it was last trusted is trusted only if another one agrees: the machine's with that of a Postgres, or
 * the latest block of a chain. A wrong clock would delete everything, or use up the dates of all plans.
 */
export class ClockGuard {
  private isDoubted = false

  constructor(private readonly options: ClockGuardOptions) {}

  /** Does the work if the clock is trusted; otherwise logs that once and returns null. */
  async whenTrusted<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return (await this.isTrusted()) ? work() : null
  }

  private async isTrusted(): Promise<boolean> {
    const { database, compare } = this.options
    const clocks = await compare()
    if (!clocks) return false
    const { machine, shared } = clocks
    const [mark] = marksSchema.parse(await database.query('select seen_at from clock_marks'))
    const isTrusted =
      !mark ||
      isWithin(shared, mark.seen_at, leapMs) ||
      // An embedded database has no clock of its own.
      (!database.exclusive && isWithin(machine, shared, agreeMs)) ||
      (await this.chainAgrees(shared))
    if (isTrusted && !(mark && isWithin(shared, mark.seen_at, markEveryMs)))
      await database.query(
        'insert into clock_marks (id, seen_at) values (1, $1) on conflict (id) do update set seen_at = $1',
        [shared],
      )
    if (!isTrusted && mark && !this.isDoubted)
      console.error(
        `The clock says ${dateOf(shared)}, but this database was last in use at ${dateOf(mark.seen_at)}, and neither the latest block of a chain nor another clock agrees. Until one does, nothing old is deleted and nothing that is due is proposed. Set the clock right. If it is right, see that a chain can be reached (RPC_URL_<id>).`,
      )
    if (isTrusted && this.isDoubted) console.log('The clock is believed again.')
    this.isDoubted = !isTrusted
    return isTrusted
  }

  /**
   * True if the latest block of any chain is from about this time. A chain that does not answer in time does not agree.
   */
  private async chainAgrees(time: number): Promise<boolean> {
    const late = AbortSignal.timeout(chainTimeoutMs)
    const isLate = new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false)))
    const looks = [...this.options.chains.values()].map(async ({ client }) => {
      const { timestamp } = await client.getBlock({ blockTag: 'latest' })
      if (!isWithin(Number(timestamp) * 1000, time, agreeMs)) throw new Error('The latest block is from another time.')
      return true
    })
    return Promise.race([Promise.any(looks).catch(() => false), isLate])
  }
}

const dateOf = (ms: number): string => new Date(ms).toISOString()
