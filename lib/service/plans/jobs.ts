/** Work to do at every tick. Resolves to the number of proposals made. */
type Job = (signal: AbortSignal) => Promise<number>

/** Combines jobs into one. They run concurrently and independently; a failure is thrown once all are done. */
export const allOf =
  (jobs: readonly Job[]): Job =>
  async (signal) => {
    const outcomes = await Promise.allSettled(jobs.map((job) => job(signal)))
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'Not all that is due could be looked up.')
    return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
  }
