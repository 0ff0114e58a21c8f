// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf, workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import type { Chains } from '@/lib/chain/chains/chain'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { chatOf, still } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { ledgerOf } from '@/lib/execution/testing/ledger-entry'
import type { Display } from '@/lib/wire/display'
import { MessageRow } from './message-row'
import { richText } from './text/rich-text-part'

beforeAll(richText.load)
afterEach(cleanup)

const row = {
  chainId: 1,
  contract: '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  lockupSeconds: 0,
} as const
const yields: Display = {
  type: 'yields',
  readAt: 1_795_000_000_000,
  rows: [
    { ...row, label: 'First place', apy: 0.05 },
    { ...row, label: 'Second place', apy: 0.04, token: row.contract },
  ],
}
const list = '1. First place: 5% a year\n2. Second place: 4% a year'

const show = (text: string) =>
  showMessage({
    id: 'm1',
    role: 'agent',
    parts: [
      { type: 'text', text },
      { type: 'display', display: yields },
    ],
    at: 1,
    status: 'complete',
  })

const suggest = (text: string) =>
  showMessage(
    { id: 'm1', role: 'user', parts: [{ type: 'text', text }], at: 1, status: 'sent', suggested: true },
    unreachableChains(1),
  )

function showMessage(message: ChatMessage, chains: Chains = new Map()) {
  const chat = chatOf({ messages: [message] })
  const calls = { ...still(null), find: () => null }
  return render(
    <AppContext value={appOf({ chains, agents: [] })}>
      <WorkContext value={workOf({ owner: row.contract, chat, calls, ledger: ledgerOf({ all: () => [] }) })}>
        <MessageRow id="m1" agentId={1} />
      </WorkContext>
    </AppContext>,
  ).container
}

const isBefore = (a: Node, b: Node) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)

it('puts a table in the place of the list that it shows again, and folds the list', async () => {
  const container = show(`These are the yields.\n\n${list}\n\nNothing has been prepared.`)
  const table = await screen.findByRole('table', undefined, { timeout: 10_000 })
  expect(isBefore(screen.getByText('These are the yields.'), table)).toBe(true)
  expect(isBefore(table, screen.getByText('Nothing has been prepared.'))).toBe(true)
  const folded = container.querySelector('details')
  expect(folded?.open).toBe(false)
  expect(folded?.querySelector('[data-author="agent"] ol')?.textContent).toContain('First place: 5% a year')
  expect(container.querySelectorAll('[data-display="yields"]')).toHaveLength(1)
})

it('leaves a text alone whose list is another', async () => {
  const container = show(`${list}\n3. Third place: 3% a year`)
  await screen.findByRole('table', undefined, { timeout: 10_000 })
  expect(container.querySelector('details')).toBeNull()
  expect(screen.getByText('Third place: 3% a year')).toBeTruthy()
})

it.each([
  'Send it to friend.countersign.eth',
  'Revoke the allowance of 0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE',
  'Swap 0.1 ETH for USDC',
])('says that “%s” was suggested', async (text) => {
  suggest(text)
  expect(await screen.findByText(/^Sent as suggested/, undefined, { timeout: 10_000 })).toBeTruthy()
})

it.each(['What do I hold?', 'Best yield for my USDC', 'The second one'])(
  'says nothing of the suggestion “%s”, with which it makes no difference',
  async (text) => {
    suggest('Swap 0.1 ETH for USDC')
    await screen.findByText(/^Sent as suggested/, undefined, { timeout: 10_000 })
    cleanup()
    // The names in a text are found at once by now.
    expect(suggest(text).textContent).toContain(text)
    expect(screen.queryByText(/^Sent as suggested/)).toBeNull()
  },
)
