import { describe, expect, it } from 'vitest'
import { most } from './bounds'
import { decodeEnvelope } from './decode'
import type { ReadPart } from './decode-parts'

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, parameters: object = {}, name = 'transfer_nft') => ({
  type: 'functionCall',
  id,
  name,
  parameters,
})
const message = (...parts: unknown[]) => ({ kind: 'message', role: 'agent', messageId: 'm', parts })

const read = (event: unknown) => decodeEnvelope({ result: event })[0]
const partsOf = (...parts: unknown[]): ReadPart[] => {
  const event = read(message(...parts))
  if (event?.type !== 'message') throw new Error('no message')
  return event.message.parts
}
const taskOf = (more: object) => {
  const event = read({ kind: 'task', id: 't', status: { state: 'input-required' }, ...more })
  if (event?.type !== 'task') throw new Error('no task')
  return event
}
const callsOf = (parts: readonly ReadPart[]) => parts.filter(({ type }) => type === 'call')
const reasonsOf = (parts: readonly ReadPart[]) =>
  parts.flatMap((part) => (part.type === 'unreadable' ? part.reason : []))

describe('one message', () => {
  it('keeps calls whole up to the limit and states how many other calls were left out', () => {
    expect(reasonsOf(partsOf(...times(most.calls, (at) => call(`${at}`))))).toEqual([])
    const parts = partsOf(text('Please sign these.'), ...times(10_000, (at) => call(`${at}`, { at })))
    expect(callsOf(parts)).toEqual(
      times(50, (at) => ({ ...call(`${at}`, { at }), type: 'call', id: undefined, callId: `${at}` })),
    )
    expect(reasonsOf(parts)).toEqual([expect.stringMatching(/left out: 9,950 calls$/)])
    expect(parts[0]).toEqual(text('Please sign these.'))
  })

  it('applies the limit however the calls are packed, and to a piece of a reply', () => {
    const toolCalls = times(51, (at) => ({ callId: `${at}`, name: 'transfer_nft', arguments: '{}' }))
    const part = { type: 'data', data: { type: 'client_tool_calls', toolCalls } }
    expect(reasonsOf(partsOf(part))).toEqual([expect.stringMatching(/left out: 1 call$/)])
    for (const artifact of [{ part }, { parts: [part] }]) {
      const event = read({ kind: 'artifact-update', artifact })
      expect(event?.type === 'delta' && callsOf(event.parts)).toHaveLength(50)
    }
  })

  it('joins text pieces when there are many, and counts unreadable parts', () => {
    const pieces = times(50_000, (at) => text(`${at} `))
    const [all, ...none] = partsOf(...pieces)
    expect(none).toEqual([])
    expect(all?.type === 'text' && all.text.startsWith('0 1 2 3')).toBe(true)
    expect(partsOf(...pieces.slice(0, most.parts))).toHaveLength(most.parts)
    const odd = partsOf(...times(10_000, () => ({ type: 'odd' })))
    expect(odd).toHaveLength(most.parts + 1)
    expect(reasonsOf(odd).at(-1)).toMatch(/left out: 9,500 other parts$/)
  })

  it('cuts a long text and says so', () => {
    const parts = partsOf(text('a'.repeat(most.text)), text('b'), call('c'))
    expect(reasonsOf(parts)).toEqual([expect.stringMatching(/left out: 1 other part$/)])
    expect(callsOf(parts)).toHaveLength(1)
    expect(reasonsOf(partsOf(text('a'.repeat(most.text + 2))))).toEqual([
      expect.stringMatching(/left out: the last 2 characters of a text$/),
    ])
  })
})

describe('an oversized call', () => {
  it.each([
    ['its parameters are too long, 500,012 characters', call('c', { data: 'a'.repeat(500_001) })],
    ['its parameters hold more than 20,000 values', call('c', { list: times(20_000, () => 0) })],
    ['its name is too long', call('c', {}, 'n'.repeat(201))],
    ['it has no id that can be one', call('i'.repeat(2_001))],
  ])('is not read when %s', (why, part) => {
    const parts = partsOf(part)
    expect(callsOf(parts)).toEqual([])
    expect(reasonsOf(parts)).toEqual([expect.stringContaining(why)])
  })

  it('is read at the size limit of a transaction', () => {
    const parameters = {
      args: [`0x${'ab'.repeat(128 * 1024)}`],
      abi: times(400, (at) => ({ name: `f${at}`, inputs: [1, 2, 3] })),
    }
    expect(partsOf(call('c', parameters))).toEqual([{ type: 'call', callId: 'c', name: 'transfer_nft', parameters }])
  })

  it('makes an outcome of the same length unreadable', () => {
    const part = { type: 'functionReturn', id: 'c', name: 'n', result: { status: 'error', error: 'e'.repeat(500_001) } }
    expect(partsOf(part)).toEqual([{ type: 'return', callId: 'c', name: 'n', result: null }])
  })
})

describe('a conversation on record', () => {
  const cut = expect.stringContaining('keeps more of this conversation than is read here')

  it('keeps the last messages, preceded by one notice in constant wording', () => {
    const history = times(50_000, (at) => ({ role: 'agent', parts: [text(`${at}`)] }))
    const [first, ...rest] = taskOf({ history }).history ?? []
    expect(reasonsOf(first?.parts ?? [])).toEqual([cut])
    expect(rest).toHaveLength(most.messages)
    expect(rest.at(-1)?.parts).toEqual([text('49999')])
    expect(taskOf({ history: history.slice(1) }).history?.[0]).toEqual(first)
    expect(taskOf({ history: history.slice(0, most.messages) }).history).toHaveLength(most.messages)
  })

  it('keeps at most the allowed number of calls, from the last messages', () => {
    const history = times(30, (at) => message(...times(40, (index) => call(`${at}-${index}`))))
    const read = taskOf({ history }).history ?? []
    expect(reasonsOf(read[0]?.parts ?? [])).toEqual([cut])
    const calls = read.flatMap(({ parts }) => callsOf(parts))
    expect(calls).toHaveLength(most.callsOnRecord)
    expect(calls[0]).toMatchObject({ callId: '5-0' })
    expect(reasonsOf(read[1]?.parts ?? [])).toEqual([expect.stringMatching(/left out: 40 calls$/)])
  })

  it('applies the same limits to replies kept as artifacts', () => {
    const artifacts = times(3_000, (at) => ({ artifactId: `${at}`, parts: [text(`${at}`)] }))
    const task = taskOf({ artifacts })
    expect(task.artifacts).toHaveLength(most.messages)
    expect(task.history?.map(({ parts }) => reasonsOf(parts))).toEqual([[cut]])
  })

  it('ignores an oversized list of pending calls', () => {
    expect(taskOf({ metadata: { pendingCalls: times(10_001, String) } }).pendingCalls).toBeNull()
  })
})
