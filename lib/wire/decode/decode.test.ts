import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { functionCallPart, textPart } from '../parts'
import { decodeEnvelope, decodeText } from './decode'
import type { ReadPart } from './decode-parts'

fc.configureGlobal({ seed: 1 })

const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })
const agentMessage = (...parts: unknown[]) => ({ kind: 'message', role: 'agent', messageId: 'm', parts })
const partsOf = (...parts: unknown[]): ReadPart[] => {
  const [event] = decodeEnvelope(result(agentMessage(...parts)))
  if (event?.type !== 'message') throw new Error('not a message')
  return event.message.parts
}
const parameters = { to: '0x000000000000000000000000000000000000dEaD', chainId: 8453, value: '1' }
const call: ReadPart = { type: 'call', callId: 'c1', name: 'send_native_gas_token', parameters }
const flat = { type: 'functionCall', id: 'c1', name: 'send_native_gas_token', parameters }

describe('calls', () => {
  it.each([
    ['our own form', functionCallPart({ id: 'c1', name: 'send_native_gas_token', parameters })],
    ['the interface’s form', flat],
    ['`kind` in place of `type`', { ...flat, type: undefined, kind: 'functionCall' }],
    ['inside a data part', { kind: 'data', data: flat }],
    ['inside a data part that says `type`', { type: 'data', data: { ...flat, type: undefined, kind: 'functionCall' } }],
    [
      'client_tool_calls with arguments as text',
      {
        type: 'data',
        data: {
          type: 'client_tool_calls',
          toolCalls: [{ callId: 'c1', name: 'send_native_gas_token', arguments: JSON.stringify(parameters) }],
        },
      },
    ],
    [
      'client_tool_calls with arguments as an object',
      {
        type: 'data',
        data: { type: 'client_tool_calls', toolCalls: [{ callId: 'c1', name: flat.name, arguments: parameters }] },
      },
    ],
  ])('are read in %s', (_, part) => {
    expect(partsOf(part)).toEqual([call])
  })

  it('may have numbers for ids', () => {
    expect(partsOf({ ...flat, id: 7 })).toEqual([{ ...call, callId: '7' }])
  })

  it('keep parameters as they came, with every key', () => {
    const odd = JSON.parse('{"__proto__":{"a":1},"constructor":2}')
    const [part] = partsOf({ ...flat, parameters: odd })
    expect(part?.type === 'call' && JSON.stringify(part.parameters)).toBe('{"__proto__":{"a":1},"constructor":2}')
  })

  it.each<[string, unknown, string]>([
    ['arguments that are not JSON', clientCall('{"to":'), 'not JSON'],
    ['empty arguments', clientCall(''), 'not JSON'],
    ['a list of arguments', clientCall('[1]'), 'not an object'],
    ['arguments that are text within text', clientCall('"{}"'), 'not an object'],
    ['no parameters', { ...flat, parameters: undefined }, 'not an object'],
    ['no id', { ...flat, id: undefined }, 'no id'],
    ['an empty id', { ...flat, id: '' }, 'no id'],
    ['an inexact id', { ...flat, id: 2 ** 60 }, 'no id'],
    ['no name', { ...flat, name: '' }, 'no name'],
    [
      'two contradictory statements',
      { ...flat, data: { ...flat, parameters: { ...parameters, value: '2' } } },
      'differently',
    ],
    ['endless nesting', { ...flat, parameters: nested(100) }, 'too deep'],
  ])('with %s are unreadable', (_, part, why) => {
    expect(partsOf(part)).toEqual([{ type: 'unreadable', reason: expect.stringContaining(why) }])
  })

  it('match when the two statements differ only in the order of keys', () => {
    const turned = { value: '1', chainId: 8453, to: parameters.to }
    expect(partsOf({ ...flat, data: { ...flat, parameters: turned } })).toEqual([call])
  })

  it('from anyone but the agent are unreadable', () => {
    for (const role of ['user', 'system', undefined]) {
      const [event] = decodeEnvelope(result({ ...agentMessage(flat, clientCall('{}')), role }))
      expect(event?.type === 'message' && event.message.parts.map(({ type }) => type)).toEqual([
        'unreadable',
        'unreadable',
      ])
    }
  })
})

