import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../fixtures/eventually'
import { manualTimers } from '../fixtures/manual-timers'
import {
  our,
  type ScriptedAgent,
  type ScriptedRequest,
  type ScriptedStream,
  startScriptedAgent,
} from '../fixtures/scripted-agent'
import type { RateLimit } from '../store/chat'
import { createAgentClient, type OutgoingMessage } from './agent-client'
import { AgentError, isUnsupported } from './agent-error'
import type { StreamItem } from './read-stream'

let agent: ScriptedAgent
beforeAll(async () => {
  agent = await startScriptedAgent(21500)
})
afterEach(() => agent.reset())
afterAll(() => agent.stop())

function connect({ online = true, url = agent.url() } = {}) {
  const clock = manualTimers()
  const client = createAgentClient({ baseUrl: url, now: clock.now, timers: clock.timers, online: () => online })
  const limits: RateLimit[] = []
  client.subscribeRateLimit((limit) => limits.push(limit))
  return { client, clock, limits }
}

const message: OutgoingMessage = {
  messageId: 'm-1',
  parts: [{ kind: 'text', type: 'text', text: 'hello' }],
  taskId: null,
  contextId: null,
  agentId: 3,
}
const never = new AbortController().signal

async function all(items: AsyncIterable<StreamItem>): Promise<StreamItem[]> {
  const got: StreamItem[] = []
  for await (const item of items) got.push(item)
  return got
}

const failure = async (work: Promise<unknown>): Promise<AgentError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AgentError) return error
  throw new Error(`expected an AgentError, got ${String(error)}`)
}

describe('requests', () => {
  it('names the agent for a new task', async () => {
    agent.on('message/stream', (request) => request.result(our.task('T', 'input-required')))
    const { client } = connect()
    await all(client.stream(message, never))
    expect(agent.asked[0]?.params).toEqual({
      configuration: { agentId: 3, historyLength: 0 },
      message: { kind: 'message', role: 'user', messageId: 'm-1', parts: message.parts },
    })
    expect(agent.asked[0]?.headers.accept).toContain('text/event-stream')
  })

  it('names the task for the next message, in both places where services look for it', async () => {
    agent.on('message/stream', (request) => request.result(our.task('T', 'input-required')))
    const { client } = connect()
    await all(client.stream({ ...message, taskId: 'T', contextId: 'C' }, never))
    expect(agent.asked[0]?.params).toMatchObject({
      configuration: { historyLength: 0 },
      message: { taskId: 'T', contextId: 'C' },
      taskId: 'T',
      contextId: 'C',
    })
    expect(agent.asked[0]?.params.configuration).not.toHaveProperty('agentId')
  })

  it('names the event after which to resume', async () => {
    agent.on('tasks/resubscribe', (request) => request.result(our.task('T', 'input-required')))
    const { client } = connect()
    await all(client.resubscribe('T', 'T:4', never))
    await all(client.resubscribe('T', null, never))
    expect(agent.asked.map(({ headers }) => headers['last-event-id'])).toEqual(['T:4', undefined])
    expect(agent.asked.map(({ params }) => params)).toEqual([
      { id: 'T', metadata: { lastEventId: 'T:4' } },
      { id: 'T' },
    ])
  })
})

describe('answers', () => {
  it('reads a stream to its end and closes it', async () => {
    let closed = () => false
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      closed = stream.isClosed
      stream.send(our.task('T', 'submitted'), 'T:1')
      stream.raw(': ping\n\n')
      stream.send(our.delta('T', 'r', 'Hi', false), 'T:2')
      stream.send(our.final('T', our.message('r', our.text('Hi'))), 'T:3')
    })
    const { client } = connect()
    const items = await all(client.stream(message, never))
    expect(items.map(({ eventId, event }) => [eventId, event.type])).toEqual([
      ['T:1', 'task'],
      ['T:2', 'delta'],
      ['T:3', 'status'],
      ['T:3', 'end'],
    ])
    await eventually(() => expect(closed()).toBe(true))
  })

  it('reads a plain body in place of a stream', async () => {
    const { client } = connect()
    agent.on('message/stream', (request) => request.result(our.task('T', 'input-required', {}, our.message('r'))))
    expect((await all(client.stream(message, never))).map(({ event }) => event.type)).toEqual(['task', 'end'])
    agent.on('message/stream', (request) => request.result(our.task('T', 'working')))
    expect((await all(client.stream(message, never))).map(({ event }) => event.type)).toEqual(['task'])
    agent.on('message/stream', (request) => request.result(our.message('r', our.text('Hi'))))
    expect((await all(client.stream(message, never))).map(({ event }) => event.type)).toEqual(['message', 'end'])
  })

  it('ends quietly if the stream closes without an end, even in the middle of a frame', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send(our.task('T', 'working'), 'T:1')
      stream.raw('id: T:2\ndata: {"jsonrpc":"2.0","id":1,"resu')
      stream.end()
    })
    const { client } = connect()
    expect((await all(client.stream(message, never))).map(({ event }) => event.type)).toEqual(['task'])
  })

  it('passes on what it cannot read', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.raw('data: <html>\n\n')
      stream.send(our.final('T', our.message('r')))
    })
    const { client } = connect()
    expect((await all(client.stream(message, never))).map(({ event }) => event.type)).toEqual([
      'unreadable',
      'status',
      'end',
    ])
  })

  it('gets and cancels tasks', async () => {
    agent.on('tasks/get', (request) => request.result(our.task('T', 'working')))
    agent.on('tasks/cancel', (request) => request.result(our.task('T', 'cancelled')))
    const { client } = connect()
    expect(await client.get('T')).toMatchObject({ taskId: 'T', state: 'working' })
    expect(await client.cancel('T')).toMatchObject({ state: 'canceled' })
    expect(agent.asked.map(({ params }) => params)).toEqual([{ id: 'T' }, { id: 'T' }])
  })
})

