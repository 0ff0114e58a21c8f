import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from './testing/anvil'
import type { Person } from './testing/crash/person'
import { type Lie, lies, runScenario, type Scenario } from './testing/crash/run'
import { scenarios } from './testing/crash/scenarios'
import type { Trouble } from './testing/crash/world'

/**
 * The whole engine (ledger, runner, recovery, outbox; a real chain, a real store), killed at every point, in every
 * scenario of testing/crash/scenarios.ts. Points are counted by what outlives a tab: each write to the ledger, request to
 * the wallet, transaction, block and report to the agent, and, with another tab beside, each lock and each word to it. After
 * each the tab dies, which is also right before the next; what a tab has only read dies with it.
 *
 * Swept whole: one death at every point, with the people who insist and who wait; with the node down from then on, with
 * those who give up, too; words at every point, at which the service lets go of what is open and the session ends, with and
 * without a death; every write that fails, once or until the page is loaded anew; every request to the node that
 * fails. In every scenario the wallet lies at each of its requests, in each way of testing/crash/run.ts, with a death drawn as
 * the pairs are. Of all pairs of deaths, the second one in the midst of recovery, some are drawn by a fixed seed. Two tabs are swept
 * with plans of one step only: longer ones would take a tenth of the time. testing/crash/promises.ts says what must hold.
 */
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.test.setAutomine(false)
})
afterAll(() => anvil.stop())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Runs under each trouble. Gives how often people were left with a request in their wallet, and fails with the first words. */
async function sweep(scenario: Scenario, person: Person, troubles: readonly Trouble[], lie?: Lie) {
  const orphaned: Trouble[] = []
  for (const trouble of troubles) {
    const { broken, effects, orphans } = await runScenario(anvil, scenario, person, trouble, lie)
    if (orphans > 0) orphaned.push(trouble)
    expect.soft(broken, `${person}, ${JSON.stringify({ ...trouble, lie })}: ${effects.join(', ')}`).toEqual([])
  }
  return orphaned
}

const countsOf = async (scenario: Scenario, lie?: Lie) => {
  const { effects, writes, reads, broken } = await runScenario(anvil, scenario, 'insists', {}, lie)
  expect.soft(broken, `${JSON.stringify(lie)}: ${effects.join(', ')}`).toEqual([])
  const points = upTo(effects.length)
  // Before that nothing can be asked of anybody, and everybody approves.
  const sinceAsked = points.slice(Math.max(0, effects.indexOf('written: signing')))
  return { points, sinceAsked, writes: upTo(writes), reads: upTo(reads) }
}

/** Numbers from 0 below `below`, the same ones in each run (mulberry32). */
function drawFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Milliseconds for hundreds of runs: some ten seconds at most where a core is free. */
const timeout = 300_000

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

describe('the same holds whatever the wallet answers to one of its requests, and whatever it did', { timeout }, () => {
  it.each(scenarios)('$name', async (scenario) => {
    const { asked } = await runScenario(anvil, scenario, 'insists', {})
    const draw = drawFrom(scenarios.indexOf(scenario))
    for (let nth = 0; nth < asked; nth += 1)
      for (const as of lies) {
        const lie = { nth, as }
        const { points } = await countsOf(scenario, lie)
        const death = (): Trouble => ({ kills: [draw(points.length) + 1] })
        await sweep(scenario, 'insists', [death()], lie)
        await sweep(scenario, 'waits', [death()], lie)
      }
  })
})

const named = (...names: string[]) => scenarios.filter(({ name }) => names.includes(name))
const main = named('after an approval', 'as one batch (EIP-5792)', 'over a bridge, whose transfer is followed')

describe('the same holds where the talk goes on and the session is lost, at any point', { timeout }, () => {
  it.each(main)('$name', async (scenario) => {
    const { points } = await countsOf(scenario)
    const draw = drawFrom(scenarios.indexOf(scenario))
    await sweep(
      scenario,
      'insists',
      points.map((talk) => ({ talk })),
    )
    const deaths = points.map((talk): Trouble => ({ talk, kills: [draw(points.length) + 1] }))
    await sweep(scenario, 'insists', deaths)
    await sweep(scenario, 'waits', deaths)
  })
})

describe('what the wallet answers', { timeout }, () => {
  // By the nonce it would be found again at once; what a contract account's wallet answers is only known from it.
  const each = [...main, ...named('by a contract account, whose operation somebody else carries')]
  it.each(each)('is written before anything else is done: $name', async (scenario) => {
    const { effects } = await runScenario(anvil, scenario, 'insists', {})
    const next = effects.filter((_, index) => effects[index - 1] === 'wallet answers')
    expect(new Set(next)).toEqual(new Set(['written: broadcast']))
  })
})

describe('the same holds', { timeout }, () => {
  it.each(main)('with a node that is down from the death of the tab on, and comes back: $name', async (scenario) => {
    const { points, sinceAsked } = await countsOf(scenario)
    const deaths = (at: number[]) => at.map((point): Trouble => ({ kills: [point], nodeDown: true }))
    await sweep(scenario, 'insists', deaths(points))
    await sweep(scenario, 'gives up', deaths(sinceAsked))
  })

  it.each(main)('where a write to the ledger fails, once or until the page is loaded anew: $name', async (scenario) => {
    const { writes } = await countsOf(scenario)
    await sweep(
      scenario,
      'insists',
      writes.map((from) => ({ writes: { from, count: 1 } })),
    )
    await sweep(
      scenario,
      'insists',
      writes.map((from) => ({ writes: { from, count: 1_000 } })),
    )
  })

  it.each(main)('where a request to the node fails: $name', async (scenario) => {
    const { reads } = await countsOf(scenario)
    await sweep(
      scenario,
      'insists',
      reads.map((read) => ({ read })),
    )
  })
})