function clientCall(args: unknown) {
  return {
    type: 'data',
    data: { type: 'client_tool_calls', toolCalls: [{ callId: 'c1', name: 'transfer_nft', arguments: args }] },
  }
}

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { a: nested(levels - 1) }
}

describe('other parts', () => {
  it('reads texts and results, and leaves out what is addressed to the service', () => {
    const returned = { type: 'functionReturn', id: 'c1', name: 'x', result: { error: 'no' } }
    expect(
      partsOf(textPart('a'), { type: 'text', text: 'b' }, returned, { kind: 'data', data: { agentId: 1 } }),
    ).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'return', callId: 'c1', name: 'x', result: { status: 'error', error: 'no' } },
    ])
  })

  it.each([
    ['a number', 5],
    ['a file', { kind: 'file', file: {} }],
    ['an unknown kind', { kind: 'video' }],
    ['text that is not a string', { type: 'text', text: 5 }],
    ['unknown data', { kind: 'data', data: { chart: 1 } }],
    ['data that is not an object', { kind: 'data', data: [] }],
    ['a result without a name', { type: 'functionReturn', id: 'c1', result: {} }],
  ])('keeps %s as unreadable', (_, part) => {
    expect(partsOf(part)).toEqual([{ type: 'unreadable', reason: expect.any(String) }])
  })

  it('keeps a message without parts as unreadable', () => {
    const [event] = decodeEnvelope(result({ kind: 'message', role: 'agent', messageId: 'm' }))
    expect(event).toMatchObject({ type: 'message', message: { parts: [{ type: 'unreadable' }] } })
  })
})

