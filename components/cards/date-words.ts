/** The last moment that a date can tell, in Unix seconds. */
const last = 8_640_000_000_000n

/** A point in time of a contract (Unix seconds) as a date in UTC, the same for every reader. */
export function dateWords(seconds: bigint): string {
  if (seconds > last) return 'without an end'
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, -8).replace('T', ' ')} UTC`
}
