import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { findTool } from '@/lib/tools/registry'
import type { Agent } from './agent'
import { createAgents } from './agents'
import { abstentions } from './fixtures/abstentions'
import { contextOf } from './fixtures/context'
import { elsewhere } from './fixtures/elsewhere'
import { finance } from './fixtures/finance'
import { followUps } from './fixtures/follow-ups'
import { fundAccount, owner } from './fixtures/fund'
import { judge, type Verdict } from './fixtures/judge'
import type { Phrasing } from './fixtures/phrasing'
import { proposals } from './fixtures/proposals'
import { several } from './fixtures/several'

const [agent] = createAgents()
if (!agent) throw new Error('There is no agent')
const countersign: Agent = agent

let devnet: TestDevnet

/** The verdict on every phrasing. */
let verdicts: readonly Verdict[]

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  const context = contextOf(devnet)
  const all = [...proposals, ...abstentions, ...followUps, ...elsewhere, ...finance, ...several]
  verdicts = await Promise.all(all.map((phrasing) => judge(countersign, phrasing, owner, context)))
})

afterAll(() => devnet.stop())

const verdictsOf = (phrasings: readonly Phrasing[]) => verdicts.filter(({ phrasing }) => phrasings.includes(phrasing))

describe('phrasings', () => {
  it('proposes nothing wrong, and gets at least 97% right', () => {
    const wrong = verdicts.filter(({ outcome }) => outcome !== 'right')
    const told = wrong.map(
      ({ outcome, phrasing, said }) =>
        `${outcome}: ${[...(phrasing.after ?? []), phrasing.text].join(' / ')} -> ${said.text}`,
    )
    expect(told.filter((line) => line.startsWith('wrong-proposal'))).toEqual([])
    expect(wrong.length / verdicts.length, told.join('\n')).toBeLessThanOrEqual(0.03)
  })

  it('gets all of lending, staking and yields, and of several things at once, right', () => {
    const wrong = verdictsOf([...finance, ...several]).filter(({ outcome }) => outcome !== 'right')
    expect(wrong.map(({ phrasing, said }) => `${phrasing.after ?? ''} / ${phrasing.text} -> ${said.text}`)).toEqual([])
  })

  it('proposes only what the tools can read', () => {
    for (const { said } of verdictsOf([...proposals, ...finance, ...several]))
      for (const { name, parameters } of said.calls)
        expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
  })
})
