import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { answerContracts } from './addresses'

const chains = unreachableChains(...localChainIds)
const base = { text: 'base', id: localChainIds[1] }

describe('the contract address of a token', () => {
  it('is given with its network', () => {
    const { text, calls } = answerContracts(
      { of: 'contracts', token: { text: 'usdc', symbol: 'USDC' }, chain: base },
      { chains },
    )
    expect(text).toContain(`USDC on Base (local) is the contract ${devnetAddresses.tokens.USDC}.`)
    expect(text).not.toContain('Ethereum')
    expect(calls).toEqual([])
  })

  it('is given for every network if none is named', () => {
    const { text } = answerContracts({ of: 'contracts', token: { text: 'dai', symbol: 'DAI' } }, { chains })
    expect(text).toMatch(/on Ethereum .* on Base /)
  })

  it('does not exist for the coin of a network, nor for an unlisted token', () => {
    const coin = { of: 'contracts', token: { text: 'eth', symbol: 'ETH' }, chain: base } as const
    expect(answerContracts(coin, { chains }).text).toContain('has no contract')
    expect(answerContracts({ of: 'contracts', token: { text: 'pepe' } }, { chains }).text).toContain(
      'no token called “pepe”',
    )
    const elsewhere = { of: 'contracts', token: { text: 'usdc', symbol: 'USDC' }, chain: { text: 'tron' } } as const
    expect(answerContracts(elsewhere, { chains }).text).not.toContain('0x')
  })
})
