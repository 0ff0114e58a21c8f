import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { ChainPortfolio } from '@/lib/chain/portfolio/holding'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { createPortfolioReader, isWhole, readerOf } from './reader'

const account: Address = '0x00000000000000000000000000000000000000A1'
const chain = (chainId: number, more: Partial<ChainPortfolio>): ChainPortfolio => ({
  ...{ chainId, holdings: [], loans: [], nfts: [], incomplete: [], unread: [], stale: [] },
  ...more,
})

it('is whole only if everything was read and priced', () => {
  expect(isWhole([chain(1, {})])).toBe(true)
  expect(isWhole([chain(1, {}), chain(10, { unread: ['NFTs'] })])).toBe(false)
  expect(isWhole([chain(1, { stale: ['ETH'] })])).toBe(false)
  expect(isWhole([])).toBe(false)
})

it('joins concurrent reads, skips a refresh within 10 s, and is shared by page and panel', async () => {
  const chains = unreachableChains(31337)
  let clock = 0
  const reader = createPortfolioReader({ chains, account, now: () => clock })
  const seen: boolean[] = []
  reader.subscribe(() => seen.push(reader.getSnapshot().isReading))
  await Promise.all([reader.read(), reader.read()])
  expect(seen).toEqual([true, false])
  expect(reader.getSnapshot().chains[0]?.unread).toHaveLength(4)
  clock = 9_999
  await reader.refresh()
  expect(seen).toEqual([true, false])
  clock = 10_000
  await reader.refresh()
  expect(seen).toEqual([true, false, true, false])
  expect(readerOf(chains, account)).toBe(readerOf(chains, account))
})
