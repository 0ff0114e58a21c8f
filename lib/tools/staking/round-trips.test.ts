import { expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import type { Prepared } from '../tool'
import type { StakingDetails } from './details'
import { createStakingBench } from './testing/staking-bench'

const bench = createStakingBench()

it('are one to prepare, beside what the yield service takes, and one to review', async () => {
  const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '', 0)
  const chains = buildChains([{ id: 31337, rpcUrl: node.url }])
  bench.context.chains = chains
  bench.context.yields = createYields({ apiUrl: bench.devnet.urls.yield, chains, now: Date.now })
  // Nothing is answered before this many requests are there: they do not wait for one another.
  const together = (requests: number) => {
    let release = () => {}
    const all = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    node.reset(() => {
      if (node.seen.roundTrips.length === requests) release()
      return all
    })
  }
  const review = async (prepared: Prepared<StakingDetails>, requests: number) => {
    together(requests)
    const { method, verdict, findings } = await bench.review(prepared)
    expect([method, verdict]).toEqual(['eth_simulateV1', 'ready'])
    expect(node.seen.roundTrips).toHaveLength(requests)
    return findings.map(({ rule, level }) => `${rule} ${level}`)
  }
  // The newest block is asked for while the service is: from it the past is counted back.
  together(2)
  const entry = await bench.enter()
  expect(node.seen.roundTrips).toHaveLength(2)
  expect(node.seen.roundTrips[0]).toEqual(['eth_getBlockByNumber'])
  // The past goes apart.
  expect(await review(entry, 2)).toContain('staking.apy OK')

  node.reset()
  await bench.carryOut(entry.plan)
  const leaving = await bench.exit()
  expect(node.seen.roundTrips).toHaveLength(1)
  await review(leaving, 1)
  await node.stop()
})
