import { expect, it } from 'vitest'
import { agent, bench, messageOf, nth, settled, setUpChat, showing, tab } from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our } from '../fixtures/scripted-agent'

// A service of the former version: no lists, no extensions on its card, and every new message voids the open calls.

const { call, delta, message, text } = our
setUpChat(21_590)

const state = (id: string, is: string, ...parts: unknown[]) => ({
  ...{ kind: 'task', id, contextId: 'C' },
  status: { state: is, ...(parts.length > 0 && { message: message(`reply ${parts.length}`, ...parts) }) },
})
const voided = { kind: 'data', type: 'functionReturn', id: 'c1', name: 'send_native_gas_token' }

/** The conversation with one open card. */
async function proposed() {
  agent.on('message/stream', (request) => request.result(state('T', 'input-required', text('Approve.'), call('c1'))))
  const id = tab.chat.start('send', 1)
  await settled(id)
  expect(bench.calls.map(({ callId, answered }) => [callId, answered])).toEqual([['c1', null]])
  bench.withCards.add('T')
  return id
}

it('keeps its conversations in the browser: lists, renames, pins, searches, deletes and restores them', async () => {
  const id = await proposed()
  expect(await tab.chat.takeList(() => false)).toBe('over')
  tab.chat.rename(id, 'Rent')
  tab.chat.pin(id, true)
  expect(tab.conversation(id)).toMatchObject({ title: 'Rent', pinned: true })
  expect((await tab.chat.search('approve', new AbortController().signal)).map((found) => found.id)).toEqual([id])
  expect(await tab.chat.remove(id)).toBeNull()
  expect(tab.conversation(id)).toBeUndefined()
  tab.chat.restore(id)
  expect(tab.conversation(id)).toMatchObject({ title: 'Rent', pinned: true })
  expect(new Set(agent.asked.map(({ method }) => method))).not.toContain('tasks/delete')
})

it('receives the outcome of a card that a newer message voided', async () => {
  const id = await proposed()
  agent.on('message/stream', (request) => request.result(state('T', 'input-required', text('A fee.'))))
  tab.chat.send(id, 'what is gas?')
  await showing(id, [
    'user sent: send',
    'agent complete: Approve.[call]',
    'user sent: what is gas?',
    'agent complete: A fee.',
  ])
  agent.on('message/stream', (request) => request.error(-32602, 'functionCall c1 was answered already'))
  const outcome = { taskId: 'T', callId: 'c1', name: 'send_native_gas_token', result: { status: 'success' as const } }
  expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: false })
})

it('closes a card on the service’s word only if its history names the outcome', async () => {
  const id = await proposed()
  const history = [
    our.userMessage('m1', text('send')),
    message('r1', text('Approve.'), call('c1')),
    our.userMessage('m2', { ...voided, result: { status: 'rejected', error: 'superseded by a new message' } }),
  ]
  agent.on('tasks/get', (request) => request.result({ ...state('T', 'input-required'), history }))
  tab.chat.open(id)
  await eventually(() => expect(bench.calls.at(-1)?.answered).toMatchObject({ status: 'rejected' }))
})

it('stops only the reading if a card is open, since stopping the task would void the card', async () => {
  const id = await proposed()
  agent.on('message/stream', (request) => {
    const stream = request.stream()
    stream.send(state('T', 'working'))
    stream.send(delta('T', 'r', 'Half', false))
  })
  tab.chat.send(id, 'go on')
  await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent streaming: Half'))
  tab.chat.stop(id)
  await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent stopped: Half'))
  expect(agent.askedFor('tasks/cancel')).toEqual([])
})

it('asks for a proposal again in plain words', async () => {
  const id = await proposed()
  tab.chat.send(id, 'Propose this again: Send 1 wei', { suggested: true, again: 'c1' })
  await settled(id)
  const sent = messageOf(await nth(agent.askedFor('message/stream'), 1))
  expect(sent.parts).toEqual([text('Propose this again: Send 1 wei')])
})
