import { describe, expect, it } from 'vitest'
import { most } from '@/lib/wire/decode/bounds'
import { agent, bench, holding, nth, settled, setUpChat, tab } from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our, type ScriptedStream } from '../fixtures/scripted-agent'
import { mergeHistory } from './merge-history'

const { call, delta, final, message, task, text } = our
setUpChat(22440)

/** Writes events like an unscrupulous service, until the page hangs up. */
async function pour(stream: ScriptedStream, event: (index: number) => unknown) {
  for (let index = 0; index < 100_000 && !stream.isClosed(); index++) {
    stream.send(event(index))
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

const status = (messageId: string, ...parts: unknown[]) => ({
  kind: 'status-update',
  taskId: 'T',
  status: { state: 'working', message: message(messageId, ...parts) },
  final: false,
})

describe('an endless answer', () => {
  const cases: [what: string, event: (index: number) => unknown][] = [
    ['messages', (index) => status(`m${index}`, text(`${index}`))],
    ['calls, each in a message of its own', (index) => status(`m${index}`, call(`c${index}`))],
    [
      'calls, piece by piece',
      (index) => ({ ...delta('T', 'm', ''), artifact: { artifactId: 'm', parts: [call(`c${index}`)] } }),
    ],
    ['words', () => delta('T', 'm', 'word '.repeat(2_000))],
    ['words that start again', () => delta('T', 'm', 'word '.repeat(20_000), false)],
    ['unknown events', (index) => ({ kind: `odd ${index}` })],
    [
      'ever new records of the task',
      (index) =>
        task('T', 'working', { history: [message(`m${index}`, text('and')), message(`n${index}`, text('so on'))] }),
    ],
  ]

  it.each(cases)('is cut off at a bound if it consists of %s, and says so', async (_, event) => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hello', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'))
    await pour(stream, event)
    await settled(id)
    expect(stream.isClosed()).toBe(true)
    expect(agent.askedFor('tasks/resubscribe')).toEqual([])
    const messages = tab.messages(id)
    expect(messages.filter(({ status }) => status === 'broken')).toMatchObject([
      { problem: expect.stringContaining('reading stopped') },
    ])
    for (const { parts } of messages) expect(parts.length).toBeLessThanOrEqual(most.parts + 1)
    expect(messages.length).toBeLessThanOrEqual(most.messages + 4)
    expect(new Set(bench.calls.map(({ callId }) => callId)).size).toBeLessThanOrEqual(most.callsOnRecord + 1)
    const shown = messages.flatMap(({ parts }) => parts)
    expect(shown.filter(({ type }) => type === 'call').length, 'every call that is shown is entered').toBe(
      new Set(bench.calls.map(({ callId }) => callId)).size,
    )
    expect(JSON.stringify(shown).length).toBeLessThan(12_000_000)
  })

  it('leaves the next answer unaffected', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hello', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'))
    await pour(stream, (index) => status(`m${index}`, text(`${index}`)))
    await settled(id)
    tab.chat.send(id, 'and now?')
    const next = await nth(streams, 1)
    next.send(task('T', 'working'))
    next.send(final('T', message('r', text('Sorry.'))))
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: Sorry.'))
  })
})

it('recognises messages without ids while looking at each once', () => {
  const parts = [{ type: 'text' as const, text: 'a'.repeat(500) }]
  const shown = Array.from({ length: 4_000 }, (_, index) => ({
    id: `${index}`,
    role: 'agent' as const,
    parts,
    at: 0,
    status: 'complete' as const,
  }))
  let written = 0
  const history = shown.map(() => ({ messageId: null, role: 'agent' as const, parts: [...parts] }))
  for (const each of [...shown, ...history])
    Object.defineProperty(each.parts, 'toJSON', { configurable: true, value: () => ++written && 'the same' })
  const { placed } = mergeHistory(shown, history, { place: 'T', isWhole: true, newId: () => 'new' })
  expect(placed.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  expect(written).toBeLessThanOrEqual(8_000)
})

it('refuses an oversized answer other than a stream', async () => {
  const history = [message('m', text('a'.repeat(8_000_000)))]
  agent.on('tasks/get', (request) => request.result(task('T', 'input-required', { history })))
  await expect(tab.client.get('T')).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('a longer answer than this app reads'),
  })
})