describe('lists', () => {
  const listed = {
    kind: 'task',
    id: 'T',
    contextId: 'C',
    status: { state: 'input-required', timestamp: '2026-01-01T00:00:00Z' },
  }

  it('reads a page of conversations and leaves out those it cannot read', async () => {
    const metadata = { agentId: 1, title: 'Swap', pinned: true, updatedAt: 7, changedAt: 9, pendingCalls: ['c'] }
    const tasks = [{ ...listed, metadata }, { id: 5 }, 'no', { ...listed, id: 'U', metadata: { pinned: 'yes' } }]
    agent.on('tasks/list', (request) => request.result({ tasks, nextPageToken: 'more' }))
    const { entries, nextPageToken } = await connect().client.listTasks({ query: 'swap' })
    expect(agent.asked.map(({ params }) => params)).toEqual([{ query: 'swap' }])
    expect(nextPageToken).toBe('more')
    expect(entries).toEqual([
      { id: 'T', contextId: 'C', state: 'input-required', ...metadata, deleted: false },
      expect.objectContaining({ id: 'U', title: null, pinned: false, updatedAt: 1_767_225_600_000, pendingCalls: [] }),
    ])
  })

  it('reads a page of calls', async () => {
    const call = { taskId: 'T', callId: 'c', name: 'send_native_gas_token', at: 7, state: 'answered' }
    agent.on('calls/list', (request) => request.result({ calls: [call, { ...call, state: 'odd' }], nextPageToken: '' }))
    expect(await connect().client.listCalls({})).toEqual({
      entries: [{ ...call, parameters: null, agentId: null, result: null, changedAt: 7 }],
      nextPageToken: null,
    })
  })

  it('renames, deletes, and stops only an answer', async () => {
    agent.on('tasks/update', (request) => request.result(listed))
    agent.on('tasks/delete', (request) => request.result({ ...listed, metadata: { deleted: true } }))
    agent.on('tasks/cancel', (request) => request.result(our.task('T', 'input-required')))
    const { client } = connect()
    expect(await client.updateTask('T', { title: 'Mine' })).toMatchObject({ id: 'T', deleted: false })
    expect(await client.deleteTask('T')).toMatchObject({ id: 'T', deleted: true })
    await client.cancel('T', { turnOnly: true })
    expect(agent.asked.map(({ params }) => params)).toEqual([
      { id: 'T', metadata: { title: 'Mine' } },
      { id: 'T' },
      { id: 'T', metadata: { turnOnly: true } },
    ])
  })

  it('distinguishes a service without lists from one that fails', async () => {
    agent.on('tasks/list', (request) => request.error(-32601, 'Method not found: tasks/list'))
    const { client } = connect()
    expect(isUnsupported(await failure(client.listTasks({})))).toBe(true)
    agent.on('tasks/list', (request) => request.error(-32603, 'no'))
    expect(isUnsupported(await failure(client.listTasks({})))).toBe(false)
    agent.on('tasks/list', (request) => request.result({ tasks: 'none' }))
    expect(await failure(client.listTasks({}))).toMatchObject({ code: 'unreadable' })
  })
})

