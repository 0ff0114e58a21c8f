// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HoldButton } from './hold-button'

const onComplete = vi.fn()
const button = () => screen.getByRole('button')

beforeEach(() => {
  vi.useFakeTimers()
  onComplete.mockClear()
  render(<HoldButton label="Hold to accept the danger" onComplete={onComplete} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('accepts a pointer that stays down long enough, once', () => {
  fireEvent.pointerDown(button(), { button: 0 })
  vi.advanceTimersByTime(899)
  expect(onComplete).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onComplete).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  expect(onComplete).toHaveBeenCalledTimes(1)
})

it.each([
  ['is lifted', () => fireEvent.pointerUp(button())],
  ['leaves', () => fireEvent.pointerLeave(button())],
  ['is cancelled by the browser', () => fireEvent.pointerCancel(button())],
  ['loses focus', () => fireEvent.blur(button())],
])('does nothing if the pointer %s early', (_, leave) => {
  fireEvent.pointerDown(button(), { button: 0 })
  vi.advanceTimersByTime(500)
  leave()
  vi.advanceTimersByTime(5000)
  expect(onComplete).not.toHaveBeenCalled()
})

it('ignores other mouse buttons', () => {
  fireEvent.pointerDown(button(), { button: 2 })
  vi.advanceTimersByTime(5000)
  expect(onComplete).not.toHaveBeenCalled()
})

it.each([' ', 'Enter'])('accepts the held key %j, but neither a tap nor the click that a tap may cause', (key) => {
  expect(fireEvent.keyDown(button(), { key }), 'prevents the browser’s default').toBe(false)
  vi.advanceTimersByTime(100)
  expect(fireEvent.keyUp(button(), { key })).toBe(false)
  vi.advanceTimersByTime(5000)
  expect(onComplete).not.toHaveBeenCalled()
  fireEvent.keyDown(button(), { key })
  fireEvent.keyDown(button(), { key, repeat: true })
  vi.advanceTimersByTime(900)
  expect(onComplete).toHaveBeenCalledTimes(1)
})

it('asks a screen reader, which can only click, for a second click', () => {
  fireEvent.click(button())
  expect(onComplete).not.toHaveBeenCalled()
  expect(button().textContent).toBe('Activate again to accept the risk')
  fireEvent.click(button())
  expect(onComplete).toHaveBeenCalledTimes(1)
})
