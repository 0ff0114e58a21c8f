// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf, workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { chatOf } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage, ChatPart } from '@/lib/chat/store/chat'
import { loadReader } from '@/lib/language/reader/reader'
import type { Draft, RequestFields } from '@/lib/wire/draft'
import { DraftCard } from './draft-card'

// Loading the reader's weights takes longer than a test waits.
beforeAll(loadReader)
afterEach(cleanup)

const anna = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ben = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const app = appOf({ chains: unreachableChains(31337) })
const exact = (value: string) => ({ kind: 'exact', value }) as const
const payment: RequestFields = { action: 'send', amount: exact('5'), token: 'USDC', receiver: anna }

const message = (role: ChatMessage['role'], ...parts: ChatPart[]): Omit<ChatMessage, 'id'> => ({
  ...{ role, parts, at: 0, status: role === 'user' ? 'sent' : 'complete' },
})
const words = (text: string): ChatPart => ({ type: 'text', text })

/** Renders a draft in its conversation, after the person's message `said` and before the messages `later`. */
function show(fields: RequestFields, said: string, ...later: Omit<ChatMessage, 'id'>[]) {
  const draft: Draft = { type: 'draft', id: 'draft_1', fields }
  const messages = [message('user', words(said)), message('agent', { type: 'draft', draft }), ...later].map(
    (each, index): ChatMessage => ({ id: `m${index}`, ...each }),
  )
  const sent: unknown[][] = []
  const work = workOf({ chat: chatOf({ messages, send: (...message) => void sent.push(message) }) })
  render(
    <AppContext value={app}>
      <WorkContext value={work}>
        <DraftCard draft={draft} taskId="T" />
      </WorkContext>
    </AppContext>,
  )
  return { sent, card: screen.getByRole('article') }
}
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = async (label: string, words: string) => {
  fireEvent.click(screen.getByLabelText(label))
  const option = await screen.findByRole('option', { name: words })
  fireEvent.pointerDown(option, { pointerType: 'mouse' })
  fireEvent.click(option)
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm and send' }))
const request = (fields: RequestFields) => ({ type: 'request' as const, draft: 'draft_1', fields })
const asking = (fields: RequestFields): ChatPart => ({ type: 'request', request: request(fields) })

it('sends the sentence it shows, once and with its fields, as the person’s own if they wrote all of it', async () => {
  const { sent, card } = show(payment, `send 5 USDC to ${anna}`)
  expect(card.textContent).toContain(`Sends as your message: “Send 5 USDC to ${anna}”`)
  confirm()
  confirm()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual(['c', `Send 5 USDC to ${anna}`, { request: request(payment) }])
})

it('says what the agent added, and what it put in place of the person’s words', async () => {
  const { sent } = show({ ...payment, receiver: ben, chainId: 31337 }, `send 5 USDC to ${anna}`)
  const receiver = screen.getByLabelText('Receiver')
  await waitFor(() => expect(receiver.getAttribute('aria-describedby')).toContain('agreed'))
  expect(screen.getByText(`You wrote: ${anna}. The agent put this here.`)).toBeTruthy()
  confirm()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.[2]).toMatchObject({
    agreed: [
      { field: 'receiver', value: ben, wrote: anna },
      { field: 'chainId', value: 'Ethereum (local)' },
    ],
  })
})

it('counts what the person changed as their own', async () => {
  const { sent } = show({ action: 'send', token: 'USDC' }, 'money to anna please')
  write('Amount', '7.5')
  write('Receiver', anna)
  await choose('Token', 'DAI')
  confirm()
  await waitFor(() => expect(sent).toHaveLength(1))
  const [, sentence, wording] = sent[0] ?? []
  expect(sentence).toBe(`Send 7.5 DAI to ${anna}`)
  expect(wording).toMatchObject({ request: request({ ...payment, amount: exact('7.5'), token: 'DAI' }) })
  const { agreed = [] } = wording as { agreed?: { field: string }[] }
  expect(agreed.map(({ field }) => field).filter((field) => field !== 'action')).toEqual([])
})

