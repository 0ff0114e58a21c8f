import type { LogEvent } from './events'

/** Number of recent events kept in memory per task. A reader further behind reads the database. */
const kept = 256

type Entry = {
  /** The last events, without gaps. */
  recent: LogEvent[]
  lastSeq: number
  /** Counts publications, so that a reader can tell whether it missed one. */
  version: number
  /** Number of runs and readers that hold the entry. */
  holders: number
  wake: Set<() => void>
}

/**
 * The newest events of the tasks that this process works on or has readers for. An event enters only after it is in the
 * database. Memory is bounded by the number of tasks in use.
 */
export class LiveLog {
  private readonly entries = new Map<string, Entry>()
  private readonly watchers: ((taskId: string) => void)[] = []

  /** Calls `watcher` for every task with a publication. */
  watch(watcher: (taskId: string) => void): void {
    this.watchers.push(watcher)
  }

  /** Keeps the task's entry until the returned function is called. */
  hold(taskId: string): () => void {
    const entry = this.entries.get(taskId) ?? this.open(taskId)
    entry.holders++
    return () => {
      entry.holders--
      if (entry.holders === 0) this.entries.delete(taskId)
    }
  }

  private open(taskId: string): Entry {
    const entry: Entry = { recent: [], lastSeq: 0, version: 0, holders: 0, wake: new Set() }
    this.entries.set(taskId, entry)
    return entry
  }

  /** Without events, tells the task's readers everywhere to look again. */
  publish(taskId: string, events: readonly LogEvent[]): void {
    for (const watcher of this.watchers) watcher(taskId)
    const entry = this.entries.get(taskId)
    if (!entry) return
    for (const event of events) {
      // Two writers of a task (its run and a cancel) may be acknowledged out of order; then only the database knows.
      if (entry.lastSeq > 0 && event.seq !== entry.lastSeq + 1) entry.recent = []
      if (event.seq > entry.lastSeq) entry.recent.push(event)
      entry.lastSeq = Math.max(entry.lastSeq, event.seq)
    }
    if (entry.recent.length > kept) entry.recent = entry.recent.slice(-kept)
    this.wake(taskId)
  }

  /** Wakes the task's readers in this process: there are new events, or they will come from elsewhere now. */
  wake(taskId: string): void {
    const entry = this.entries.get(taskId)
    if (!entry) return
    entry.version++
    for (const wake of entry.wake) wake()
  }

  /** Returns the events after `after`, an empty list if there are none yet, or null if only the database can tell. */
  since(taskId: string, after: number): readonly LogEvent[] | null {
    const entry = this.entries.get(taskId)
    if (!entry || entry.lastSeq === 0) return null
    if (after >= entry.lastSeq) return []
    const [oldest] = entry.recent
    return oldest && oldest.seq <= after + 1 ? entry.recent.slice(after + 1 - oldest.seq) : null
  }

  version(taskId: string): number {
    return this.entries.get(taskId)?.version ?? 0
  }

  /**
   * Waits up to `ms` until the task's version differs from `version`. `isLate` resolves to true if the time ran out;
   * `end` ends the wait at once.
   */
  change(taskId: string, version: number, ms: number): { isLate: Promise<boolean>; end: () => void } {
    const entry = this.entries.get(taskId)
    let end = () => {}
    const isLate = new Promise<boolean>((resolve) => {
      if (this.version(taskId) !== version) return resolve(false)
      const settle = (late: boolean) => {
        clearTimeout(timer)
        entry?.wake.delete(end)
        resolve(late)
      }
      end = () => settle(false)
      const timer = setTimeout(() => settle(true), ms)
      entry?.wake.add(end)
    })
    return { isLate, end }
  }
}
