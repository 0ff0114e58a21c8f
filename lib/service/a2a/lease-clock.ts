import { z } from 'zod'
import type { Query } from '../database/database'

/** Differences up to this are none: leases are long beside it. Milliseconds. */
const negligibleMs = 1_000
/** An answer that took longer than this tells too little of the time at which it was given. Milliseconds. */
const slowMs = 2_000

const rowsSchema = z.tuple([z.object({ at: z.coerce.number() })])

/**
 * The time that leases go by, milliseconds since the epoch: that of the database, which all instances share. A machine
 * whose own clock is wrong would end the healthy runs of the others, or its own would be ended by them.
 */
export class LeaseClock {
  /** How far this machine's clock is ahead of the database's. */
  private ahead = 0

  constructor(
    private readonly query: Query,
    private readonly clock: () => number,
    /** What this machine takes for the time, whatever `clock` says. */
    private readonly machine: () => number,
  ) {}

  now(): number {
    return this.clock() - this.ahead
  }

  /** What this machine takes for the time, and the database. Null where the database answers too slowly to tell. */
  async compare(): Promise<{ machine: number; shared: number } | null> {
    if (!(await this.adjust())) return null
    const machine = this.machine()
    return { machine, shared: machine - this.ahead }
  }

  /** Compares the two clocks. Where the database answers slowly, what was found before holds, and it gives false. */
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
