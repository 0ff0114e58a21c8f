import type { Online } from './online'
import type { Timers } from './timers'
import type { Visible } from './visible'

/** Outcome of a look: `asleep` if nobody is signed in, `over` if there is nothing to look for. */
export type Looked = 'again' | 'asleep' | 'over'

export type WatchOptions = {
  timers: Timers
  online: Online
  visible: Visible
  /** Milliseconds between the end of a look and the next, while the page is visible. */
  interval: number
  /** Looks once. `isStale` returns true if the result would go to somebody who has left. */
  look: (isStale: () => boolean) => Promise<Looked>
}

/** `wake` looks at once. Call it when somebody has signed in. */
export type Watch = { wake: () => void; dispose: () => void }

/** Looks when woken, when the page becomes visible, and at every interval while it is. */
export function createWatch({ timers, online, visible, interval, look }: WatchOptions): Watch {
  let state: 'asleep' | 'awake' | 'over' = 'asleep'
  let looking = false
  /** Woken during a look, whose answer belongs to the account from before. */
  let isStale = false
  let callOff: () => void = () => undefined

  const mayLook = () => state === 'awake' && online.isOnline() && visible.isVisible()
  const run = async (): Promise<void> => {
    callOff()
    if (looking || !mayLook()) return
    looking = true
    const looked = await look(() => isStale || state === 'over')
    looking = false
    if (state === 'over') return
    if (isStale) {
      isStale = false
      return run()
    }
    if (looked !== 'again') state = looked
    if (mayLook()) callOff = timers.after(interval, run)
  }
  const changed = () => {
    if (mayLook()) void run()
    else callOff()
  }
  const unsubscribe = [online.subscribe(changed), visible.subscribe(changed)]
  return {
    wake: () => {
      if (state === 'over') return
      state = 'awake'
      isStale = looking
      void run()
    },
    dispose: () => {
      state = 'over'
      callOff()
      for (const stop of unsubscribe) stop()
    },
  }
}
