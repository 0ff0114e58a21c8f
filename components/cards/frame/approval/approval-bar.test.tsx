// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallView } from '@/lib/execution/call/controller'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import type { Verdict } from '@/lib/review/review'
import { reviewOf } from '@/lib/review/testing/review'
import type { Finding } from '@/lib/tools/finding'
import { ApprovalBar } from './approval-bar'

const review = (verdict: Verdict = 'ready') => reviewOf({ verdict })
const view = (change: Partial<CallView> = {}, state: LedgerState = 'ready'): CallView =>
  callView({ entry: ledgerEntry({ state }), review: review(), ...change })
const approve = vi.fn(async () => undefined)
const controller = callController(view(), { approve })
const bar = (shown: CallView, readable = true) => (
  <ApprovalBar view={shown} controller={controller} readable={readable} />
)
const button = () => screen.getByRole('button', { name: 'Countersign' })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const isPaused = () => button().getAttribute('aria-disabled') === 'true'

beforeEach(() => {
  vi.useFakeTimers()
  approve.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('ignores clicks for a moment after the figures change, and keeps the focus', () => {
  const first = view()
  const { rerender } = render(bar(first))
  pass(600)
  button().focus()
  rerender(bar(view({ review: review() })))
  expect(isPaused()).toBe(true)
  fireEvent.click(button())
  pass(599)
  fireEvent.click(button())
  expect(approve).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button())
  pass(1)
  expect(isPaused()).toBe(false)
  fireEvent.click(button())
  expect(approve).toHaveBeenCalledTimes(1)
})

it('restarts that moment with each change, and starts it when the figures become readable', () => {
  const { rerender } = render(bar(view()))
  pass(500)
  const second = review()
  rerender(bar(view({ review: second })))
  pass(500)
  expect(isPaused()).toBe(true)
  pass(100)
  expect(isPaused()).toBe(false)
  rerender(bar(view({ review: second, acknowledged: true })))
  expect(isPaused(), 'nothing on screen has changed').toBe(false)
  const third = view({ review: review() })
  rerender(bar(third, false))
  pass(5_000)
  rerender(bar(third, true))
  expect(isPaused()).toBe(true)
  pass(600)
  expect(isPaused()).toBe(false)
})

it('goes by what this page found, even if another tab started a review and closed', () => {
  const { rerender } = render(bar(view({}, 'reviewing')))
  pass(600)
  fireEvent.click(button())
  rerender(bar(view({}, 'blocked')))
  pass(600)
  fireEvent.click(button())
  expect(approve).toHaveBeenCalledTimes(2)
  rerender(bar(view({ review: review('blocked') })))
  expect(screen.getByRole('button', { name: 'Blocked' })).toHaveProperty('disabled', true)
  rerender(bar(view({ review: null }, 'blocked')))
  expect(screen.getByRole('button', { name: 'Blocked' })).toHaveProperty('disabled', true)
  rerender(bar(view({ review: null }, 'reviewing')))
  expect(screen.getByRole('button', { name: 'Checking …' })).toHaveProperty('disabled', true)
})

it('waits without claiming that it is impossible while nobody answers', () => {
  render(bar(view({ review: null, waiting: 'Ethereum could not be read.' }, 'reviewing')))
  expect(screen.getByRole('button', { name: 'Waiting …' }).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByText('Not possible')).toBeNull()
})

it('names the choice that a call waits for, unless something else blocks it too', () => {
  const choice = { rule: 'lending.reserve', level: 'BLOCK', title: 'Two reserves', asks: 'Choose a reserve' } as const
  const fault = { rule: 'G2', level: 'BLOCK', title: 'Another wallet' } as const
  const prepared = (findings: readonly Finding[]) => ({ plan: null, details: null, findings })
  const { rerender } = render(bar(view({ review: null, prepared: prepared([choice]) }, 'blocked')))
  expect(screen.getByRole('button', { name: 'Choose a reserve' })).toHaveProperty('disabled', true)
  rerender(bar(view({ review: null, prepared: prepared([choice, fault]) }, 'blocked')))
  expect(screen.getByRole('button', { name: 'Blocked' })).toHaveProperty('disabled', true)
})
