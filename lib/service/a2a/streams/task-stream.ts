import type { Query } from '../../database/database'
import type { Following, Peers } from '../peers'
import { type LogEvent, readEvents } from './events'
import type { LiveLog } from './live-log'

/** Milliseconds between polls of the database for a task of a process that cannot be heard. */
export const pollMs = 250
/** Number of events read from the database at once. */
const pageSize = 128

export type Reading = {
  query: Query
  live: LiveLog
  isLocal: (taskId: string) => boolean
  /** Null if there is no other process. */
  peers: Pick<Peers, 'follow'> | null
}

/** Takes the next events, synchronously or with a promise. */
export type TakePage = (page: readonly LogEvent[]) => Promise<void> | undefined

/**
 * Delivers a task's events after `after`, in order, up to the end of the turn that contains `turnSeq`. They come from
 * memory or, if no longer there, from the database, so a slow reader costs no memory. `take` gets an empty list at
 * least every `idleMs`, so that the caller can show a sign of life. If it returns a promise, the next events wait for
 * it.
 */
export async function followTask(
  { query, live, isLocal, peers }: Reading,
  { taskId, after, turnSeq, idleMs }: { taskId: string; after: number; turnSeq: number; idleMs: number },
  signal: AbortSignal,
  take: TakePage,
): Promise<void> {
  const release = live.hold(taskId)
  // Wakes this reader alone: if thousands are cut off at once, each would otherwise wake all the others.
  let wake = () => {}
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  let cursor = after
  let idleFor = 0
  let following: Following | undefined
  try {
    while (!signal.aborted) {
      const version = live.version(taskId)
      const recent = live.since(taskId, cursor)
      // Only a process that works on the task can know without the database that there is nothing new.
      const isCurrent = recent && (recent.length > 0 || isLocal(taskId))
      const events = isCurrent ? recent : await readEvents(query, taskId, cursor, pageSize)
      const end = events.findIndex(({ seq, final }) => final && seq > turnSeq)
      const page = end === -1 ? events : events.slice(0, end + 1)
      const last = page.at(-1)
      if (last) {
        cursor = last.seq
        idleFor = 0
        const taken = take(page)
        if (taken) await taken
        if (end !== -1) return
        continue
      }
      if (!isLocal(taskId)) following ??= peers?.follow(taskId)
      const wait = Math.min(idleMs - idleFor, isLocal(taskId) ? idleMs : (following?.patience() ?? pollMs))
      if (signal.aborted) return
      const change = live.change(taskId, version, wait)
      wake = change.end
      if (!(await change.isLate)) continue
      idleFor += wait
      if (idleFor < idleMs) continue
      idleFor = 0
      await take([])
    }
  } finally {
    signal.removeEventListener('abort', leave)
    release()
    following?.end()
  }
}
