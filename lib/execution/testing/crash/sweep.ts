import { afterAll, beforeAll, expect } from 'vitest'
import { type Anvil, startAnvil } from '../anvil'
import type { Person } from './person'
import { type Lie, runScenario, type Scenario } from './run'
import { scenarios } from './scenarios'
import type { Trouble } from './world'

/** The test file's chain. Set once `setUpSweep` has been called. */
let anvil: Anvil

export function setUpSweep(): void {
  beforeAll(async () => {
    anvil = await startAnvil()
    await anvil.test.setAutomine(false)
  })
  afterAll(() => anvil.stop())
}

/** Runs once, with people who insist. */
export const run = (scenario: Scenario, lie?: Lie) => runScenario(anvil, scenario, 'insists', {}, lie)

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Runs under each trouble. Returns the troubles that left people with a request in their wallet; every broken promise
 * fails the test.
 */
export async function sweep(scenario: Scenario, person: Person, troubles: readonly Trouble[], lie?: Lie) {
  const orphaned: Trouble[] = []
  for (const trouble of troubles) {
    const { broken, effects, orphans } = await runScenario(anvil, scenario, person, trouble, lie)
    if (orphans > 0) orphaned.push(trouble)
    expect.soft(broken, `${person}, ${JSON.stringify({ ...trouble, lie })}: ${effects.join(', ')}`).toEqual([])
  }
  return orphaned
}

export const countsOf = async (scenario: Scenario, lie?: Lie) => {
  const { effects, writes, reads, broken } = await run(scenario, lie)
  expect.soft(broken, `${JSON.stringify(lie)}: ${effects.join(', ')}`).toEqual([])
  const points = upTo(effects.length)
  // Before that, nobody can be asked anything, and everybody approves.
  const sinceAsked = points.slice(Math.max(0, effects.indexOf('written: signing')))
  return { points, sinceAsked, writes: upTo(writes), reads: upTo(reads) }
}

/** Draws numbers from 0 to below `below`, the same in each run (mulberry32). */
export function drawFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Milliseconds for hundreds of runs: some ten seconds at most on a free core. */
export const timeout = 300_000

/** Returns the scenarios with these names. Throws for a name that none has. */
export const named = (...names: string[]) =>
  names.map((name) => {
    const found = scenarios.find((scenario) => scenario.name === name)
    if (!found) throw new Error(`No scenario is called “${name}”.`)
    return found
  })
export const main = named('after an approval', 'as one batch (EIP-5792)', 'over a bridge, whose transfer is followed')
