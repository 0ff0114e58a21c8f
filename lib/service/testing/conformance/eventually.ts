import { vi } from 'vitest'

/** Asks until the answer is not null, and returns it. */
export const eventually = <T>(ask: () => Promise<T | null>): Promise<T> =>
  vi.waitFor(
    async () => {
      const given = await ask()
      if (given === null) throw new Error('Not yet.')
      return given
    },
    { timeout: 10_000, interval: 20 },
  )
