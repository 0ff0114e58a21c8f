import type { Online } from '../page/online'
import type { Timers } from '../page/timers'
import type { AgentError } from '../service/agent-error'

/** Retries that wait until the service can be asked again: signed in, online, or after a pause that it asked for. */
export type DeferredRetries = {
  /** Holds a retry after this error. Returns false if waiting does not help. */
  defer: (error: AgentError, again: () => void) => boolean
  releaseSignedIn: () => void
  close: () => void
}

export function createDeferredRetries({
  timers,
  online,
  now,
}: {
  timers: Timers
  online: Online
  now: () => number
}): DeferredRetries {
  const signedOut = new Set<() => void>()
  const offline = new Set<() => void>()
  const pauses = new Set<() => void>()

  const release = (waiting: Set<() => void>) => {
    const all = [...waiting]
    waiting.clear()
    for (const again of all) again()
  }
  const unsubscribe = online.subscribe(() => {
    if (online.isOnline()) release(offline)
  })

  return {
    defer: (error, again) => {
      switch (error.code) {
        case 'unauthenticated':
          signedOut.add(again)
          return true
        case 'offline':
          offline.add(again)
          return true
        case 'rate-limited': {
          const cancel = timers.after(Math.max(0, (error.retryAt ?? now()) - now()), () => {
            pauses.delete(cancel)
            again()
          })
          pauses.add(cancel)
          return true
        }
        default:
          return false
      }
    },
    releaseSignedIn: () => release(signedOut),
    close: () => {
      unsubscribe()
      for (const cancel of pauses) cancel()
      signedOut.clear()
      offline.clear()
    },
  }
}
