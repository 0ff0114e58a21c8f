import { z } from 'zod'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Database } from '../database/database'

const dayMs = 24 * 60 * 60_000

/** How far the clock may be from when it was last believed: for so long a server may be off. */
const leapMs = 3 * dayMs
/** How far apart two clocks may be that agree. A quiet chain's last block is some hours old. */
const agreeMs = dayMs
/** How often it is written down that the clock was believed. */
const markEveryMs = 60 * 60_000
const chainTimeoutMs = 5_000

const marksSchema = z.array(z.object({ seen_at: z.coerce.number() }))

const isWithin = (one: number, other: number, ms: number): boolean => Math.abs(one - other) <= ms

export type ClockGuardOptions = {
  database: Pick<Database, 'query' | 'exclusive'>
  chains: Chains
  /** What this machine takes for the time, and the database, which all go by; null where that cannot be told now. */
  compare: () => Promise<{ machine: number; shared: number } | null>
}

/**
 * Whether what nobody asks for (deleting what is old, proposing what is due) may be done by the clock. A clock that is days
 * from when it was last believed is believed only if another one agrees: the machine's with that of a Postgres, or the
 * latest block of a chain. A wrong one would delete everything, or use up the dates of all plans.
 */
export class ClockGuard {
  private isDoubted = false

  constructor(private readonly options: ClockGuardOptions) {}

  /** Does the work if the clock is believed; otherwise that is said, once, and it gives null. */
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

  /** Whether the latest block of any chain is of about this time. What does not answer in time does not agree. */
  private async chainAgrees(time: number): Promise<boolean> {
    const late = AbortSignal.timeout(chainTimeoutMs)
    const isLate = new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false)))
    const looks = [...this.options.chains.values()].map(async ({ client }) => {
      const { timestamp } = await client.getBlock({ blockTag: 'latest' })
      if (!isWithin(Number(timestamp) * 1000, time, agreeMs)) throw new Error('It is of another time.')
      return true
    })
    return Promise.race([Promise.any(looks).catch(() => false), isLate])
  }
}

const dateOf = (ms: number): string => new Date(ms).toISOString()
