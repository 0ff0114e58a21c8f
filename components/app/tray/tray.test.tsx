// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry, ledgerOf } from '@/lib/execution/testing/ledger-entry'
import { workOf } from '../testing/contexts'
import { WorkContext } from '../work-context'
import { wantedCard } from './go-to-card'
import Tray from './tray'

afterEach(cleanup)

const parameters = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '100000000000000000', chainId: 31337 }
const entry = (callId: string, change: Partial<LedgerEntry> = {}) =>
  ledgerEntry({ key: callId, callId, parameters, state: 'ready', ...change })

function show(...entries: LedgerEntry[]) {
  document.title = 'Countersign'
  const conversations = [
    conversationOf({ id: 'c', taskId: 'task', title: 'Rent' }),
    conversationOf({ id: 'd', taskId: 'other', title: 'A plan', unread: true }),
  ]
  const work = workOf({
    owner: ledgerEntry().owner,
    ledger: ledgerOf({ all: () => entries }),
    chat: chatOf({ conversations }),
  })
  return render(
    <WorkContext value={work}>
      <Tray />
    </WorkContext>,
  ).container
}

it('counts open proposals and transactions under way, for screen readers and in the page’s title', () => {
  show(entry('a'), entry('b'), entry('c', { state: 'confirming' }))
  expect(screen.getByRole('button', { name: '2 proposals to countersign, 1 transaction under way' })).toBeTruthy()
  expect(document.title, 'includes the unread conversation').toBe('(4) Countersign')
  cleanup()
  expect(document.title).toBe('Countersign')
})

it('is absent if nothing is open', () => {
  expect(show(entry('a', { state: 'rejected' })).textContent).toBe('')
})

it('lists each with its amount, state and conversation, and leads to its card', async () => {
  show(entry('a', { state: 'reviewing' }), entry('b', { state: 'broadcast', createdAt: 1 }))
  fireEvent.click(screen.getByRole('button'))
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Send 0\.1 ETH.*Rent.*To countersign$/),
    expect.stringMatching(/^Send 0\.1 ETH.*Rent.*Sent$/),
  ])
  const [line] = screen.getAllByRole('button', { name: /Send 0\.1 ETH/ })
  if (line) fireEvent.click(line)
  expect(wantedCard.getSnapshot()).toBe('a')
  expect(location.pathname).toBe('/chat/c')
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  wantedCard.done()
})
