import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { Holding } from '@/lib/chain/portfolio/holding'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import { writeReceipt } from '@/lib/execution/ledger/stored-effects'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import type { BalanceEffect } from '@/lib/review/review'
import { gap } from './gap'
import { afterCall, forHoldings } from './suggest'

const { USDC, DAI } = devnetAddresses.tokens
const vault = pinnedVaultsOn(31337)[0]?.contract ?? USDC
const all = ['swap', 'staking', 'lending']

const holding = (symbol: string, dollars: number, more: Partial<Holding> = {}): Holding => ({
  kind: 'wallet',
  chainId: 31337,
  key: symbol,
  token: symbol === 'DAI' ? DAI : USDC,
  symbol,
  listed: true,
  decimals: 0,
  place: null,
  amount: BigInt(dollars),
  price: 10n ** 8n,
  rate: null,
  lockedUntil: null,
  canLeave: true,
  couldEarnIn: [],
  ...more,
})

const words = (suggestions: readonly { sentence: string }[]) => suggestions.map(({ sentence }) => sentence)

describe('what an account holds', () => {
  it('brings its idle and its largest tokens, the most valuable first', () => {
    expect(words(forHoldings([holding('DAI', 5, { couldEarnIn: ['Vault'] }), holding('USDC', 9)], all))).toEqual([
      'Best yield for my DAI',
      `Swap ${gap} USDC for DAI`,
      'What is USDC worth?',
    ])
  })

  it('brings a loan first', () => {
    const suggestions = forHoldings([holding('USDC', 9), holding('DAI', 5, { kind: 'owed' })], all)
    expect(words(suggestions).slice(0, 2)).toEqual(['How safe is my loan?', 'Repay all my DAI'])
    expect(suggestions[1]?.token).toEqual({ chainId: 31337, address: DAI, symbol: 'DAI' })
  })

  it('names neither an unlisted token nor one that is gone, and nothing that the agent cannot do', () => {
    expect(forHoldings([holding('USDC', 0), holding('FREE', 9, { listed: false })], all)).toEqual([])
    expect(words(forHoldings([holding('DAI', 5, { couldEarnIn: ['Vault'] })], []))).toEqual(['What is DAI worth?'])
  })
})

const confirmed = (...balances: readonly Partial<BalanceEffect>[]) =>
  ledgerEntry({
    state: 'confirmed',
    receipt: writeReceipt({
      method: 'reads',
      effects: {
        chainId: 31337,
        balances: balances.map((balance) => ({
          asset: { kind: 'erc20', chainId: 31337, address: DAI },
          before: 0n,
          after: 5n,
          symbol: 'DAI',
          decimals: 18,
          listed: true,
          ...balance,
        })),
        allowances: [],
        operators: [],
      },
      fee: 0n,
      feeByOthers: false,
      others: [],
      fromBlock: 1n,
      toBlock: 2n,
    }),
  })

describe('what was just done', () => {
  it.each([
    ['a token that came', confirmed({}), ['Best yield for my DAI', 'What is DAI worth?', 'What do I have?']],
    ['a share of a vault', confirmed({ listed: false, symbol: 'fvDAI' }), ['What do I earn?', 'What do I have?']],
    [
      'a share of a vault that we name',
      confirmed({ symbol: 'fvUSDC', asset: { kind: 'erc20', chainId: 31337, address: vault } }),
      ['What do I earn?', 'What do I have?'],
    ],
    ['a loan', confirmed({ debt: true }), ['How safe is my loan?', 'What do I have?']],
    ['a send', confirmed({ before: 5n, after: 0n }), ['What do I have?']],
    ['nothing', ledgerEntry({ state: 'ready' }), []],
    ['a card that only showed something', ledgerEntry({ state: 'confirmed' }), []],
  ])('leads on from %s', (_, entry, expected) => {
    expect(words(afterCall(entry, all))).toEqual(expected)
  })
})
