// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf } from '@/components/app/testing/contexts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { callView } from '@/lib/execution/testing/call-view'
import type { Effects } from '@/lib/review/review'
import { reviewOf } from '@/lib/review/testing/review'
import type { Finding } from '@/lib/tools/finding'
import type { Prepared } from '@/lib/tools/tool'
import { CardSummary } from './card-summary'

afterEach(cleanup)

const app = appOf({ chains: unreachableChains(1) })
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const unlisted = '0x3f5ce5FbFE3e9aF3971DD833D26Ba9b5C936F0bE'
const nothing: Effects = { chainId: 1, balances: [], allowances: [], operators: [] }
const balance = (before: bigint, after: bigint) => ({
  ...{ before, after, symbol: 'USDC', decimals: 6, listed: true },
  asset: { kind: 'erc20', chainId: 1, address: usdc } as const,
})
const coin = (before: bigint, after: bigint) => ({
  ...{ before, after, symbol: 'ETH', decimals: 18, listed: true },
  asset: { kind: 'native', chainId: 1 } as const,
})
const passed: Finding = { rule: 'a', level: 'OK', title: 'as it should be' }

function summary(effects: Effects | null, findings: readonly Finding[], prepared: Partial<Prepared<unknown>> = {}) {
  const fee = { gas: [21_000n], maxFeePerGas: 10n ** 9n, total: 21_000n * 10n ** 9n }
  const view = callView({
    review: reviewOf({ effects, findings, fee }),
    prepared: { plan: null, details: null, findings: [], ...prepared },
  })
  const { container } = render(
    <AppContext value={app}>
      <CardSummary view={view} />
    </AppContext>,
  )
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

it('says what leaves, what arrives, what was found, and the fee', () => {
  const balances = [balance(500_000_000n, 0n), coin(0n, 10n ** 18n)]
  expect(summary({ ...nothing, balances }, [passed])).toEqual([
    '−500 USDC+1 ETH',
    'fee up to 0.000021 ETH',
    'One check passed',
  ])
})

it('names the worst finding', () => {
  const worst: Finding = { rule: 'b', level: 'DANGER', title: 'You lose 14%.' }
  expect(summary({ ...nothing, balances: [balance(1_000_000n, 0n)] }, [worst, passed])).toEqual([
    '−1 USDC',
    'fee up to 0.000021 ETH',
    'DangerYou lose 14%.',
  ])
})

it('marks what comes on another chain as expected', () => {
  const { asset } = balance(0n, 0n)
  const expects = { asset, amount: 498_900_000n, symbol: 'USDC', decimals: 6, listed: true, inSeconds: 90, usd: null }
  expect(summary({ ...nothing, balances: [balance(500_000_000n, 0n)] }, [passed], { expects })[0]).toBe(
    '−500 USDC+498.9 USDC expected',
  )
})

it('mentions an allowance, with its amount, and quotes the name that an unlisted token gives itself', () => {
  const allowance = { token: unlisted, spender: usdc, symbol: 'USDC', decimals: 6, before: 0n } as const
  const said = (amount: bigint) => summary({ ...nothing, allowances: [{ ...allowance, amount }] }, [passed])[0]
  expect(said(5_000_000n)).toBe('allowed: 5 “USDC”')
  cleanup()
  expect(said(2n ** 256n - 1n)).toBe('allowed: unlimited “USDC”')
})

it('mentions an allowance that ends only where nothing moves', () => {
  const allowance = { token: usdc, spender: usdc, symbol: 'USDC', decimals: 6, before: 5_000_000n, amount: 0n } as const
  expect(summary({ ...nothing, allowances: [allowance] }, [passed])[0]).toBe('no longer allowed: 5 USDC')
  cleanup()
  expect(summary({ ...nothing, balances: [balance(5_000_000n, 0n)], allowances: [allowance] }, [passed])[0]).toBe(
    '−5 USDC',
  )
})

it('counts the checks, and leaves out notes and what does not move', () => {
  const note: Finding = { rule: 'c', level: 'INFO', title: 'Good to know.' }
  expect(summary(nothing, [note, passed])).toEqual(['fee up to 0.000021 ETH', 'One check passed'])
  cleanup()
  expect(summary(nothing, [note])).toEqual(['fee up to 0.000021 ETH'])
})

it('says nothing of changes that nobody knows', () => {
  expect(summary(null, [passed])).toEqual(['One check passed'])
})
