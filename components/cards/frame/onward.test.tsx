// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { workOf } from '@/components/app/testing/contexts'
import { wantedCard } from '@/components/app/tray/go-to-card'
import { WorkContext } from '@/components/app/work-context'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry, ledgerOf } from '@/lib/execution/testing/ledger-entry'
import { rejectedByUser, replacedResult, takenBackResult } from '@/lib/wire/result'
import { Onward, onceMore } from './onward'

afterEach(cleanup)

const sendOf = (wei: string) => ({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: wei, chainId: 31337 })
const newer = ledgerEntry({ callId: 'newer', parameters: sendOf('200000000000000000'), replaces: 'call' })
const sent: unknown[][] = []
const work = workOf({
  owner: newer.owner,
  ledger: ledgerOf({ find: ({ callId }) => (callId === 'newer' ? newer : null) }),
  calls: { subscribe: () => () => undefined, find: () => null },
  chat: chatOf({
    conversations: [conversationOf({ taskId: 'task' })],
    send: (...message) => void sent.push(message),
  }),
})

const show = (change: Partial<LedgerEntry>) =>
  render(
    <WorkContext value={work}>
      <Onward entry={ledgerEntry({ parameters: sendOf('100000000000000000'), ...change })} />
    </WorkContext>,
  ).container

it('names what replaced a call, and leads there', () => {
  const card = show({ state: 'superseded', outcome: replacedResult, replacedBy: 'newer' })
  expect(card.textContent).toContain('Replaced by: Send 0.2 ETH')
  fireEvent.click(screen.getByRole('button', { name: 'Show the newer one' }))
  expect(wantedCard.getSnapshot()).toBe('newer')
  wantedCard.done()
})

it('asks for the call again, once, in words that are not the person’s own', () => {
  show({ state: 'rejected', outcome: rejectedByUser })
  fireEvent.click(screen.getByRole('button', { name: 'Propose again' }))
  expect(sent).toEqual([
    ['c', expect.stringMatching(/^Propose this again: Send 0\.1 ETH/), { suggested: true, again: 'call' }],
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers nothing on an open card', () => {
  expect(show({ state: 'ready' }).textContent).toBe('')
})

const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const parameters = { to: recipient, value: '100000000000000000', chainId: 31337 }
const send = (change: Partial<LedgerEntry>) => onceMore(ledgerEntry({ parameters, ...change }))
const failed = (code: string) => ({ state: 'failed', outcome: { status: 'error', error: 'e', code } }) as const

describe('a card offers to propose its call again', () => {
  it.each<[string, Partial<LedgerEntry>]>([
    ['declined', { state: 'rejected', outcome: rejectedByUser }],
    ['replaced', { state: 'superseded', outcome: replacedResult }],
    ['taken back', { state: 'superseded', outcome: takenBackResult }],
    ['reverted', { state: 'reverted', outcome: { status: 'error', error: 'e', code: 'reverted' } }],
    ['cancelled in the wallet', failed('cancelled')],
    ['released by the service', { state: 'ready', unawaited: true }],
  ])('if it was %s', (_, change) => expect(send(change)).toMatch(/^Propose this again: Send 0\.1 ETH/))

  it.each<[string, Partial<LedgerEntry>]>([
    ['is open', { state: 'ready' }],
    ['is under way', { state: 'confirming' }],
    ['was carried out', { state: 'confirmed', outcome: { status: 'success' } }],
    ['was carried out in part', failed('partial')],
    ['was changed by the wallet', failed('altered')],
    ['is a transfer with an unknown end', failed('transfer-failed')],
    ['has failed by the service’s word alone', { ...failed('reverted'), recorded: true }],
    [
      'was refused by a wallet that may have sent it',
      { state: 'rejected', outcome: rejectedByUser, left: [{ steps: [], at: 0 }] },
    ],
    ['came in two forms', { state: 'rejected', outcome: rejectedByUser, conflicting: true }],
    ['cannot be read', { state: 'rejected', outcome: rejectedByUser, parameters: {} }],
  ])('but not if it %s', (_, change) => expect(send(change)).toBeNull())
})
