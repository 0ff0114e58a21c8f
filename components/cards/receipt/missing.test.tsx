// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { Missing } from './missing'

it('lets the person give up a transaction that no node knows, and explains the risk', () => {
  const giveUp = vi.fn(async () => undefined)
  render(<Missing note="The network’s node does not know it." controller={callController(callView(), { giveUp })} />)
  expect(screen.getByText(/does not know it/)).toBeDefined()
  expect(screen.getByText(/could then happen twice/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
  expect(giveUp).toHaveBeenCalledOnce()
})
