// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QuoteAge } from './quote-age'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Renders a quote that lasts ten seconds from each renewal. */
function show() {
  const renew = vi.fn(() => view.rerender(quote()))
  const quote = () => <QuoteAge at={Date.now()} expiresAt={Date.now() + 10_000} renew={renew} />
  const view = render(quote())
  return renew
}
/** Advances the time second by second, as a page would see it. */
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) act(() => vi.advanceTimersByTime(1_000))
}
const look = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('is renewed on expiry while the page is visible', () => {
  const renew = show()
  pass(9)
  expect(renew).not.toHaveBeenCalled()
  pass(2)
  expect(renew).toHaveBeenCalledTimes(1)
  pass(20)
  expect(renew.mock.calls.length).toBeGreaterThan(1)
})

it('is left alone while the page is hidden, and renewed when it becomes visible again', () => {
  const renew = show()
  look('hidden')
  pass(120)
  expect(renew).not.toHaveBeenCalled()
  look('visible')
  expect(renew).toHaveBeenCalledTimes(1)
})

it('waits for the person after ten renewals, until the page has been hidden', () => {
  const renew = show()
  pass(600)
  expect(renew).toHaveBeenCalledTimes(10)
  fireEvent.click(screen.getByRole('button', { name: 'New quote' }))
  expect(renew).toHaveBeenCalledTimes(11)
  look('hidden')
  pass(20)
  look('visible')
  expect(renew).toHaveBeenCalledTimes(12)
})
