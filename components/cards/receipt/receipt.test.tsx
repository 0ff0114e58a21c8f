// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { afterEach, expect, it } from 'vitest'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import { writePrediction, writeReceipt } from '@/lib/execution/ledger/stored-effects'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { Receipt } from './receipt'

afterEach(cleanup)

const shares = getAddress('0x00000000000000000000000000000000000000aa')
const asset = { kind: 'erc20', chainId: 1, address: shares } as const

const arriving = (after: bigint) => ({
  chainId: 1,
  balances: [{ asset, before: 0n, after, symbol: 'fvUSDC', decimals: 6, listed: true }],
  allowances: [],
  operators: [],
})

/**
 * Returns the receipt's line of a deposit that predicted 100 shares and promised 99. `actual` is null if it is unread.
 */
function arrived(actual: bigint | null): string {
  const predicted = {
    firstStep: 0,
    ...writePrediction({
      headline: 'Stake',
      block: null,
      effects: arriving(100_000_000n),
      declared: { out: [], in: [{ asset, amount: 99_000_000n }], allowances: [] },
      fee: null,
    }),
  }
  const receipt =
    actual === null
      ? undefined
      : writeReceipt({
          method: 'reads',
          effects: arriving(actual),
          fee: null,
          feeByOthers: false,
          others: [],
          fromBlock: null,
          toBlock: null,
        })
  const entry = ledgerEntry({ state: 'confirmed', predicted, ...(receipt && { receipt }) })
  render(<Receipt entry={entry} chains={new Map()} />)
  const row = screen.getByRole('row', { name: /^Arrives/ }).textContent ?? ''
  cleanup()
  return row
}

it('shows the promised minimum until that much is known to have arrived', () => {
  expect(arrived(null)).toContain('at least 99 fvUSDC')
  expect(arrived(99_999_999n)).toBe('Arrives+100 fvUSDC+99.9999 fvUSDC')
  expect(arrived(98_999_999n)).toContain('at least 99 fvUSDC')
})

it('does not say that nothing moved if only a part was examined', () => {
  const nothing = { chainId: 1, balances: [], allowances: [], operators: [] }
  const declared = { out: [], in: [], allowances: [] }
  const predicted = {
    firstStep: 0,
    ...writePrediction({ headline: 'Call', block: null, effects: nothing, declared, fee: null }),
  }
  const none = { method: 'reads', effects: nothing, fee: null, feeByOthers: false, others: [] } as const
  const show = (unread?: number) => {
    const receipt = writeReceipt({ ...none, fromBlock: null, toBlock: null, ...(unread ? { unread } : {}) })
    const entry = ledgerEntry({ state: 'confirmed', predicted, ...(receipt && { receipt }) })
    render(<Receipt entry={entry} chains={new Map()} />)
  }
  show()
  expect(screen.getByText('Nothing left and nothing arrived.')).toBeTruthy()
  cleanup()
  show(2_953)
  expect(screen.getByText('Among the assets that were read, nothing left and nothing arrived.')).toBeTruthy()
  expect(screen.getByText(/^Its logs name 2,953 more tokens or permissions/)).toBeTruthy()
})

it('is not surprised by an approval left unused by a call that did not complete', () => {
  const spender = getAddress('0x00000000000000000000000000000000000000bb')
  const none = { chainId: 1, balances: [], allowances: [], operators: [] }
  const declared = { out: [], in: [], allowances: [] }
  const predicted = {
    firstStep: 0,
    ...writePrediction({ headline: 'Repay', block: null, effects: none, declared, fee: null }),
  }
  const alarm = (state: LedgerState, left: bigint) => {
    const allowance = { token: shares, spender, before: 0n, amount: left, symbol: 'DAI', decimals: 6 }
    const receipt = writeReceipt({
      method: 'reads',
      effects: { ...none, allowances: [allowance] },
      fee: null,
      feeByOthers: false,
      others: [],
      fromBlock: null,
      toBlock: null,
    })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 20_000_000n] })
    const steps = [stepRecord({ id: 'approve', to: shares, data, outcome: 'success' }), stepRecord({ id: 'repay' })]
    const entry = ledgerEntry({ state, steps, predicted, receipt })
    render(<Receipt entry={entry} chains={new Map()} />)
    const found = screen.queryByText('It did something other than predicted')
    cleanup()
    return found !== null
  }
  expect(alarm('superseded', 20_000_000n)).toBe(false)
  expect(alarm('rejected', 20_000_000n)).toBe(false)
  expect(alarm('superseded', 20_000_001n)).toBe(true)
  expect(alarm('confirmed', 20_000_000n)).toBe(true)
})

it('gives what may be spent, and by whom, a line of its own above its figures', () => {
  const spender = getAddress('0x00000000000000000000000000000000000000bb')
  const allowance = { token: shares, spender, before: 0n, amount: 20_000_000n, symbol: 'DAI', decimals: 6 }
  const effects = { chainId: 1, balances: [], allowances: [allowance], operators: [] }
  const declared = { out: [], in: [], allowances: [] }
  const predicted = {
    firstStep: 0,
    ...writePrediction({ headline: 'Approve', block: null, effects, declared, fee: null }),
  }
  render(<Receipt entry={ledgerEntry({ state: 'confirmed', predicted })} chains={new Map()} />)
  const [, who, figures] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(who).toContain(spender)
  expect(figures).toBe('Limit20 “DAI”…')
})
