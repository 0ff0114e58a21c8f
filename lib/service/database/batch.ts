import { setTimeout as pause } from 'node:timers/promises'
import { isStoreAway } from './database'

/** Maximum items per statement. A statement of several MB would be copied often and hold up the others. */
export const mostOfStatement = 100

/**
 * After a statement with this many items, waits a millisecond for more, and another while they keep coming: sending a
 * statement costs the server more than another item in it. Postgres does the same when it flushes its log (PostgreSQL,
 * 28.4, `commit_delay` and `commit_siblings`).
 */
const siblings = 5
const mostMilliseconds = 2

/**
 * Combines concurrent requests into one statement. Gathers items while the previous statement is under way, so an idle
 * server does not wait and a busy one makes few round trips. `work` returns one result per item, in order. If it fails,
 * each item is tried alone, so that one refused item takes no other with it. `most`: maximum items per statement.
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
      if (results.length !== some.length) throw new Error('A statement must return one result per item.')
      for (const [index, result] of results.entries()) some[index]?.resolve(result)
    } catch (error) {
      // While the database is away, each would wait in vain, one after the other.
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
    // Includes whatever else arrived in the same turn of the event loop.
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
