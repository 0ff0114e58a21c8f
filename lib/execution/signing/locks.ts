import type { LedgerEntry } from '../ledger/entry'

/**
 * Exclusive locks across all tabs of this origin. A holder that goes away (tab closed, crash) releases its lock: none
 * can be left behind.
 */
export type Locks = {
  /** Waits for the lock, then runs `work` while holding it. `signal` ends the waiting, not the work. */
  hold: <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Runs `work` if the lock is free at once; otherwise `held` is false and `work` does not run. */
  tryAcquire: <T>(name: string, work: () => Promise<T>) => Promise<{ acquired: true; value: T } | { acquired: false }>
}

/** Returns the browser's Web Locks, or null if it has none (insecure origin): then nothing may be executed. */
export function webLocks(manager: LockManager | undefined): Locks | null {
  if (!manager) return null
  const run = <T>(name: string, options: LockOptions, work: () => Promise<T>) =>
    manager.request(name, options, async (lock) =>
      lock ? { acquired: true as const, value: await work() } : { acquired: false as const },
    )
  return {
    tryAcquire: (name, work) => run(name, { ifAvailable: true }, work),
    hold: async (name, work, signal) => {
      const done = await run(name, signal ? { signal } : {}, work)
      if (!done.acquired) throw new Error(`The lock ${name} was not granted`)
      return done.value
    },
  }
}

/** Lock that lets one tab at a time work on a call, including tabs of a former version if the call is one of theirs. */
export const callLock = ({ key, formerKey }: Pick<LedgerEntry, 'key' | 'formerKey'>): string =>
  `countersign:call:${formerKey ?? key}`
/** Lock that lets one request at a time go out for an account on a chain: each needs the next nonce. */
export const nonceLock = (chainId: number, account: string): string => `countersign:nonce:${chainId}:${account}`
