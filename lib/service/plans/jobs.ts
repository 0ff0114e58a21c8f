/** Something to be done at every tick; gives how many proposals it has made. */
type Job = (signal: AbortSignal) => Promise<number>

/**
 * Several jobs as one. They run at the same time, and none is kept back by another; where one fails, that is thrown once
 * all are through.
 */
export const allOf =
  (jobs: readonly Job[]): Job =>
  async (signal) => {
    const outcomes = await Promise.allSettled(jobs.map((job) => job(signal)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'Not all that is due could be looked up.')
    return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
  }
