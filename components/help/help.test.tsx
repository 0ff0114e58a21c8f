// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { wantedText } from '@/components/chat/composer/wanted-text'
import Help from './help'

afterEach(() => {
  cleanup()
  wantedText.done()
})

const agents = [{ id: 1, name: 'Trader', description: '', tags: ['swap'], examples: ['Swap 0.1 ETH for USDC'] }]

it('puts an example into the composer as a suggestion, and closes', () => {
  const onClose = vi.fn()
  render(<Help agents={agents} mayAsk onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Swap 0.1 ETH for USDC' }))
  expect(wantedText.getSnapshot()).toEqual({ text: 'Swap 0.1 ETH for USDC', suggested: true })
  expect(onClose).toHaveBeenCalledOnce()
})

it('explains every level by the word that a card uses, and has no examples to click before signing in', () => {
  render(<Help agents={agents} mayAsk={false} onClose={() => undefined} />)
  for (const word of ['Checked', 'Note', 'Careful', 'Danger', 'Unverified', 'Blocked'])
    expect(screen.getByText(word)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Swap 0.1 ETH for USDC' })).toBeNull()
  expect(screen.getByText('Swap 0.1 ETH for USDC')).toBeDefined()
})
