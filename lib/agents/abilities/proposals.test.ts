import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import type { Draft } from '@/lib/language/steps/draft'
import { withOnlyDestination } from './proposals'

const [ethereum, base] = localChainIds
const local = (ids: readonly number[]) => unreachableChains(...ids)
const fromBase: Draft = { action: 'bridge', fromChain: { text: 'base', id: base } }

describe('a bridge without a destination', () => {
  it('goes to the only other network', () => {
    expect(withOnlyDestination(fromBase, local([ethereum, base]))).toMatchObject({ toChain: { id: ethereum } })
  })

  it('is unchanged if there are several or none, or if no known source network was named', () => {
    expect(withOnlyDestination(fromBase, local([ethereum, base, 1]))).toBe(fromBase)
    expect(withOnlyDestination(fromBase, local([base]))).toBe(fromBase)
    const unnamed: Draft = { action: 'bridge' }
    expect(withOnlyDestination(unnamed, local([ethereum, base]))).toBe(unnamed)
    const unserved: Draft = { action: 'bridge', fromChain: { text: 'arbitrum' } }
    expect(withOnlyDestination(unserved, local([ethereum, base]))).toBe(unserved)
  })

  it('leaves swaps and sends unchanged', () => {
    const swap: Draft = { ...fromBase, action: 'swap' }
    expect(withOnlyDestination(swap, local([ethereum, base]))).toBe(swap)
  })
})
