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

/** A quote that lasts ten seconds, and as long again each time that it is renewed. */
function show() {
  const renew = vi.fn(() => view.rerender(quote()))
  const quote = () => <QuoteAge at={Date.now()} expiresAt={Date.now() + 10_000} renew={renew} />
  const view = render(quote())
  return renew
}
/** Second by second, as a page sees it. */
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) act(() => vi.advanceTimersByTime(1_000))
}
const look = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('is renewed once it has aged, while somebody looks', () => {
  const renew = show()
  pass(9)
  expect(renew).not.toHaveBeenCalled()
  pass(2)
  expect(renew).toHaveBeenCalledTimes(1)
  pass(20)
  expect(renew.mock.calls.length).toBeGreaterThan(1)
})

it('is left alone while nobody looks, and renewed when somebody comes back', () => {
  const renew = show()
  look('hidden')
  pass(120)
  expect(renew).not.toHaveBeenCalled()
  look('visible')
  expect(renew).toHaveBeenCalledTimes(1)
})

it('waits for the person after ten times, until they have been away', () => {
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