it('shows each field’s problem beside it, and sends nothing', () => {
  const { sent } = show({ action: 'send', token: 'USDC' }, 'send some USDC')
  write('Amount', '1,5')
  confirm()
  const amount = screen.getByLabelText('Amount')
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amount)
  expect(screen.getByText(/decimal mark is a point/)).toBeTruthy()
  expect(screen.getByText(/Say who gets it/)).toBeTruthy()
  expect(sent).toEqual([])
})

it('shows the network that the draft names, even if the app does not have it', () => {
  show({ ...payment, chainId: 137 }, 'hello')
  expect(screen.getByLabelText('Network').textContent).toBe('Polygon')
})

it('asks for the fields of the chosen action', async () => {
  show(payment, 'hello')
  await choose('Action', 'Swap')
  expect(screen.queryByLabelText('Receiver')).toBeNull()
  expect(screen.getByLabelText('Token you get')).toBeTruthy()
})

const deposit: RequestFields = {
  ...{ action: 'stake', amount: exact('800'), token: 'USDC', place: { lockDays: 0 } },
}

it('asks where, says it in the sentence, and sends the place that the person chose', async () => {
  const { sent, card } = show(deposit, 'stake 800 USDC without a lock-up')
  expect(screen.getByLabelText('Where').textContent).toBe('Without a lock-up')
  expect(card.textContent).toContain('“Stake 800 USDC without a lock-up”')
  await choose('Where', 'With a lock-up')
  expect(card.textContent).toContain('“Stake 800 USDC with a lock-up”')
  confirm()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([
    'c',
    'Stake 800 USDC with a lock-up',
    { request: request({ ...deposit, place: { lockDays: null } }) },
  ])
})

it('says that a place is the agent’s, and sends none if the person wants any', async () => {
  const { sent } = show(deposit, 'stake 800 USDC')
  const where = screen.getByLabelText('Where')
  await waitFor(() => expect(where.getAttribute('aria-describedby')).toContain('agreed'))
  await choose('Where', 'Any place')
  confirm()
  await waitFor(() => expect(sent).toHaveLength(1))
  const { place: _, ...anywhere } = deposit
  expect(sent[0]).toEqual(['c', 'Stake 800 USDC', { request: request(anywhere) }])
})

it('says what the agent left out of the person’s words', async () => {
  const { place: _, ...anywhere } = deposit
  show(anywhere, 'stake 800 USDC without a lock-up')
  expect(await screen.findByText('You wrote: without a lock-up. The agent left it out.')).toBeTruthy()
})

it('does not ask where if there is nothing to choose', async () => {
  show(deposit, 'hello')
  await choose('Action', 'Supply to a lending market')
  expect(screen.queryByLabelText('Where')).toBeNull()
})

it.each<[string, Omit<ChatMessage, 'id'>, string, string]>([
  [
    'was confirmed, on whatever device',
    { ...message('user', words('Send 6 USDC'), asking({ ...payment, amount: exact('6') })), told: true },
    'confirmed',
    'You sent this as your message',
  ],
  [
    'was confirmed, with its place',
    { ...message('user', words('Stake 800 USDC without a lock-up'), asking(deposit)), told: true },
    'confirmed',
    'WhereWithout a lock-up',
  ],
  [
    'was passed over',
    message('agent', { type: 'call', callId: 'x', name: 'send_native_gas_token', parameters: {} }),
    'passed',
    'What came of it, if anything, is below',
  ],
])('is settled once it %s', (_, later, state, says) => {
  const { card } = show(payment, 'hello', later)
  expect(card.dataset.state).toBe(state)
  expect(card.textContent).toContain(says)
  expect(screen.queryByRole('button', { name: 'Confirm and send' })).toBeNull()
})
