import { expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import type { PlanTerms } from '@/lib/wire/plan'
import { offerText } from './plan-text'

const terms = (times: number | null): PlanTerms => ({
  chainId: 31337,
  sells: 'USDC',
  buys: 'ETH',
  amount: { kind: 'usd', value: '20' },
  schedule: { hour: 12, times, start: '2026-11-30', every: { unit: 'day', count: 7 } },
})

it.each([
  [1, 'There is only one purchase, on Mon 30 Nov 2026.'],
  [2, 'The first 2 dates are Mon 30 Nov 2026 and Mon 7 Dec 2026. There are 2 purchases in all'],
  [null, 'It continues until you pause or cancel it.'],
])('tells the dates of a plan of %s purchases', (times, words) => {
  expect(offerText({ terms: terms(times), until: 0 }, unreachableChains(...localChainIds))).toContain(words)
})
