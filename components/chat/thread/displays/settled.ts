/** Counts the calls that are confirmed: what was read before another of them may have changed since. */
export const settledIn = (entries: readonly { state: string }[]): number =>
  entries.filter(({ state }) => state === 'confirmed').length
