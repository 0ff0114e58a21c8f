/** Time that passes, as a port: tests move it by hand. */
export type Timers = {
  /** Runs once after so many milliseconds. Returns how to call it off. */
  after: (ms: number, run: () => void) => () => void
}

export const systemTimers: Timers = {
  after: (ms, run) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
}