describe('events', () => {
  const status = { state: 'working', timestamp: '2026-11-21T11:54:49.310Z' }

  it.each(['cancelled', 'canceled'])('reads the state %s', (state) => {
    const [event] = decodeEnvelope(result({ kind: 'task', id: 't', contextId: 'c', status: { ...status, state } }))
    expect(event).toMatchObject({ type: 'task', taskId: 't', state: 'canceled' })
  })

  it('does not guess at an unknown state', () => {
    const [event] = decodeEnvelope(result({ kind: 'task', id: 't', status: { state: 'dreaming' } }))
    expect(event).toMatchObject({ type: 'task', state: null })
  })

  it('reads names of other dialects, numeric ids and a single part', () => {
    expect(decodeEnvelope(result({ type: 'task/status-update', taskId: 7, status, final: false }))).toMatchObject([
      { type: 'status', taskId: '7', state: 'working', final: false },
    ])
    expect(
      decodeEnvelope(result({ type: 'task/artifact-update', taskId: 't', part: { type: 'text', text: 'x' } })),
    ).toMatchObject([{ type: 'delta', messageId: null, append: true, text: 'x' }])
    expect(
      decodeEnvelope({
        jsonrpc: '2.0',
        method: 'task/artifact-update',
        params: { artifact: { artifactId: 'a', part: textPart('y') } },
      }),
    ).toMatchObject([{ type: 'delta', messageId: 'a', text: 'y' }])
    expect(decodeEnvelope(result({ taskId: 't', status }), 'task/status-update')).toMatchObject([{ type: 'status' }])
  })

  it.each<[string, unknown, string | undefined, string]>([
    ['a task', { id: 't', status: { state: 'working' } }, undefined, 'task'],
    ['a task with a numeric id', { id: 7, contextId: 'c', status: { state: 'completed' } }, undefined, 'task'],
    ['a task under the event name that every event has', { id: 't', status: { state: 'working' } }, 'message', 'task'],
    ['a task under an event name of the service’s own', { id: 't', status: { state: 'working' } }, 'update', 'task'],
    ['a message', { role: 'agent', parts: [textPart('Hi')] }, undefined, 'message'],
    ['a message with its place', { role: 'agent', messageId: 'm', taskId: 't', parts: [] }, undefined, 'message'],
    ['a status', { taskId: 't', status: { state: 'working' } }, undefined, 'status'],
    ['a final status', { id: 't', status: { state: 'completed' }, final: true }, undefined, 'status'],
    ['a piece', { taskId: 't', artifact: { artifactId: 'a', parts: [textPart('H')] } }, undefined, 'delta'],
  ])('recognizes %s by its shape', (_, event, name, type) => {
    expect(decodeEnvelope(result(event), name)[0]).toMatchObject({ type })
  })

  it.each([
    ['an id alone', { id: 't' }],
    ['a status that is a string', { id: 't', status: 'working' }],
    ['parts without a role', { parts: [textPart('Hi')] }],
    ['a role alone', { role: 'agent' }],
    ['another kind', { kind: 'video', id: 't', status: { state: 'working' } }],
  ])('guesses nothing from %s', (_, event) => {
    expect(decodeEnvelope(result(event))).toEqual([{ type: 'unreadable', reason: expect.any(String) }])
  })

  it.each([
    ['text', 'Out of credit'],
    ['text as JSON', '"Out of credit"'],
    ['a JSON-RPC error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Out of credit"}}'],
    ['an error message as a string', '{"error":"Out of credit"}'],
    ['a message', '{"code":"credit","message":"Out of credit"}'],
    ['a detail', '{"type":"server_error","detail":"Out of credit"}'],
  ])('reads an error event that holds %s', (_, data) => {
    expect(decodeText(data, 'error')).toMatchObject([{ type: 'failure', message: 'Out of credit' }])
  })

  it('defaults append to false for an artifact', () => {
    const update = {
      kind: 'artifact-update',
      taskId: 't',
      artifact: { artifactId: 'm', parts: [textPart('a'), functionCallPart({ id: 'c', name: 'n', parameters: {} })] },
    }
    expect(decodeEnvelope(result(update))).toEqual([
      {
        type: 'delta',
        taskId: 't',
        contextId: null,
        messageId: 'm',
        append: false,
        text: 'a',
        parts: [{ type: 'call', callId: 'c', name: 'n', parameters: {} }],
      },
    ])
  })

  it('ends on a final status and on a message in place of a task', () => {
    const final = { kind: 'status-update', taskId: 't', status: { ...status, message: agentMessage() }, final: true }
    expect(decodeEnvelope(result(final)).map(({ type }) => type)).toEqual(['status', 'end'])
    expect(decodeEnvelope(result(agentMessage())).map(({ type }) => type)).toEqual(['message', 'end'])
  })

  it('appends the status message to the history once', () => {
    const last = { ...agentMessage(textPart('b')), messageId: 'm2' }
    const history = [agentMessage(textPart('a'))]
    const task = { kind: 'task', id: 't', status: { ...status, message: last } }
    for (const each of [history, [...history, last]]) {
      const [event] = decodeEnvelope(result({ ...task, history: each }))
      expect(event?.type === 'task' && event.history?.map(({ messageId }) => messageId)).toEqual(['m', 'm2'])
    }
  })

  it('reads when a message was said and what it was sent in place of, and neither where it is not well formed', () => {
    const history = [
      { timestamp: '2026-11-21T11:54:49.310Z', resends: { messageId: 'm', how: 'edited' } },
      { timestamp: '2026-11-21T12:54:49+01:00', resends: { messageId: '', how: 'edited' } },
      { timestamp: 'yesterday', resends: { messageId: 'm', how: 'deleted' } },
      { timestamp: '2026-11-21' },
      { timestamp: 1795262089310 },
      'now',
    ].map((metadata) => ({ role: 'user', messageId: 'x', parts: [], metadata }))
    const [task] = decodeEnvelope({ kind: 'task', id: 't', status: { state: 'working' }, history })
    const read = task?.type === 'task' ? task.history : null
    expect(read?.map(({ at, resends }) => ({ at, resends }))).toEqual([
      { at: Date.UTC(2026, 10, 21, 11, 54, 49, 310), resends: { messageId: 'm', how: 'edited' } },
      { at: Date.UTC(2026, 10, 21, 11, 54, 49), resends: undefined },
      ...Array.from({ length: 4 }, () => ({ at: undefined, resends: undefined })),
    ])
  })

  it('reads metadata and ignores an unreadable list of calls', () => {
    const task = { kind: 'task', id: 't', status }
    const error = { code: 'model', message: 'no answer' }
    expect(decodeEnvelope(result({ ...task, metadata: { pendingCalls: ['a', 2], error } }))).toMatchObject([
      { pendingCalls: ['a', '2'], problem: error },
    ])
    expect(decodeEnvelope(result({ ...task, metadata: { pendingCalls: ['a', {}] } }))).toMatchObject([
      { pendingCalls: null, problem: null },
    ])
  })

  it('reads errors', () => {
    expect(decodeEnvelope({ error: { code: -32001, message: 'Task not found', data: { taskId: 't' } } })).toEqual([
      { type: 'failure', code: -32001, message: 'Task not found', data: { taskId: 't' } },
    ])
    expect(decodeEnvelope({ error: { code: '-32001', message: 'no' } })).toMatchObject([{ code: -32001 }])
    for (const error of ['no', { message: 'no' }, { code: 'GONE', message: 'no' }])
      expect(decodeEnvelope({ error })).toEqual([{ type: 'failure', code: -32603, message: 'no', data: null }])
    expect(decodeEnvelope({ error: 7 })).toMatchObject([{ type: 'failure', message: 'no reason given' }])
  })

  it.each([
    '',
    '<!doctype html>',
    '{"jsonrpc":"2.0","res',
    'null',
    '[]',
    '"task"',
    '{"result":5}',
    '{"result":{"kind":"x"}}',
  ])('reports %j as unreadable', (text) => {
    expect(decodeText(text)).toEqual([{ type: 'unreadable', reason: expect.any(String) }])
  })
})

