import { dateWords as dateOf } from '@/lib/tools/staking/lockup'

/** The last moment that a date can tell, in Unix seconds. */
export const lastDate = 8_640_000_000_000n

/** A point in time of a contract (Unix seconds) as a date in UTC, the same for every reader. */
export const dateWords = (seconds: bigint): string =>
  seconds > lastDate ? 'no end date' : dateOf(Number(seconds) * 1000)
