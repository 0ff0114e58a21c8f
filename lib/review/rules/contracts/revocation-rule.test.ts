import { expect, test } from 'vitest'
import { approve, levels, of, planOf, reviewOn, step, tokenCall } from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

const revoking = (gas?: bigint) =>
  planOf([{ ...approve(bench.local.usdc, bench.local.vault, 0n), ...(gas === undefined ? {} : { gas }) }])

test('a revocation at the usual cost passes', async () => {
  expect(levels(await reviewOn(bench.local, revoking()), 'G27')).toEqual([])
})

test('a million gas passes, one more warns', async () => {
  expect(levels(await reviewOn(bench.local, revoking(1_000_000n)), 'G27')).toEqual([])
  expect(of(await reviewOn(bench.local, revoking(1_000_001n)), 'G27')).toMatchObject([
    { level: 'WARN', observed: expect.stringContaining('1,000,001 gas') },
  ])
})

test('revoking a collection’s operator counts too, granting a permission does not', async () => {
  const operator = (approved: boolean) =>
    planOf([
      step(bench.local.postcards, tokenCall('setApprovalForAll', [bench.local.vault, approved]), 0n, {
        gas: 2_000_000n,
      }),
    ])
  expect(levels(await reviewOn(bench.local, operator(false)), 'G27')).toEqual(['WARN'])
  expect(levels(await reviewOn(bench.local, operator(true)), 'G27')).toEqual([])
  const grant = planOf([{ ...approve(bench.local.usdc, bench.local.vault, 1n), gas: 2_000_000n }])
  expect(levels(await reviewOn(bench.local, grant), 'G27')).toEqual([])
})

test('an unknown fee leaves it unverified', async () => {
  expect(levels(await reviewOn(bench.local, revoking(), bench.broken('eth_feeHistory')), 'G27')).toEqual(['UNVERIFIED'])
})
