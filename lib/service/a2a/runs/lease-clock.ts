import { z } from 'zod'
import type { Query } from '../../database/database'

/** Milliseconds of difference to ignore; leases are much longer. */
const negligibleMs = 1_000
/** Milliseconds after which an answer is too slow to tell the time at which it was given. */
const slowMs = 2_000

const rowsSchema = z.tuple([z.object({ at: z.coerce.number() })])

/**
 * The clock for leases, in milliseconds since the epoch: that of the database, which all instances share. Otherwise an
 * instance with a wrong clock would end healthy runs of others, or lose its own.
 */
export class LeaseClock {
  /** Milliseconds by which this machine's clock is ahead of the database's. */
  private ahead = 0

  constructor(
    private readonly query: Query,
    private readonly clock: () => number,
    /** This machine's own time, whatever `clock` says. */
    private readonly machine: () => number,
  ) {}

  now(): number {
    return this.clock() - this.ahead
  }

  /** Returns the time by this machine and by the database. Null if the database answers too slowly to tell. */
  async compare(): Promise<{ machine: number; shared: number } | null> {
    if (!(await this.adjust())) return null
    const machine = this.machine()
    return { machine, shared: machine - this.ahead }
  }

  /** Compares the two clocks. If the database answers too slowly, keeps the previous difference and returns false. */
  async adjust(): Promise<boolean> {
    const before = this.machine()
    const rows = await this.query('select (extract(epoch from clock_timestamp()) * 1000)::bigint as at')
    const after = this.machine()
    if (after - before > slowMs) return false
    const ahead = Math.round((before + after) / 2 - rowsSchema.parse(rows)[0].at)
    this.ahead = Math.abs(ahead) > negligibleMs ? ahead : 0
    return true
  }
}
