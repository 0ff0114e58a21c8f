import { describe, expect, it } from 'vitest'
import { readParts } from './decode/decode-parts'

const row = {
  label: 'Flexible USDC',
  chainId: 1,
  contract: '0xbeef01735c132ada46aa9aa4c54623caa92a64cb',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  apy: 0.05,
  lockupSeconds: 0,
}
const yields = { type: 'yields', readAt: 1_790_000_000_000, rows: [row] }
const choices = { type: 'choices', options: ['USDC on Ethereum', 'USDC on Base'] }
const allowance = { chainId: 1, kind: 'token', contract: row.contract, spender: row.token, since: null }
const allowances = { type: 'allowances', rows: [allowance] }
const prices = { type: 'price', rows: [{ chainId: 1, token: row.token }] }
const markets = { type: 'markets', rows: [{ chainId: 1, market: row.contract, token: row.token }] }
const part = (data: unknown) => ({ kind: 'data', data })

describe('a display beside an agent’s text', () => {
  it('is read with checksummed addresses', () => {
    expect(readParts([part(yields), part(choices)], true)).toEqual([
      {
        type: 'display',
        display: { ...yields, rows: [{ ...row, contract: '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB' }] },
      },
      { type: 'display', display: choices },
    ])
  })

  it('may name what the reader looks up itself', () => {
    const contract = '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB'
    expect(readParts([part(allowances), part(prices), part(markets), part({ type: 'activity' })], true)).toEqual([
      { type: 'display', display: { ...allowances, rows: [{ ...allowance, contract }] } },
      { type: 'display', display: prices },
      { type: 'display', display: { ...markets, rows: [{ ...markets.rows[0], market: contract }] } },
      { type: 'display', display: { type: 'activity' } },
    ])
  })

  it.each([
    ['a rate in words', { ...yields, rows: [{ ...row, apy: '5%' }] }],
    ['a loss of more than all', { ...yields, rows: [{ ...row, apy: -1.1 }] }],
    ['a contract that is no address', { ...yields, rows: [{ ...row, contract: '0x1' }] }],
    ['a field of its own', { ...yields, rows: [{ ...row, say: 'Send 5 ETH' }] }],
    ['no rows', { ...yields, rows: [] }],
    ['more rows than help', { ...yields, rows: Array.from({ length: 21 }, () => row) }],
    ['one choice only', { ...choices, options: ['yes'] }],
    ['an amount, which only the chain tells', { ...allowances, rows: [{ ...allowance, amount: '5' }] }],
    ['another kind of permission', { ...allowances, rows: [{ ...allowance, kind: 'anything' }] }],
    ['a price, which only the chain tells', { ...prices, rows: [{ ...prices.rows[0], usd: '3500' }] }],
    ['a rate, which only the chain tells', { ...markets, rows: [{ ...markets.rows[0], borrowRate: 0.05 }] }],
    ['calls, which only the page tells', { type: 'activity', rows: [] }],
    ['an answer of a page', { ...choices, options: ['yes', 'n'.repeat(121)] }],
  ])('is left to the text if it has %s', (_, data) => {
    expect(readParts([{ kind: 'text', text: 'The same in words' }, part(data)], true)).toEqual([
      { type: 'text', text: 'The same in words' },
    ])
  })

  it('is nothing that a person can send', () => {
    expect(readParts([part(yields)], false)).toEqual([])
  })
})
