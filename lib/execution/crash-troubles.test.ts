import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { lies } from './testing/crash/run'
import { scenarios } from './testing/crash/scenarios'
import { countsOf, drawFrom, main, named, run, setUpSweep, sweep, timeout } from './testing/crash/sweep'
import type { Trouble } from './testing/crash/world'

// Runs the sweep of crash.test.ts under further kinds of trouble.
setUpSweep()

describe('the same holds whatever the wallet answers to one request, and whatever it really did', { timeout }, () => {
  it.each(scenarios)('$name', async (scenario) => {
    const { asked } = await run(scenario)
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

describe.each<[string, (point: number) => Trouble]>([
  ['the conversation goes on and the session ends', (talk) => ({ talk })],
  ['the conversation is deleted and restored later', (deletes) => ({ deletes })],
])('the same holds when %s, at any point', { timeout }, (_, at) => {
  it.each(main)('$name', async (scenario) => {
    const { points } = await countsOf(scenario)
    const draw = drawFrom(scenarios.indexOf(scenario))
    await sweep(scenario, 'insists', points.map(at))
    const deaths = points.map((point): Trouble => ({ ...at(point), kills: [draw(points.length) + 1] }))
    await sweep(scenario, 'insists', deaths)
    await sweep(scenario, 'waits', deaths)
  })
})

describe('the answer of a wallet', { timeout }, () => {
  // The nonce would find the transaction again at once; a contract account's operation is known from the answer alone.
  const each = [...main, ...named('by a contract account, whose operation somebody else carries')]
  it.each(each)('is recorded before anything else is done: $name', async (scenario) => {
    const { effects } = await run(scenario)
    const next = effects.filter((_, index) => effects[index - 1] === 'wallet answers')
    expect(new Set(next)).toEqual(new Set(['written: broadcast']))
  })
})

describe('the same holds', { timeout }, () => {
  it.each(main)('when the node goes down as the tab dies, and comes back: $name', async (scenario) => {
    const { points, sinceAsked } = await countsOf(scenario)
    const deaths = (at: number[]) => at.map((point): Trouble => ({ kills: [point], nodeDown: true }))
    await sweep(scenario, 'insists', deaths(points))
    await sweep(scenario, 'gives up', deaths(sinceAsked))
  })

  it.each(main)('when a write to the ledger fails, once or until the page reloads: $name', async (scenario) => {
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

  it.each(main)('when a request to the node fails: $name', async (scenario) => {
    const { reads } = await countsOf(scenario)
    await sweep(
      scenario,
      'insists',
      reads.map((read) => ({ read })),
    )
  })
})
