import { setImmediate as nextTurn } from 'node:timers/promises'

/** Troubles of a run. Counts begin at 1, from the start or from the last kill. */
export type Trouble = {
  /** The tab dies right after this many effects; its successor after this many more; and so on. */
  kills?: readonly number[]
  /** This many writes to the ledger fail, from the given one on. */
  writes?: { from: number; count: number }
  /** The request to the node that fails. */
  read?: number
  /**
   * After this many effects the person writes something else, and the service lets go of what is open; the session ends
   * too, so the next outcome is refused once.
   */
  talk?: number
  /**
   * After this many effects the person deletes the conversation, unless something in it is under way, and restores it
   * once all is at rest. Meanwhile nobody sees its cards; its calls stay.
   */
  deletes?: number
  /** The node is down from the death of a tab until all is at rest. */
  nodeDown?: true
}

/** One tab's code. Once it is dead, none of it continues: what it waits for never comes, and its timers are gone. */
export type Life = {
  isAlive: () => boolean
  /** Asks something of the world. It is done whatever becomes of the tab, which hears of it only if it lives. */
  ask: <T>(act: () => Promise<T>) => Promise<T>
  /** The same for waits of any length: a person, a lock. */
  await: <T>(begin: () => Promise<T>) => Promise<T>
  /** The same for the node, which may fail. */
  read: <T>(act: () => Promise<T>) => Promise<T>
  /** Returns whether the next write fails. */
  writeFails: () => boolean
  /** Records an effect of this tab that outlives it. The tab may be dead afterwards. */
  effect: (label: string) => void
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  after: (milliseconds: number, run: () => void) => () => void
}

type Timer = { at: number; life: Life; run: () => void }

const never = () => new Promise<never>(() => undefined)

/**
 * Holds the time, and the one count of everything that happens outside the tabs' code: what is written, asked, sent,
 * mined, told. Between two such effects nothing changes that outlives a tab, so a tab that dies after each of them has
 * died at every point.
 */
export function createWorld({ kills = [], writes, read, talk, deletes }: Trouble) {
  const left = [...kills]
  const effects: string[] = []
  const hooks = new Map<string, () => void>()
  let timers: Timer[] = []
  let time = 1_000
  let busy = 0
  let sinceKill = 0
  let writesSeen = 0
  let readsSeen = 0
  let isDiskMended = false
  /** Ends the tab that is to die next. */
  let kill: () => void = () => undefined

  let hear: () => void = () => undefined
  let remove: () => void = () => undefined

  const effect = (label: string) => {
    effects.push(label)
    if (effects.length === talk) hear()
    if (effects.length === deletes) remove()
    hooks.get(label)?.()
    hooks.delete(label)
    sinceKill += 1
    if (sinceKill !== left[0]) return
    left.shift()
    sinceKill = 0
    effects.push('— the tab dies')
    kill()
  }

  const waiting: (() => void)[] = []
  const done = () => {
    busy -= 1
    if (busy === 0) for (const goOn of waiting.splice(0)) goOn()
  }

  const createLife = (): Life & { end: () => void } => {
    let alive = true
    const untilDead = <T>(promise: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        promise.then(
          (value) => alive && resolve(value),
          (error: unknown) => alive && reject(error),
        )
      })
    const life: Life = {
      isAlive: () => alive,
      ask: (act) => {
        if (!alive) return never()
        busy += 1
        return untilDead(act().finally(done))
      },
      read: (act) =>
        life.ask(async () => {
          readsSeen += 1
          if (readsSeen === read) throw new Error('connection reset')
          return act()
        }),
      writeFails: () => {
        writesSeen += 1
        return (
          !isDiskMended && writes !== undefined && writesSeen >= writes.from && writesSeen < writes.from + writes.count
        )
      },
      effect: (label) => {
        if (alive) effect(label)
      },
      await: (begin) => (alive ? untilDead(begin()) : never()),
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason)
          const stop = () => {
            callOff()
            reject(signal.reason)
          }
          const callOff = life.after(milliseconds, () => {
            signal.removeEventListener('abort', stop)
            resolve()
          })
          signal.addEventListener('abort', stop, { once: true })
        }),
      after: (milliseconds, run) => {
        const timer = { at: time + milliseconds, life, run }
        if (alive) timers.push(timer)
        return () => {
          timers = timers.filter((each) => each !== timer)
        }
      },
    }
    return {
      ...life,
      end: () => {
        alive = false
        timers = timers.filter((each) => each.life !== life)
      },
    }
  }

  return {
    effects: effects as readonly string[],
    effect,
    /** Calls `then` at the first effect of this kind. */
    once: (label: string, then: () => void) => hooks.set(label, then),
    createLife,
    dies: (end: () => void) => {
      kill = end
    },
    talks: (heard: () => void) => {
      hear = heard
    },
    deletes: (deleted: () => void) => {
      remove = deleted
    },
    now: () => time,
    /** Resolves once nothing continues by itself: only timers and possible actions are left. */
    quiet: async () => {
      for (let calm = 0; calm < 3; calm += 1) {
        if (busy > 0) {
          await new Promise<void>((resolve) => waiting.push(resolve))
          calm = 0
        }
        await nextTurn()
      }
    },
    /** Fires the next timer. Returns false if none is set. */
    tick: (): boolean => {
      const [next] = timers.toSorted((a, b) => a.at - b.at)
      if (!next) return false
      timers = timers.filter((each) => each !== next)
      time = Math.max(time, next.at)
      next.run()
      return true
    },
    mendDisk: () => {
      isDiskMended = true
    },
    counts: () => ({ writes: writesSeen, reads: readsSeen }),
  }
}
export type World = ReturnType<typeof createWorld>
