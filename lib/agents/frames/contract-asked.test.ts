import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { read } from '../fixtures/following'

describe('where the contract of a token is', () => {
  it.each([
    ["what's the address of usdc on base", { token: { symbol: 'USDC' }, chain: { id: localChainIds[1] } }],
    ['usdc contract address', { token: { symbol: 'USDC' } }],
    ['contract address of dai please', { token: { symbol: 'DAI' } }],
    ['what is the contract of weth on ethereum?', { token: { symbol: 'WETH' }, chain: { id: localChainIds[0] } }],
  ])('%s', (text, insight) => {
    expect(read(text)).toMatchObject({ kind: 'insight', insight: { of: 'contracts', ...insight } })
  })

  it.each([
    'what is my usdc address',
    'what is the contract of the usdc vault',
    'send 5 usdc to the contract address of dai',
    'what is a contract address',
  ])('is not asked by %s', (text) => {
    expect(read(text)).not.toMatchObject({ insight: { of: 'contracts' } })
  })
})
