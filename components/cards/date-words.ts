import { dateWords as dateOf } from '@/lib/tools/staking/lockup'

/** The last moment that a date can tell, in Unix seconds. */
const last = 8_640_000_000_000n

/** A point in time of a contract (Unix seconds) as a date in UTC, the same for every reader. */
export const dateWords = (seconds: bigint): string =>
  seconds > last ? 'without an end' : dateOf(Number(seconds) * 1000)
