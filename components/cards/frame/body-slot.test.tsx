// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BodySlot } from './body-slot'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Body({ broken }: { broken: boolean }) {
  if (broken) throw new Error('cannot be drawn')
  return <p>What would be signed</p>
}

it('reports that its content is on screen, and that it no longer is once it fails to render', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const told: boolean[] = []
  const onShown = (shown: boolean) => told.push(shown)
  const place = (broken: boolean) => (
    <BodySlot onShown={onShown}>
      <Body broken={broken} />
    </BodySlot>
  )
  const { rerender } = render(place(false))
  expect(screen.getByText('What would be signed')).toBeTruthy()
  expect(told.at(-1)).toBe(true)
  rerender(place(true))
  expect(screen.getByRole('alert').textContent).toContain('cannot be shown')
  expect(told.at(-1)).toBe(false)
})

it('reports nothing if its content fails to render at first', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const told: boolean[] = []
  render(
    <BodySlot onShown={(shown) => told.push(shown)}>
      <Body broken />
    </BodySlot>,
  )
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(told).not.toContain(true)
})
