import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { concentrationText, placesOf, sharesOf, sharesText } from './shares'
import type { Holding } from './snapshot'

/** A token worth this many dollars in the wallet, or in a place. */
const holding = (symbol: string, usd: bigint, more: Partial<Holding> = {}): Holding => ({
  ...{
    kind: 'wallet',
    chainId: 31337,
    key: symbol,
    token: devnetAddresses.tokens.USDC,
    symbol,
    decimals: 6,
    place: '',
  },
  ...{ amount: usd * 1_000_000n, price: 100_000_000n },
  ...more,
})
const vault = (symbol: string, usd: bigint) => holding(symbol, usd, { kind: 'vault', place: 'Vault' })

describe('the shares of an account', () => {
  it('are counted by asset over all places, rounded to the nearest tenth', () => {
    const all = [holding('ETH', 2n), holding('USDC', 1n), vault('ETH', 3n), holding('PEPE', 9n, { price: null })]
    expect(sharesOf(all)).toEqual([
      { name: 'ETH', tenths: 833 },
      { name: 'USDC', tenths: 167 },
    ])
    expect(sharesText(all)).toBe('By asset, before debts: ETH 83.3% and USDC 16.7%.')
    expect(placesOf(all)).toEqual([{ name: 'Vault', tenths: 500 }])
  })

  it('are called concentrated if one asset or one place is half or more', () => {
    expect(concentrationText([vault('USDC', 50n), holding('DAI', 49n), holding('ETH', 1n)])).toBe(
      'It is concentrated: 50% is one asset, USDC and 50% is in one place, Vault.',
    )
    expect(concentrationText([holding('USDC', 60n), vault('DAI', 40n)])).toBe(
      'It is concentrated: 60% is one asset, USDC.',
    )
    expect(concentrationText([vault('USDC', 49n), holding('DAI', 26n), holding('ETH', 25n)])).toBe(
      'No single asset or place makes up half of it.',
    )
  })

  it('exclude debts, and tokens without a price', () => {
    expect(sharesOf([holding('USDC', 10n), holding('ETH', 8n, { kind: 'owed' })])).toEqual([
      { name: 'USDC', tenths: 1000 },
    ])
    expect(sharesText([holding('PEPE', 1n, { price: null })])).toBe('')
    expect(concentrationText([holding('PEPE', 1n, { price: null })])).toBe('')
    expect(concentrationText([])).toBe('')
  })
})
