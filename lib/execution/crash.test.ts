import 'fake-indexeddb/auto'
import { describe, it } from 'vitest'
import { scenarios } from './testing/crash/scenarios'
import { countsOf, drawFrom, setUpSweep, sweep, timeout, upTo } from './testing/crash/sweep'
import type { Trouble } from './testing/crash/world'

/**
 * Kills the whole engine (ledger, runner, recovery, outbox; on a real chain and a real store) at every point of every
 * scenario in testing/crash/scenarios.ts. A point is anything that outlives a tab: a write to the ledger, a request to
 * the wallet, a transaction, a block, a report to the agent and, with a second tab, a lock or a message to that tab.
 * The tab dies after each point, which is also just before the next; what a tab has only read dies with it.
 *
 * Swept exhaustively: one death at every point, with people who insist and people who wait; with the node down from
 * then on, also with people who give up; at every point, the service letting go of what is open and the session ending,
 * and the conversation being deleted and restored later, both with and without a death; every write that fails, once or
 * until the page reloads; every request to the node that fails. In every scenario the wallet lies at each of its
 * requests, in each way of testing/crash/run.ts, with a death drawn as the pairs are. Pairs of deaths, the second one
 * during recovery, are sampled with a fixed seed. Two tabs are swept with one-step plans only: longer plans would add a
 * tenth to the run time. testing/crash/promises.ts states what must hold.
 *
 * This file sweeps the deaths in every scenario; crash-troubles.test.ts sweeps the rest. The two run in parallel.
 */
setUpSweep()

describe('a call is carried out at most once and its outcome is reported, wherever the tab dies', {
  timeout,
}, () => {
  it.each(scenarios)('$name', async (scenario) => {
    const { points, sinceAsked } = await countsOf(scenario)
    const deaths = (at: number[]) => at.map((point): Trouble => ({ kills: [point] }))
    const orphaned = await sweep(scenario, 'insists', deaths(points))
    await sweep(scenario, 'insists late', orphaned)
    await sweep(scenario, 'waits', deaths(sinceAsked))
  })

  it.each(scenarios)('and wherever the next tab dies during recovery: $name', async (scenario) => {
    const { points } = await countsOf(scenario)
    const draw = drawFrom(scenarios.indexOf(scenario))
    const pairs = upTo(6).map((): Trouble => ({ kills: [draw(points.length) + 1, draw(12) + 1] }))
    await sweep(scenario, 'insists', pairs.slice(0, 3))
    await sweep(scenario, 'waits', pairs.slice(3))
  })
})
