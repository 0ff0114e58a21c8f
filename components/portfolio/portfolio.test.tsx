// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Address } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import type { ChainPortfolio, Holding } from '@/lib/chain/portfolio/holding'
import { FoldedHoldings, HoldingTable } from './holdings/holding-table'
import { unreadWords } from './not-read'
import { LoanHealth } from './portfolio'
import { viewOf } from './view'

afterEach(cleanup)

const token: Address = '0x00000000000000000000000000000000000000A1'
const holding = (symbol: string, more: Partial<Holding> = {}): Holding => ({
  ...{ kind: 'wallet', chainId: 1, key: symbol, token, symbol, listed: true, decimals: 2, place: null, amount: 1_234n },
  ...{ price: 10n ** 8n, rate: null, lockedUntil: null, canLeave: true, couldEarnIn: [] },
  ...more,
})
const chain = (chainId: number, more: Partial<ChainPortfolio>): ChainPortfolio => ({
  ...{ chainId, holdings: [], loans: [], nfts: [], incomplete: [], unread: [], stale: [] },
  ...more,
})
const rowsOf = (...holdings: Holding[]) => {
  const { wallet, earning, loans } = viewOf([chain(1, { holdings })])
  return [...wallet, ...earning, ...loans]
}

it('names the rows of the table by token and chain, and asks the agent by their buttons', () => {
  const ask = vi.fn()
  const rows = rowsOf(
    holding('DAI'),
    holding('USDC', { kind: 'vault', place: 'Savings', rate: 0.048, key: 'v' }),
    holding('WETH', { kind: 'owed', place: 'Aave', rate: 0.05, key: 'm' }),
  )
  render(<HoldingTable caption="In your wallet" rows={rows} onAsk={ask} />)
  const table = screen.getByRole('table', { name: 'In your wallet, the most valuable first' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(4)
  const names = within(table).getAllByRole('rowheader')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'DAIEthereum',
    'USDCSavings · Ethereum · earns 4.8% a year',
    'WETHAave · Ethereum · costs 5% a year',
  ])
  expect(within(table).getAllByText('$12.34')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Send DAI on Ethereum' }))
  expect(ask).toHaveBeenCalledWith('Send DAI on Ethereum to ')
})

it('draws folded holdings only once they are opened', () => {
  render(<FoldedHoldings words="1 token under $1" caption="Under $1" rows={rowsOf(holding('DAI'))} onAsk={vi.fn()} />)
  expect(screen.queryByRole('table')).toBeNull()
  const details = screen.getByText('1 token under $1').closest('details')
  if (!details) throw new Error('Nothing is folded')
  details.open = true
  fireEvent(details, new Event('toggle'))
  expect(screen.getByRole('table', { name: /^Under \$1/ })).toBeTruthy()
})

it.each([
  [25n, /health factor 2\.50\. Below 1\.00 .* 60% is enough/],
  [9n, /health factor 0\.90\. It can be liquidated now/],
])('says how near a loan is to liquidation: %s tenths', (tenths, words) => {
  const loan = { chainId: 1, market: token, name: 'Aave', healthFactor: tenths * 10n ** 17n }
  render(<LoanHealth loans={[loan]} />)
  expect(screen.getByRole('listitem').textContent).toMatch(words)
})

it('names the chains, and the parts of others, that could not be read', () => {
  const all = ['tokens', 'vaults', 'lending markets', 'NFTs'] as const
  const chains = [chain(1, { unread: ['vaults', 'NFTs'] }), chain(8453, { unread: all }), chain(10, {})]
  expect(unreadWords(chains)).toBe('Base and the vaults and NFTs on Ethereum')
  expect(unreadWords([chain(10, {})])).toBe('')
})