describe('failures', () => {
  it('recognises a missing session', async () => {
    agent.on('tasks/get', (request) => request.raw(401, 'application/json', '{"error":{"code":-32000,"message":"x"}}'))
    expect(await failure(connect().client.get('T'))).toMatchObject({ code: 'unauthenticated' })
  })

  it.each<[string, Record<string, string>, number]>([
    ['in seconds', { 'retry-after': '12' }, 12_000],
    ['as a date', { 'retry-after': new Date(1_005_000).toUTCString() }, 5000],
    ['by the reset of the window', { 'x-ratelimit-reset': '1010' }, 10_000],
    ['not at all', {}, 30_000],
  ])('tells how long to wait if the service says so %s', async (_, headers, wait) => {
    agent.on('tasks/get', (request) => request.raw(429, 'application/json', '{}', headers))
    const { client, clock, limits } = connect()
    const error = await failure(client.get('T'))
    expect(error).toMatchObject({ code: 'rate-limited', retryAt: clock.now() + wait })
    expect(limits.at(-1)?.retryAt).toBe(clock.now() + wait)
  })

  it('reports the limit with every answer, and nothing if the headers make no sense', async () => {
    const { client, limits } = connect()
    const headers = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1060' }
    agent.on('tasks/get', (request) => request.result(our.task('T', 'working'), headers))
    await client.get('T')
    agent.on('tasks/get', (request) =>
      request.result(our.task('T', 'working'), { ...headers, 'x-ratelimit-reset': 'soon' }),
    )
    await client.get('T')
    expect(limits).toEqual([{ limit: 120, remaining: 7, resetAt: 1_060_000, retryAt: null }])
  })

  it('passes on protocol errors, from a body and from a stream', async () => {
    agent.on('tasks/get', (request) => request.error(-32001, 'Task not found', { taskId: 'T' }))
    const { client } = connect()
    const error = await failure(client.get('T'))
    expect(error).toMatchObject({ code: 'rpc', rpcCode: -32001, data: { taskId: 'T' } })
    expect(error.message).toContain('Task not found')
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.raw('data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"oh"}}\n\n')
    })
    expect(await failure(all(client.stream(message, never)))).toMatchObject({ code: 'rpc', rpcCode: -32603 })
  })

  it.each<[string, number, string, string, string]>([
    ['a page in place of JSON', 200, 'text/html', '<h1>Sign in to the Wi-Fi</h1>', 'unreadable'],
    ['a missing page', 404, 'text/html', '<h1>404</h1>', 'unreadable'],
    ['a server in trouble', 500, 'text/html', '<h1>Oops</h1>', 'unreachable'],
    ['a gateway in trouble', 502, 'text/plain', 'Bad gateway', 'unreachable'],
    ['an empty body', 200, 'application/json', '', 'unreadable'],
    ['a stream with an error status', 503, 'text/event-stream', 'data: {}\n\n', 'unreachable'],
  ])('recognises %s', async (_, status, type, body, code) => {
    agent.on('tasks/get', (request) => request.raw(status, type, body))
    agent.on('message/stream', (request) => request.raw(status, type, body))
    const { client } = connect()
    expect(await failure(client.get('T'))).toMatchObject({ code })
    expect(await failure(all(client.stream(message, never)))).toMatchObject({ code })
  })

  it.each<[string, number, string, string]>([
    ['text', 403, 'text/plain', 'Not in “your” country.'],
    ['a message', 403, 'application/json', '{"message":"Not in “your” country."}'],
    ['a message with status 410', 410, 'application/json', '{"code":"GONE","message":"Not in “your” country."}'],
    ['a problem document', 422, 'application/problem+json', '{"type":"about:blank","detail":"Not in “your” country."}'],
    ['a list of errors', 403, 'application/json', '{"errors":[{"message":"Not in “your” country."}]}'],
    ['text with status 503', 503, 'text/plain; charset=utf-8', 'Not in “your” country.'],
  ])('quotes a refusal given as %s', async (_, status, type, body) => {
    agent.on('tasks/get', (request) => request.raw(status, type, body))
    agent.on('message/stream', (request) => request.raw(status, type, body))
    const { client } = connect()
    const words = `(HTTP ${status})`
    for (const asked of [client.get('T'), all(client.stream(message, never))]) {
      const error = await failure(asked)
      expect(error.message).toContain('The service said: “Not in ’your’ country.”')
      expect(error.message).toContain(words)
    }
  })

  it.each<[string, number, string, string]>([
    ['text without a session', 401, 'text/plain', 'Not in “your” country.'],
    [
      'a protocol error without a session',
      401,
      'application/json',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Not in “your” country."}}',
    ],
    [
      'a problem document about too many requests',
      429,
      'application/problem+json',
      '{"detail":"Not in “your” country."}',
    ],
    ['text above the rate limit', 429, 'text/plain', 'Not in “your” country.'],
  ])('quotes a refusal given as %s, and keeps its meaning', async (_, status, type, body) => {
    agent.on('tasks/get', (request) => request.raw(status, type, body))
    const error = await failure(connect().client.get('T'))
    expect(error.message).toContain('The service said: “Not in ’your’ country.”')
    expect(error.code).toBe(status === 401 ? 'unauthenticated' : 'rate-limited')
  })

  it.each<[number, string, string]>([
    [401, 'application/json', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}'],
    [429, 'application/json', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Rate limit exceeded"}}'],
    [429, 'text/html', '<h1>Too many</h1>'],
    [401, 'text/plain', ''],
  ])('quotes nothing where %i (%s) says nothing more: %s', async (status, type, body) => {
    agent.on('tasks/get', (request) => request.raw(status, type, body))
    expect((await failure(connect().client.get('T'))).message).not.toContain('said')
  })

  it.each([
    ['text', 'Out of credit'],
    ['JSON', '{"message":"Out of credit"}'],
    ['JSON with an error within', '{"type":"error","error":{"type":"billing","message":"Out of credit"}}'],
    ['text on two lines', 'Out of\ndata: credit'],
  ])('quotes an event named error that is %s', async (_, data) => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.raw(`event: error\ndata: ${data}\n\n`)
      stream.end()
    })
    const error = await failure(all(connect().client.stream(message, never)))
    expect(error.message).toContain('The service said: “Out of credit”')
  })

  it.each<[string, (request: ScriptedRequest) => void, boolean]>([
    ['a refusal', (request) => request.error(-32602, 'no'), false],
    ['a refusal by HTTP', (request) => request.raw(403, 'text/plain', 'no'), false],
    ['a server in trouble', (request) => request.raw(502, 'text/html', 'x'), true],
    ['the page of a captive portal', (request) => request.raw(200, 'text/html', '<h1>Wi-Fi</h1>'), true],
    ['nothing', (request) => request.raw(200, 'application/json', ''), true],
    ['a connection that breaks', (request) => request.response.destroy(), true],
  ])('tells if the service may have taken the message: %s', async (_, answer, unsure) => {
    agent.on('message/stream', answer)
    expect(await failure(all(connect().client.stream(message, never)))).toMatchObject({ unsure })
  })

  it.each([{ kind: 'dream' }, { answer: 42 }, 'done', 7])(
    'reports that the result %j is not readable',
    async (given) => {
      agent.on('message/stream', (request) => request.result(given))
      const items = await all(connect().client.stream(message, never))
      expect(items.map(({ event }) => event.type)).toEqual(['unreadable', 'end'])
    },
  )

  it('distinguishes an unreachable service from a missing network', async () => {
    const nowhere = 'http://127.0.0.1:21599'
    expect(await failure(connect({ url: nowhere }).client.get('T'))).toMatchObject({ code: 'unreachable' })
    expect(await failure(connect({ url: nowhere, online: false }).client.get('T'))).toMatchObject({ code: 'offline' })
  })

  it('reports a connection that breaks in the middle, after the events before it', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send(our.task('T', 'working'), 'T:1')
      setImmediate(() => stream.cut())
    })
    const { client } = connect()
    const got: string[] = []
    const reading = async () => {
      for await (const { event } of client.stream(message, never)) got.push(event.type)
    }
    expect(await failure(reading())).toMatchObject({ code: 'unreachable' })
    expect(got).toEqual(['task'])
  })

  it('takes silence for a broken connection, and a ping for a sign of life', async () => {
    const streams: ScriptedStream[] = []
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      streams.push(stream)
      stream.send(our.task('T', 'working'), 'T:1')
    })
    const clock = manualTimers()
    const now = vi.fn(clock.now)
    const client = createAgentClient({ baseUrl: agent.url(), now, timers: clock.timers })
    const items = client.stream(message, never)
    await items.next()
    const rest = failure(all(items))
    await eventually(() => expect(clock.pending()).toEqual([60_000]))
    clock.advance(59_000)
    now.mockClear()
    streams[0]?.raw(': ping\n\n')
    await eventually(() => expect(now).toHaveBeenCalled())
    clock.advance(59_000)
    expect(clock.pending()).toEqual([1_000])
    clock.advance(1_000)
    expect(await rest).toMatchObject({ code: 'unreachable' })
    expect(clock.pending()).toEqual([])
  })

  it('refuses an oversized event', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      const part = 'x'.repeat(1_000_000)
      for (let index = 0; index < 9; index += 1) stream.raw(index === 0 ? `data: ${part}` : part)
    })
    expect(await failure(all(connect().client.stream(message, never)))).toMatchObject({ code: 'unreadable' })
  })

  it('stops when told, and leaves no timer and no connection behind', async () => {
    let closed = () => false
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      closed = stream.isClosed
      stream.send(our.task('T', 'working'), 'T:1')
    })
    const { client, clock } = connect()
    const aborter = new AbortController()
    const items = client.stream(message, aborter.signal)
    await items.next()
    const rest = all(items)
    aborter.abort()
    await expect(rest).rejects.toThrow()
    await eventually(() => expect(closed()).toBe(true))
    expect(clock.pending()).toEqual([])
  })
})
