import 'fake-indexeddb/auto'
import { describe, it } from 'vitest'
import { scenarios } from './testing/crash/scenarios'
import { countsOf, drawFrom, setUpSweep, sweep, timeout, upTo } from './testing/crash/sweep'
import type { Trouble } from './testing/crash/world'

/**
 * The whole engine (ledger, runner, recovery, outbox; a real chain, a real store), killed at every point, in every
 * scenario of testing/crash/scenarios.ts. Points are counted by what outlives a tab: each write to the ledger, request to
 * the wallet, transaction, block and report to the agent, and, with another tab beside, each lock and each word to it. After
 * each the tab dies, which is also right before the next; what a tab has only read dies with it.
 *
 * Swept whole: one death at every point, with the people who insist and who wait; with the node down from then on, with
 * those who give up, too; words at every point, at which the service lets go of what is open and the session ends, and the
 * conversation deleted at every point and brought back later, both with and without a death; every write that fails, once or
 * until the page is loaded anew; every request to the node that fails. In every scenario the wallet lies at each of its
 * requests, in each way of testing/crash/run.ts, with a death drawn as the pairs are. Of all pairs of deaths, the second one
 * in the midst of recovery, some are drawn by a fixed seed. Two tabs are swept with plans of one step only: longer ones would
 * take a tenth of the time. testing/crash/promises.ts says what must hold.
 *
 * Deaths in every scenario are swept here, all the rest in crash-troubles.test.ts: the two run beside each other.
 */
setUpSweep()

describe('a call is carried out once at most, and what came of it is told, where the tab dies at any point', {
  timeout,
}, () => {
  it.each(scenarios)('$name', async (scenario) => {
    const { points, sinceAsked } = await countsOf(scenario)
    const deaths = (at: number[]) => at.map((point): Trouble => ({ kills: [point] }))
    const orphaned = await sweep(scenario, 'insists', deaths(points))
    await sweep(scenario, 'insists late', orphaned)
    await sweep(scenario, 'waits', deaths(sinceAsked))
  })

  it.each(scenarios)('and the next tab, too, in the midst of recovery: $name', async (scenario) => {
    const { points } = await countsOf(scenario)
    const draw = drawFrom(scenarios.indexOf(scenario))
    const pairs = upTo(6).map((): Trouble => ({ kills: [draw(points.length) + 1, draw(12) + 1] }))
    await sweep(scenario, 'insists', pairs.slice(0, 3))
    await sweep(scenario, 'waits', pairs.slice(3))
  })
})
