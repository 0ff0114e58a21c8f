import { setTimeout as pause } from 'node:timers/promises'
import { isStoreAway } from './database'

/** Most items of one statement: with several MB of them it would be copied often, and hold up the others. */
export const mostOfStatement = 100

/**
 * After a statement of so many a little time is given for more to come, a millisecond and one more while they do: to send a
 * statement costs the server more than to have another item in it. Postgres does the same when it flushes its log
 * (PostgreSQL, 28.4, `commit_delay` and `commit_siblings`).
 */
const siblings = 5
const mostMilliseconds = 2

/**
 * Lets one statement do what is asked for at the same time: items are gathered while the statement before them is on its
 * way, so an idle server does not wait and a busy one makes few round trips. `work` gives one result for each item, in
 * their order. Where it fails, each item is tried alone: one that the database refuses takes no other with it. `most`: how
 * many items a statement has at most.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most = mostOfStatement,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isBusy = false
  let together = 0

  async function settle(some: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(some.map(({ item }) => item))
      if (results.length !== some.length) throw new Error('A statement must give a result for each of its items.')
      for (const [index, result] of results.entries()) some[index]?.resolve(result)
    } catch (error) {
      // Where the database is away each would wait in vain, one after the other.
      if (some.length === 1 || isStoreAway(error)) for (const { reject } of some) reject(error)
      else for (const one of some) await settle([one])
    }
  }

  async function gather(): Promise<void> {
    if (together < siblings) return
    for (let before = 0, i = 0; i < mostMilliseconds && waiting.length > before; i++) {
      if (waiting.length >= most) return
      before = waiting.length
      await pause(1)
    }
  }

  async function go(): Promise<void> {
    isBusy = true
    // What else has come in with the same turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      await gather()
      const some = waiting.slice(0, most)
      waiting = waiting.slice(most)
      together = some.length
      await settle(some)
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void go()
    })
}
