// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { pad } from 'viem'
import { afterEach, expect, it } from 'vitest'
import type { CallView } from '@/lib/execution/call/controller'
import { decidedView } from '@/lib/execution/call/controller'
import type { CardRecord } from '@/lib/execution/ledger/cards/card-record'
import { callView } from '@/lib/execution/testing/call-view'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import type { AnsweredRequest, Review } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import { receiptText } from './receipt-text'
import { RecordFindings, RecordMark } from './record'

afterEach(cleanup)

const block: Finding = { rule: 'G11', level: 'BLOCK', title: 'A look-alike.', claim: 'friend.eth', observed: '0xbad' }
const record: CardRecord = {
  at: Date.UTC(2026, 10, 25, 12),
  headline: 'Send 1 ETH to 0xbad',
  problem: null,
  prepared: { plan: null, details: null, findings: [block] },
  review: null,
}
const unchecked: Review = {
  ...{ planHash: pad('0x1'), at: record.at, block: null, method: 'none', effects: null, fee: null, prices: new Map() },
  ...{ figures: [], findings: [], verdict: 'ready' },
}
const view = (change: Partial<CallView> = {}): CallView =>
  callView({
    entry: ledgerEntry({
      state: 'superseded',
      reported: true,
      outcome: { status: 'rejected', error: 'taken back by the agent', code: 'taken-back' },
      worst: { level: 'BLOCK', rule: 'G11', title: 'A look-alike.' },
      words: [{ text: 'hello' }, { text: 'pay my \u202efriend', own: true }],
    }),
    record,
    ...change,
  })

it('dates a closed card, and quotes the request that it answered', () => {
  render(<RecordMark view={view()} />)
  expect(screen.getByText(/^As it stood on .*2026.*, when it was last checked\.$/)).toBeDefined()
  expect(screen.getByText('You wrote').parentElement?.textContent).toContain('pay my ␣U+202Efriend')
  expect(screen.queryByText(/hello/)).toBeNull()
})

it('does not quote words that only the service reports', () => {
  const entry = ledgerEntry({
    state: 'rejected',
    words: [
      { text: 'my own', own: true },
      { text: 'forged', told: true },
    ],
  })
  render(<RecordMark view={view({ entry })} />)
  expect(screen.getByText('You wrote').parentElement?.textContent).toContain('my own')
  expect(screen.queryByText(/forged/)).toBeNull()
})

it('quotes the whole request and the offer, if the last words were just a yes', () => {
  const entry = ledgerEntry({
    state: 'confirmed',
    words: [
      { text: 'make it 1 eth', own: true },
      { text: 'yes', own: true },
    ],
  })
  const request: AnsweredRequest = {
    quote: 'swap 0.5 eth for usdc … make it 1 eth',
    offer: 'swap **1 ETH** for USDC',
    reader: 'r',
    parts: [],
  }
  const agreed = view({ entry, record: { ...record, review: { ...unchecked, request } } })
  render(<RecordMark view={agreed} />)
  expect(screen.getByText('You wrote').parentElement?.textContent).toContain('… make it 1 eth')
  expect(screen.getByText('The agent offered, and you agreed').parentElement?.textContent).toContain('swap 1 ETH')
  expect(receiptText(decidedView(agreed), new Map())).toContain('you agreed: “swap 1 ETH for USDC”')
})

it('does neither for an open call, nor for one without a stored card', () => {
  const open = render(<RecordMark view={view({ entry: ledgerEntry({ state: 'ready' }) })} />)
  expect(open.container.textContent).toBe('')
  expect(render(<RecordMark view={view({ record: null })} />).container.textContent).toBe('')
})

it('shows a decided call from its record, and an open one from current data', () => {
  expect(decidedView(view()).prepared).toBe(record.prepared)
  const open = view({ entry: ledgerEntry({ state: 'ready' }) })
  expect(decidedView(open)).toBe(open)
  expect(decidedView(view({ record: { ...record, problem: 'There is no route.' } })).problem).toBe('There is no route.')
})

it('lists what was found before it was signed', () => {
  render(<RecordFindings view={decidedView(view())} />)
  expect(screen.getByText('A look-alike.')).toBeDefined()
  expect(screen.getByText('friend.eth')).toBeDefined()
})

it('writes it as text', () => {
  const step = stepRecord({ title: 'Send 1 ETH', hash: pad('0x3') })
  const text = receiptText(decidedView(view({ entry: { ...view().entry, steps: [step] } })), new Map())
  expect(text.split('\n')).toEqual([
    'Send: Send 1 ETH to 0xbad',
    'State: Taken back',
    expect.stringMatching(/^Taken back: It was blocked: A look-alike\. The agent withdrew it\./),
    `Account: ${view().entry.owner}`,
    'Proposed: 1970-01-01T00:00:00.000Z',
    expect.stringMatching(/^As it stood on /),
    'You wrote: “pay my ␣U+202Efriend”',
    `Send 1 ETH on chain 31337: ${pad('0x3')}`,
    'Findings before the decision:',
    '- BLOCK: A look-alike. · Claimed: friend.eth · Found: 0xbad',
  ])
})