describe('never throws', () => {
  const key = fc.constantFrom(
    ...['kind', 'type', 'id', 'taskId', 'status', 'state', 'message', 'messageId', 'role', 'parts', 'part', 'text'],
    ...['data', 'name', 'parameters', 'toolCalls', 'callId', 'arguments', 'artifact', 'artifacts', 'history', 'result'],
    ...['metadata', 'error', 'code', 'pendingCalls', 'final', 'toString', '__proto__', 'method', 'params'],
  )
  const word = fc.constantFrom(
    ...['task', 'status-update', 'artifact-update', 'message', 'agent', 'user', 'text', 'data', 'functionCall'],
    ...['functionReturn', 'client_tool_calls', 'working', '{"a":1}', '', '2.0'],
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      word,
      fc.jsonValue(),
      tie('object'),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  }))

  it('for any JSON value', () => {
    fc.assert(
      fc.property(value, (raw) => {
        for (const event of [...decodeEnvelope(result(raw)), ...decodeEnvelope(raw)])
          expect(event.type).toBeTypeOf('string')
      }),
      { numRuns: 3000 },
    )
  })

  it('for any text, nor for nesting that overflows a stack', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeText(text).length > 0))
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const messages = [`{"kind":"message","role":"agent","parts":[{"type":${deep}}]}`, `{"kind":${deep}}`]
    const calls = `{"kind":"message","role":"agent","parts":[{"type":"functionCall","id":"a","name":"b","parameters":{"x":${deep}}}]}`
    for (const text of [...messages, calls]) expect(decodeText(`{"result":${text}}`).length).toBeGreaterThan(0)
  })
})
