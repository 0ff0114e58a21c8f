// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf, workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import { chatOf, still } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage } from '@/lib/chat/store/chat'
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

function show(text: string) {
  const message: ChatMessage = {
    id: 'm1',
    role: 'agent',
    parts: [
      { type: 'text', text },
      { type: 'display', display: yields },
    ],
    at: 1,
    status: 'complete',
  }
  return render(
    <AppContext value={appOf({ chains: new Map(), agents: [] })}>
      <WorkContext
        value={workOf({ chat: chatOf({ messages: [message] }), calls: { ...still(null), find: () => null } })}
      >
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
