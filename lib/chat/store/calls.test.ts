import { describe, expect, it } from 'vitest'
import {
  agent,
  answering,
  bench,
  holding,
  messageOf,
  nth,
  settled,
  setUpChat,
  showing,
  tab,
} from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our, type ScriptedRequest } from '../fixtures/scripted-agent'

const { final, message, task, text, call } = our
setUpChat(21513)

describe('open calls', () => {
  it('stay open when more is written, sent or not', async () => {
    answering('Please approve.', call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    agent.on('message/stream', (request) => request.raw(500, 'text/plain', 'no'))
    tab.chat.send(id, 'what is gas?')
    await eventually(() => expect(tab.lines(id)).toContain('user failed: what is gas?'))
    answering('It is a fee.', call('c1'))
    tab.chat.retry(tab.messages(id).at(-1)?.id ?? '')
    await eventually(() => expect(tab.lines(id)).toContain('user sent: what is gas?'))
    await settled(id)
    expect(bench.calls.filter(({ callId }) => callId === 'c1').every(({ answered }) => answered === null)).toBe(true)
  })

  it('do not hold back a waiting message', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('send', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    await eventually(() => expect(tab.lines(id)).toEqual(['user sent: send']))
    tab.chat.send(id, 'and hurry')
    answering('ok')
    stream.send(final('T', message('r', text('Approve'), call('c1')), { pendingCalls: ['c1'] }), 'T:2')
    await showing(id, [
      'user sent: send',
      'user sent: and hurry',
      'agent complete: Approve[call]',
      'agent complete: ok',
    ])
  })

  it('are distinguished, at the end of each turn, from those that the service no longer awaits', async () => {
    answering('Please approve.', call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    answering('A fee.')
    tab.chat.send(id, 'what is gas?')
    await eventually(() =>
      expect(bench.awaited).toEqual([
        { taskId: 'T', callIds: ['c1'] },
        { taskId: 'T', callIds: [] },
      ]),
    )
  })

  it('that the service lets go are looked up at once: its record says what became of them', async () => {
    answering('Please approve.', call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    bench.open.add('c1')
    const outcome = { status: 'error', error: 'Taken back', code: 'taken-back' }
    const takenBack = { type: 'functionReturn', id: 'c1', name: 'send_native_gas_token', result: outcome }
    agent.on('tasks/get', (request) => {
      const history = [message('r1', call('c1')), { ...message('t1', takenBack), role: 'user' }]
      return request.result({ ...task('T', 'input-required', { history }), metadata: { pendingCalls: [] } })
    })
    answering('I took it back.')
    tab.chat.send(id, 'never mind')
    await eventually(() =>
      expect(bench.calls.findLast(({ callId }) => callId === 'c1')).toMatchObject({ answered: { code: 'taken-back' } }),
    )
    expect(agent.askedFor('tasks/get')).toHaveLength(1)
  })

  it('are replaced only by a call that says so, which comes after them', async () => {
    const newer = { ...call('c2'), metadata: { replaces: 'c1' } }
    agent.on('message/stream', (request) =>
      request.result(
        task(
          'T',
          'input-required',
          { history: [message('r1', newer), message('r0', call('c1'))] },
          message('r2', call('c3')),
        ),
      ),
    )
    await settled(tab.chat.start('send', 1))
    await eventually(() => expect(bench.calls.map(({ callId }) => callId)).toEqual(['c1', 'c3', 'c2']))
    expect(bench.calls.map(({ replaces }) => replaces)).toEqual([undefined, undefined, 'c1'])
  })
})

describe('a failing ledger', () => {
  it('is reported to the person', async () => {
    bench.problems.onCall = true
    answering('Please approve.', call('c1'))
    tab.chat.start('send', 1)
    await eventually(() => expect(tab.chat.getSnapshot().storageProblem).toContain('could not be recorded'))
  })
})

describe('results', () => {
  const outcome = {
    taskId: 'T',
    callId: 'c1',
    name: 'send_native_gas_token',
    result: { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 1 },
  } as const

  it('go to the agent under a constant id, and the answer is shown', async () => {
    answering('Please approve.', call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    answering('Sent.')
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: true })
    await showing(id, [
      'user sent: send',
      'agent complete: Please approve.[call]',
      'user sent: [return]',
      'agent complete: Sent.',
    ])
    const [, sent] = agent.asked
    expect(messageOf(sent)).toMatchObject({
      messageId: expect.stringMatching(/^return:T:c1:[0-9a-f]{16}$/),
      taskId: 'T',
      parts: [{ type: 'functionReturn', id: 'c1', name: 'send_native_gas_token', result: outcome.result }],
    })
    expect(sent?.params.configuration).not.toHaveProperty('agentId')
    tab.chat.send(id, 'thanks')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: Sent.'))
  })

  it('go under an id of bounded length, however long the service’s ids are', async () => {
    const idOf = async (taskId: string, callId: string) => {
      agent.on('message/stream', (request) => request.result(task(taskId, 'input-required')))
      const before = agent.asked.length
      await tab.chat.sendReturn({ ...outcome, taskId, callId })
      return String(messageOf(agent.asked[before]).messageId)
    }
    const ids = [await idOf('t'.repeat(400), 'c1'), await idOf('t'.repeat(400), 'c2'), await idOf('t', 'c'.repeat(228))]
    expect(ids.filter((id) => id.length <= 256)).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
    expect(await idOf('t'.repeat(400), 'c1')).toBe(ids[0])
    expect(ids[2]).toContain(`return:t:${'c'.repeat(228)}:`)
  })

  it('are retried later if the answer to them is still being read: nobody waits forever', async () => {
    answering('Please approve.', call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    const streams = holding('message/stream')
    const sending = tab.chat.sendReturn(outcome)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    expect(await sending).toEqual({ taken: true })
    await expect(tab.chat.sendReturn(outcome)).rejects.toMatchObject({ code: 'unreachable' })
    expect(tab.chat.getSnapshot().connection, 'the service was not asked').toBe('online')
    stream.send(final('T', message('r2', text('ok'))), 'T:2')
  })

  it('go before waiting messages', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('send', 1)
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:1')
    await eventually(() => expect(tab.conversation(id)?.taskId).toBe('T'))
    tab.chat.send(id, 'thanks')
    const sending = tab.chat.sendReturn(outcome)
    await eventually(() => expect(tab.lines(id)).toContain('user sending: thanks'))
    first.send(final('T', message('r', text('ok'))), 'T:2')
    const second = await nth(streams, 1)
    expect(messageOf(agent.asked[1]).messageId).toMatch(/^return:T:c1:/)
    second.send(final('T', message('r2', text('ok'))), 'T:3')
    expect(await sending).toEqual({ taken: true })
    await nth(streams, 2)
  })

  it.each<[string, number, Record<string, unknown> | undefined]>([
    ['does not wait for them', -32602, undefined],
    ['does not know the task', -32001, undefined],
    ['has ended the task', -32004, { state: 'canceled' }],
    ['calls the request invalid because the task is completed', -32600, undefined],
    ['has no such method', -32601, undefined],
    ['says that the task can no longer be changed', -32002, undefined],
    ['does not accept such content', -32005, undefined],
  ])('count as unwanted if the service %s', async (_, code, data) => {
    agent.on('message/stream', (request) => request.error(code, 'no', data))
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: false })
  })

  it.each<[string, (request: ScriptedRequest) => void]>([
    [
      'with an error status',
      (request) =>
        request.raw(400, 'application/json', '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}'),
    ],
    [
      'as an event of a stream',
      (request) => {
        const stream = request.stream()
        stream.raw('data: {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}\n\n')
        stream.end()
      },
    ],
    ['with a task state of rejected', (request) => request.error(-32004, 'no', { state: 'rejected' })],
  ])('count as unwanted if the service says so %s', async (_, answer) => {
    agent.on('message/stream', answer)
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: false })
  })

  it('are kept for the right account if refused under another account’s session', async () => {
    bench.session.isOurs = false
    for (const code of [-32001, -32602]) {
      agent.on('message/stream', (request) => request.error(code, 'no'))
      await expect(tab.chat.sendReturn(outcome)).rejects.toMatchObject({ rpcCode: code })
    }
    bench.session.isOurs = true
    answering('Sent.')
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: true })
  })

  it.each([
    ['a word for a code', { code: 'INTERNAL', message: 'out of order' }],
    ['no code', { message: 'out of order' }],
    ['words alone', 'out of order'],
  ])('are not taken for delivered if the service answers with an error that has %s', async (_, error) => {
    const id = tab.chat.start('send', 1)
    for (const taskId of ['T', 'unheard of']) {
      agent.on('message/stream', (request) => {
        const stream = request.stream()
        stream.raw(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, error })}\n\n`)
        stream.end()
      })
      await expect(tab.chat.sendReturn({ ...outcome, taskId })).rejects.toThrow(/out of order/)
    }
    await eventually(() => expect(tab.messages(id).at(-1)).toMatchObject({ status: 'failed' }))
    expect(tab.messages(id).at(-1)?.problem).toContain('out of order')
  })

  it('are retried later while the agent is at work or the service is in trouble', async () => {
    agent.on('message/stream', (request) => request.error(-32004, 'no', { state: 'working' }))
    await expect(tab.chat.sendReturn(outcome)).rejects.toMatchObject({ rpcCode: -32004 })
    agent.on('message/stream', (request) => request.error(-32603, 'no'))
    await expect(tab.chat.sendReturn(outcome)).rejects.toMatchObject({ rpcCode: -32603 })
    agent.on('message/stream', (request) => request.error(-32004, 'no'))
    agent.on('tasks/get', (request) => request.result(task('T', 'failed')))
    expect(await tab.chat.sendReturn(outcome)).toMatchObject({ taken: false })
  })

  it('are given up if the service refuses them and no longer has the task', async () => {
    agent.on('message/stream', (request) => request.error(-32004, 'no'))
    agent.on('tasks/get', (request) => request.error(-32001, 'no'))
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: false })
  })

  it('are given up, if the service cannot be asked, by what it said of the task before', async () => {
    agent.on('message/stream', (request) => request.result(task('T', 'completed', {}, message('r', call('c1')))))
    const id = tab.chat.start('send', 1)
    await settled(id)
    agent.on('message/stream', (request) => request.error(-32004, 'no'))
    await expect(tab.chat.sendReturn({ ...outcome, taskId: 'other' })).rejects.toMatchObject({ rpcCode: -32004 })
    expect(await tab.chat.sendReturn(outcome)).toEqual({ taken: false })
  })

  it.each<[string, (request: ScriptedRequest) => void]>([
    ['the limit is reached', (request) => request.raw(429, 'application/json', '{}')],
    ['a gateway is in trouble', (request) => request.raw(503, 'text/html', 'x')],
    ['the connection breaks', (request) => request.response.destroy()],
    [
      'the limit is reached, whatever code is in the body',
      (request) =>
        request.raw(429, 'application/json', '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"slow down"}}'),
    ],
    ['the task waits for a sign-in', (request) => request.error(-32004, 'no', { state: 'auth-required' })],
    ['the task is at work and the service does not say so', (request) => request.error(-32004, 'no')],
  ])('are kept for another try if %s', async (_, answer) => {
    agent.on('message/stream', answer)
    agent.on('tasks/get', (request) => request.result(task('T', 'working')))
    await expect(tab.chat.sendReturn(outcome)).rejects.toThrow()
  })
})
