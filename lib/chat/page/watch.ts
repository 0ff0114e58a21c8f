import type { Online } from './online'
import type { Timers } from './timers'
import type { Visible } from './visible'

/** What a look came to: `asleep` where nobody is signed in, `over` where there is nothing to look for. */
export type Looked = 'again' | 'asleep' | 'over'

export type WatchOptions = {
  timers: Timers
  online: Online
  visible: Visible
  /** Milliseconds between the end of a look and the next, while the page is looked at. */
  interval: number
  /** Looks once. `isStale` tells whether what comes in is for somebody who is not here any more. */
  look: (isStale: () => boolean) => Promise<Looked>
}

/** `wake` is to be called once somebody is signed in, and to look at once. */
export type Watch = { wake: () => void; dispose: () => void }

/** Looks when it is woken, when the page is looked at again, and time and again while it is. */
export function createWatch({ timers, online, visible, interval, look }: WatchOptions): Watch {
  let state: 'asleep' | 'awake' | 'over' = 'asleep'
  let looking = false
  /** It was woken during a look, whose answer is for whoever was there before. */
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
