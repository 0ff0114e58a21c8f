/** Timers as a port, so that tests control them. */
export type Timers = {
  /** Runs `run` once after `ms` milliseconds. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
}

export const systemTimers: Timers = {
  after: (ms, run) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
}
