/** A unit of work in a conversation. Jobs run one after the other. */
type Job = {
  /** Results go before everything else: the agent waits for them, and some services void their calls at a message. */
  kind: 'return' | 'open' | 'text'
  /** Jobs of one kind and id are the same job. */
  id: string
  run: () => Promise<void>
  /** Called in place of `run` when the queue is cleared or closed, or if the same job is already there. */
  drop?: () => void
}

/** A queue of jobs for each conversation. Jobs must not reject. */
export type ChatQueue = {
  add: (conversationId: string, job: Job) => void
  /** True while a job runs or waits. */
  isBusy: (conversationId: string) => boolean
  clear: (conversationId: string) => void
  /** Drops what waits and whatever is added later. */
  close: () => void
}

const rank = { return: 0, open: 1, text: 2 } as const

export function createChatQueue(): ChatQueue {
  const waiting = new Map<string, Job[]>()
  const current = new Map<string, Job>()
  let isClosed = false

  const pump = async (conversationId: string) => {
    if (current.has(conversationId)) return
    for (let job = waiting.get(conversationId)?.shift(); job; job = waiting.get(conversationId)?.shift()) {
      current.set(conversationId, job)
      try {
        await job.run()
      } finally {
        current.delete(conversationId)
      }
    }
  }

  const jobs = (conversationId: string): Job[] => {
    const job = current.get(conversationId)
    return [...(job ? [job] : []), ...(waiting.get(conversationId) ?? [])]
  }

  const clear = (conversationId: string) => {
    const dropped = waiting.get(conversationId) ?? []
    waiting.delete(conversationId)
    for (const job of dropped) job.drop?.()
  }

  return {
    isBusy: (conversationId) => jobs(conversationId).length > 0,
    add: (conversationId, job) => {
      if (isClosed || jobs(conversationId).some(({ kind, id }) => kind === job.kind && id === job.id))
        return job.drop?.()
      const line = [...(waiting.get(conversationId) ?? []), job].sort((a, b) => rank[a.kind] - rank[b.kind])
      waiting.set(conversationId, line)
      void pump(conversationId)
    },
    clear,
    close: () => {
      isClosed = true
      for (const conversationId of [...waiting.keys()]) clear(conversationId)
    },
  }
}
