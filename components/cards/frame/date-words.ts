import { dateWords as dateOf } from '@/lib/tools/staking/lockup'

/** Latest moment that a Date can hold, in Unix seconds. */
export const lastDate = 8_640_000_000_000n

/** Formats a contract's timestamp (Unix seconds) as a date in UTC, the same for every reader. */
export const dateWords = (seconds: bigint): string =>
  seconds > lastDate ? 'no end date' : dateOf(Number(seconds) * 1000)
