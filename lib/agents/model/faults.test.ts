import { describe, expect, it } from 'vitest'
import { textPart } from '@/lib/wire/parts'
import { askModel, proposed, spoken, user } from './testing/ask-model'
import { begin, callChunk, callsTools, chunk, type ModelReply, says } from './testing/model-server'
import { model, setUpModel } from './testing/setup'

// Faults that models should not have, but some do. Each must end in an honest reply, never in a proposal that was not
// meant or that is made twice.

setUpModel()

const name = 'send_native_gas_token'
const parameters = { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', chainId: 31337, value: '1' }
const sent = JSON.stringify(parameters)
const other = { ...parameters, value: '2' }
const call = { type: 'call', name, parameters }
const end = `${chunk({}, 'tool_calls')}data: [DONE]\n\n`
const ask = () => askModel(model, [user(textPart('send it'))])
const refused = {
  code: /model-(?:failed|unfinished)/,
  message: expect.stringContaining('Nothing was proposed, and nothing was sent.'),
}

/** Streams these pieces unchanged. */
const streams =
  (...pieces: string[]): ModelReply =>
  (response) => {
    begin(response)
    for (const piece of pieces) response.write(piece)
    response.end()
  }

describe('arguments', () => {
  it.each([
    ['nothing', 'null'],
    ['a number', '5'],
    ['a text', '"send it"'],
    ['a list', '[]'],
    ['a list of what is wanted', `[${sent}]`],
    ['no fields', '{}'],
    ['numbers for texts', JSON.stringify({ ...parameters, to: 5, value: 1 })],
    ['a text other than a number', JSON.stringify({ ...parameters, value: 'all' })],
    ['a number with an exponent', JSON.stringify({ ...parameters, value: '1e18' })],
    ['a negative sum', JSON.stringify({ ...parameters, value: '-1' })],
    ['an unexpected field', JSON.stringify({ ...parameters, gas: '1' })],
    ['a field of every object', `${sent.slice(0, -1)},"__proto__":{"value":"9"}}`],
    ['a text within a text', JSON.stringify(sent)],
    ['a sum of 100,000 digits', JSON.stringify({ ...parameters, value: '9'.repeat(100_000) })],
  ])('return to the model and are not proposed if they are JSON of the wrong kind: %s', async (_, args) => {
    model.replies = [callsTools([name, args]), says('I could not prepare that.')]
    const outputs = await ask()
    expect(proposed(outputs)).toEqual([])
    expect(spoken(outputs)).toBe('I could not prepare that.')
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(`Invalid input for tool ${name}`)
  })

  it('end the turn if they exceed its length', async () => {
    model.replies = [callsTools([name, JSON.stringify({ ...parameters, note: 'x'.repeat(300_000) })])]
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it('are not proposed if they are not text, or if they are cut off beside a complete call', async () => {
    const unread = { index: 0, id: 'c', type: 'function', function: { name, arguments: parameters } }
    model.replies = [streams(chunk({ tool_calls: [unread] }), end)]
    await expect(ask()).rejects.toMatchObject(refused)
    model.replies = [streams(callChunk(0, name, sent), callChunk(1, name, sent.slice(0, 20)), end), says('No.')]
    expect(await ask()).toEqual([{ type: 'text', delta: 'No.' }])
  })
})

describe('the same call', () => {
  const checksummed = parameters.to
  it.each<[string, object]>([
    ['word for word', parameters],
    ['with its fields in another order', { value: '1', chainId: 31337, to: checksummed }],
    ['with the address in small letters', { ...parameters, to: checksummed.toLowerCase() }],
    ['with a number as a text', { ...parameters, chainId: '31337' }],
  ])('is proposed once if made twice in one turn, and the person is told: %s', async (_, again) => {
    model.replies = [callsTools([name, sent], [name, JSON.stringify(again)])]
    const outputs = await ask()
    expect(proposed(outputs)).toEqual([call])
    expect(spoken(outputs)).toMatch(/asked for the same thing more than once.*proposed once.*ask for it again/i)
  })

  it('is proposed along with a different one', async () => {
    model.replies = [
      callsTools([name, sent], [name, JSON.stringify(other)], [name, sent], [name, JSON.stringify(other)]),
    ]
    expect(proposed(await ask())).toEqual([call, { ...call, parameters: other }])
  })

  it('is a different one if it has other arguments under the same id', async () => {
    const second = { index: 1, id: 'call-0', type: 'function', function: { name, arguments: JSON.stringify(other) } }
    model.replies = [streams(callChunk(0, name, sent), chunk({ tool_calls: [second] }), end)]
    expect(proposed(await ask())).toEqual([call, { ...call, parameters: other }])
  })
})

describe('a tool', () => {
  const properties = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype']
  const looks = [
    'ѕend_native_gas_token',
    'send_native_gas_tok\u200ben',
    'SEND_NATIVE_GAS_TOKEN',
    `functions.${name}`,
    '送金',
  ]

  it.each([...properties, ...looks])(
    'is unknown if it is named like a property of objects, or nearly like an existing one: %s',
    async (odd) => {
      model.replies = [callsTools([odd, sent]), says('I have no such tool.')]
      expect(await ask()).toEqual([{ type: 'text', delta: 'I have no such tool.' }])
      expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('unavailable tool')
    },
  )

  it.each([...properties, ...looks])(
    'keeps the call beside it from being proposed alone if it is unknown: %s',
    async (odd) => {
      model.replies = [callsTools([name, sent], [odd, '{}']), says('Shall I send it?')]
      expect(await ask()).toEqual([{ type: 'text', delta: 'Shall I send it?' }])
    },
  )

  it.each(['', ' '])('ends the turn if it has no name (“%s”)', async (blank) => {
    for (const calls of [callsTools([name, sent], [blank, '{}']), callsTools([blank, sent])]) {
      model.replies = [calls]
      await expect(ask()).rejects.toMatchObject(refused)
    }
  })
})

describe('an answer', () => {
  it.each([
    ['a page', '<html>Bad gateway</html>', 'text/html'],
    ['a page that says it is a stream', '<html>Bad gateway</html>', 'text/event-stream'],
    [
      'one that is not streamed',
      '{"choices":[{"message":{"content":"Good day"},"finish_reason":"stop"}]}',
      'application/json',
    ],
    ['nothing', '', 'text/event-stream'],
  ])('is refused with status 200 if it is %s', async (_, body, type) => {
    model.replies = [(response) => void response.writeHead(200, { 'content-type': type }).end(body)]
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it.each([
    ['words', chunk({ content: 'Your balance is 1' })],
    ['words and the mark of the end', `${chunk({ content: 'Your balance is 1' })}data: [DONE]\n\n`],
    ['a call', callChunk(0, name, sent)],
  ])('is refused without a reported end: %s', async (_, body) => {
    model.replies = [streams(body)]
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it.each(['length', 'content_filter'])(
    'is refused if a call follows after it has been cut off (%s)',
    async (reason) => {
      model.replies = [streams(chunk({ content: 'I will se' }, reason), callChunk(0, name, sent), end)]
      await expect(ask()).rejects.toMatchObject(refused)
    },
  )

  it('is refused if a piece follows after its reported end', async () => {
    model.replies = [streams(callChunk(0, name, sent), chunk({}, 'tool_calls'), callChunk(1, name, sent))]
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it('is accepted if each of its pieces reports an end', async () => {
    model.replies = [
      streams(chunk({ content: 'I send' }, 'stop'), chunk({ content: ' it.' }, 'stop'), callChunk(0, name, sent), end),
    ]
    expect(await ask()).toEqual([{ type: 'text', delta: 'I send' }, { type: 'text', delta: ' it.' }, call])
  })

  it('is refused if it is blank', async () => {
    for (const blank of ['  \n ', '<think>They want it sent.</think>\n']) {
      model.replies = [says(...blank)]
      await expect(ask()).rejects.toMatchObject(refused)
    }
  })

  it('keeps the blanks between its words, and drops those before them', async () => {
    model.replies = [says('\n', ' ', 'Good', ' ', '\n', 'day.')]
    expect(spoken(await ask())).toBe('Good \nday.')
  })

  it('is refused if it is broken between two calls', async () => {
    model.replies = [streams(callChunk(0, name, sent), 'data: {"id": broken\n\n', callChunk(1, name, sent), end)]
    await expect(ask()).rejects.toMatchObject(refused)
  })
})
