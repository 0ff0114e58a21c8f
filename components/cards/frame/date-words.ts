import { dayAndTime } from '@/lib/chat/page/time-words'

/** Latest moment that a Date can hold, in Unix seconds. */
export const lastDate = 8_640_000_000_000n

/** Formats a contract's timestamp (Unix seconds) as a day and a time, in the reader's locale and time zone. */
export const dateWords = (seconds: bigint): string =>
  seconds > lastDate ? 'no end date' : dayAndTime.format(Number(seconds) * 1000)
