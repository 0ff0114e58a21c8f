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
  const counted = () => {
    const requests = node.seen.roundTrips
    node.reset()
    return requests
  }
  const review = async (prepared: Prepared<StakingDetails>) => {
    const { method, verdict } = await bench.review(prepared)
    expect([method, verdict]).toEqual(['eth_simulateV1', 'ready'])
    expect(counted()).toHaveLength(1)
  }
  const entry = await bench.enter()
  // The newest block is asked for while the service is: from it the past is counted back.
  const [newest, ...rest] = counted()
  expect(newest).toEqual(['eth_getBlockByNumber'])
  expect(rest).toHaveLength(1)
  await review(entry)

  await bench.carryOut(entry.plan)
  const leaving = await bench.exit()
  expect(counted()).toHaveLength(1)
  await review(leaving)
  await node.stop()
})
