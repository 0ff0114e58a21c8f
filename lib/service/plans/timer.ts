/** Work to do at every tick. Resolves to the number of proposals made. */
type Job = (signal: AbortSignal) => Promise<number>

/** Proposes due plans periodically while this process lives. */
export type PlanTimer = {
  /** Proposes what is due now. Resolves to the number of proposals. */
  run: () => Promise<number>
  /** Stops the timer and waits for running work. */
  close: () => Promise<void>
}

/** Runs `work` now and every `everyMs`, without overlap in this process. The timer keeps no process alive. */
export function startPlanTimer(work: Job, everyMs: number): PlanTimer {
  const controller = new AbortController()
  const { signal } = controller
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const run = (): Promise<number> => {
    waiting++
    const mine = last.then(() => (signal.aborted ? 0 : work(signal))).finally(() => waiting--)
    last = mine.catch(() => undefined)
    return mine
  }
  const tick = () => {
    if (waiting > 0) return
    run().catch((error: unknown) => console.error('What is due could not be looked up.', error))
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  tick()
  return {
    run,
    close: async () => {
      clearInterval(timer)
      controller.abort(new Error('The service is closing.'))
      await last
    },
  }
}

/** Combines jobs into one. They run concurrently and independently; a failure is thrown once all are done. */
export const allOf =
  (jobs: readonly Job[]): Job =>
  async (signal) => {
    const outcomes = await Promise.allSettled(jobs.map((job) => job(signal)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'Not all that is due could be looked up.')
    return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
  }
