import { expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import type { Prepared } from '../tool'
import type { StakingDetails } from './details'
import { createStakingBench } from './testing/staking-bench'

const bench = createStakingBench()

it('take one to prepare, besides the yield service’s own, and one to review', async () => {
  const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
  const chains = buildChains([{ id: 31337, rpcUrl: node.url }])
  bench.context.chains = chains
  bench.context.yields = createYields({ apiUrl: bench.devnet.urls.yield, chains, now: Date.now })
  const review = async (prepared: Prepared<StakingDetails>, requests: number) => {
    node.together(requests)
    const { method, verdict, findings } = await bench.review(prepared)
    expect([method, verdict]).toEqual(['eth_simulateV1', 'ready'])
    expect(node.seen.roundTrips).toHaveLength(requests)
    return findings.map(({ rule, level }) => `${rule} ${level}`)
  }
  // The newest block is requested along with the service: the past is counted back from it.
  node.together(2)
  const entry = await bench.enter()
  expect(node.seen.roundTrips).toHaveLength(2)
  expect(node.seen.roundTrips[0]).toEqual(['eth_getBlockByNumber'])
  // The past and the prices are separate requests.
  expect(await review(entry, 3)).toContain('staking.apy OK')

  node.reset()
  await bench.carryOut(entry.plan)
  const leaving = await bench.exit()
  expect(node.seen.roundTrips).toHaveLength(1)
  await review(leaving, 2)
  await node.stop()
})
