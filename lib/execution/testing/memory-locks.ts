import type { Locks } from '../signing/locks'

type Request = { tab: symbol; grant: () => void }

/** The locks of one browser, as Node has no Web Locks. Tabs created here share them. */
export function memoryLocks() {
  /** The first in each queue holds the lock. */
  const queues = new Map<string, Request[]>()

  const leave = (name: string, gone: (request: Request) => boolean) => {
    const before = queues.get(name) ?? []
    const after = before.filter((request) => !gone(request))
    queues.set(name, after)
    if (after[0] !== before[0]) after[0]?.grant()
  }

  /** Creates one tab. `crash` makes the tab go away: it releases every lock, whatever its code still does. */
  const tab = (): Locks & { crash: () => void } => {
    const me = Symbol('tab')
    const hold: Locks['hold'] = async (name, work, signal) => {
      const request: Request = { tab: me, grant: () => undefined }
      try {
        await new Promise<void>((resolve, reject) => {
          request.grant = resolve
          const queue = [...(queues.get(name) ?? []), request]
          queues.set(name, queue)
          if (queue.length === 1) resolve()
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
        return await work()
      } finally {
        leave(name, (other) => other === request)
      }
    }
    return {
      hold,
      tryAcquire: async (name, work) =>
        queues.get(name)?.length ? { acquired: false } : { acquired: true, value: await hold(name, work) },
      crash: () => {
        for (const name of queues.keys()) leave(name, (request) => request.tab === me)
      },
    }
  }
  return { tab }
}
