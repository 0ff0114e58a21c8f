import { describe, expect, it } from 'vitest'
import {
  agent,
  answering,
  bench,
  holding,
  messageOf,
  nth,
  openTab,
  settled,
  setUpChat,
  showing,
  tab,
} from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our, type ScriptedRequest } from '../fixtures/scripted-agent'

const { delta, final, message, task, text, userMessage, working } = our
setUpChat(21512)

it('is not sent after the page has dropped its conversations: another account may be signed in', async () => {
  answering('Hello')
  tab.chat.start('for the first account', 1)
  tab.close()
  const next = openTab()
  const id = next.chat.start('for the second', 1)
  await showing(id, ['user sent: for the second', 'agent complete: Hello'], next)
  expect(agent.askedFor('message/stream').map(messageOf)).toMatchObject([{ parts: [{ text: 'for the second' }] }])
})

describe('a message that is not accepted', () => {
  it('is held while nobody is signed in, and sent after that with the same id', async () => {
    agent.on('message/stream', (request) => request.raw(401, 'application/json', '{}'))
    const id = tab.chat.start('hi', 1)
    await showing(id, ['user failed: hi'])
    expect(tab.messages(id)[0]?.problem).toContain('Sign in again')
    answering('Hello')
    tab.chat.resumeAfterSignIn()
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
    const [first, second] = agent.asked
    expect(messageOf(second).messageId).toBe(messageOf(first).messageId)
    tab.chat.resumeAfterSignIn()
    await settled(id)
    expect(agent.asked).toHaveLength(2)
  })

  it.each<[string, (request: ScriptedRequest) => void]>([
    ['a gateway is in trouble', (request) => request.raw(502, 'text/html', 'x')],
    ['the connection breaks', (request) => request.response.destroy()],
    ['a page comes in place of an answer', (request) => request.raw(200, 'text/html', '<h1>Wi-Fi</h1>')],
    ['a stream closes without an event', (request) => request.stream().end()],
  ])('is not reported as unsent if the service may have it: %s', async (_, answer) => {
    agent.on('message/stream', answer)
    const id = tab.chat.start('hi', 1)
    await showing(id, ['user failed: hi'])
    expect(tab.messages(id)[0]).toMatchObject({ unsure: true })
    answering('Hello')
    tab.chat.retry(tab.messages(id)[0]?.id ?? '')
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
    expect(tab.messages(id)[0]).not.toHaveProperty('unsure')
  })

  it('is reported as unsent if the service has refused it', async () => {
    agent.on('message/stream', (request) => request.error(-32602, 'no'))
    const id = tab.chat.start('hi', 1)
    await showing(id, ['user failed: hi'])
    expect(tab.messages(id)[0]).not.toHaveProperty('unsure')
  })

  it.each<[string, (request: ScriptedRequest) => void, string]>([
    [
      'a task',
      (request) => request.result({ id: 'T', status: { state: 'input-required', message: message('r', text('Hi')) } }),
      'agent complete: Hi',
    ],
    ['a message', (request) => request.result({ role: 'agent', parts: [text('Hi')] }), 'agent complete: Hi'],
    ['something unreadable', (request) => request.result({ kind: 'dream' }), 'agent complete: [unreadable]'],
    ['a word', (request) => request.result('done'), 'agent complete: [unreadable]'],
  ])('counts as sent if the answer is %s without a kind', async (_, answer, line) => {
    agent.on('message/stream', answer)
    const id = tab.chat.start('hi', 1)
    await showing(id, ['user sent: hi', line])
  })

  it('stays marked as suggested, however often it is sent', async () => {
    agent.on('message/stream', (request) => request.raw(500, 'text/plain', 'no'))
    const id = tab.chat.start('hi', 1, { suggested: true })
    await showing(id, ['user failed: hi'])
    answering('Hello')
    tab.chat.retry(tab.messages(id)[0]?.id ?? '')
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
    expect(tab.messages(id)[0]).toMatchObject({ status: 'sent', suggested: true })
    tab.chat.send(id, 'thanks')
    await showing(id, ['user sent: hi', 'agent complete: Hello', 'user sent: thanks', 'agent complete: Hello'])
    expect(tab.messages(id)[2]).not.toHaveProperty('suggested')
  })

  it('waits as long as the service says', async () => {
    agent.on('message/stream', (request) => request.raw(429, 'application/json', '{}', { 'retry-after': '12' }))
    const id = tab.chat.start('hi', 1)
    await eventually(() => expect(tab.messages(id)[0]?.problem).toContain('not taking more requests'))
    expect(tab.lines(id)).toEqual(['user sending: hi'])
    expect(tab.chat.getSnapshot().rateLimit?.retryAt).toBe(bench.clock.now() + 12_000)
    answering('Hello')
    bench.clock.advance(11_999)
    expect(agent.asked).toHaveLength(1)
    bench.clock.advance(1)
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
  })

  it('waits for the network', async () => {
    bench.setOnline(false)
    const id = tab.chat.start('hi', 1)
    await eventually(() => expect(tab.messages(id)[0]?.problem).toContain('offline'))
    expect(tab.lines(id)).toEqual(['user sending: hi'])
    expect(tab.chat.getSnapshot().connection).toBe('offline')
    answering('Hello')
    bench.setOnline(true)
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
    expect(tab.chat.getSnapshot().connection).toBe('online')
  })

  it('fails while the agent answers another device, and that answer is shown', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    agent.on('message/stream', (request) => request.error(-32004, 'task is still running', { state: 'working' }))
    agent.on('tasks/get', (request) =>
      request.result(task('T', 'working', { history: [userMessage('u', text('from my phone'))] })),
    )
    const streams = holding('tasks/resubscribe')
    tab.chat.send(id, 'more')
    const stream = await nth(streams, 0)
    stream.send(final('T', message('r', text('Hello, phone'))), 'T:9')
    await eventually(() => expect(tab.lines(id)).toContain('agent complete: Hello, phone'))
    expect(tab.lines(id)).toContain('user failed: more')
    expect(tab.lines(id)).toContain('user sent: from my phone')
  })

  it.each<[string, (request: ScriptedRequest) => void]>([
    ['a server in trouble', (request) => request.raw(500, 'text/html', '<h1>Oops</h1>')],
    ['a page in place of JSON', (request) => request.raw(200, 'text/html', '<h1>Wi-Fi</h1>')],
    ['an error of the protocol', (request) => request.error(-32603, 'Internal server error')],
    ['a stream without an event', (request) => request.stream().end()],
  ])('fails with an explanation after %s, and can be sent again with the same id', async (_, script) => {
    agent.on('message/stream', script)
    const id = tab.chat.start('hi', 1)
    await showing(id, ['user failed: hi'])
    const [failed] = tab.messages(id)
    expect(failed?.problem?.length).toBeGreaterThan(10)
    expect(tab.thread(id).running).toBe(false)
    answering('Hello')
    tab.chat.retry(failed?.id ?? '')
    await showing(id, ['user sent: hi', 'agent complete: Hello'])
    expect(agent.asked.map((request) => messageOf(request).messageId)).toEqual([failed?.id, failed?.id])
  })
})

describe('stopping', () => {
  it('cancels the task and keeps what was said', async () => {
    const streams = holding('message/stream')
    agent.on('tasks/cancel', (request) =>
      request.result(task('T', 'canceled', {}, message('bye', text('Task canceled.')))),
    )
    const id = tab.chat.start('hi', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    stream.send(delta('T', 'r', 'Half', false), 'T:2')
    await eventually(() => expect(tab.lines(id)).toContain('agent streaming: Half'))
    tab.chat.stop(id)
    expect(tab.thread(id).stopping).toBe(true)
    await showing(id, ['user sent: hi', 'agent stopped: Half', 'agent complete: Task canceled.'])
    expect(tab.thread(id)).toMatchObject({ running: false, stopping: false })
    expect(tab.conversation(id)?.ended).toBe(true)
    await eventually(() => expect(stream.isClosed()).toBe(true))

    agent.on('message/stream', (request) => request.result(task('T2', 'input-required', {}, message('r', text('New')))))
    tab.chat.send(id, 'again')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: New'))
    expect(messageOf(agent.askedFor('message/stream')[1])).not.toHaveProperty('taskId')
    expect(messageOf(agent.askedFor('message/stream')[1])).toMatchObject({ contextId: 'context of T' })
    expect(tab.conversation(id)).toMatchObject({ taskId: 'T2', formerTasks: ['T'], ended: false })
  })

  it('reports that there was nothing to stop, and goes on reading', async () => {
    const streams = holding('message/stream')
    agent.on('tasks/cancel', (request) => request.error(-32002, 'Task cannot be canceled'))
    const id = tab.chat.start('hi', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    await eventually(() => expect(tab.lines(id)).toEqual(['user sent: hi']))
    tab.chat.stop(id)
    await eventually(() => expect(tab.thread(id).notice).toContain('already finished'))
    expect(tab.thread(id)).toMatchObject({ running: true, stopping: false })
    stream.send(final('T', message('r', text('Done'))), 'T:2')
    await showing(id, ['user sent: hi', 'agent complete: Done'])
  })

  it('waits until the service has named the task', async () => {
    const streams = holding('message/stream')
    agent.on('tasks/cancel', (request) => request.result(task('T', 'canceled')))
    const id = tab.chat.start('hi', 1)
    const stream = await nth(streams, 0)
    tab.chat.stop(id)
    expect(agent.askedFor('tasks/cancel')).toHaveLength(0)
    stream.send(task('T', 'working'), 'T:1')
    stream.send(working('T'), 'T:2')
    await settled(id)
    expect(agent.askedFor('tasks/cancel')[0]?.params).toEqual({ id: 'T' })
    expect(tab.conversation(id)?.ended).toBe(true)
  })
})

/** Declares these extensions on the service's agent card. */
const declares = (...names: string[]) =>
  agent.on('GET /.well-known/agent-card.json', (request) => {
    const extensions = names.map((name) => ({ uri: `https://service.example/extensions/${name}` }))
    request.raw(200, 'application/json', JSON.stringify({ capabilities: { extensions } }))
  })

describe('stopping while cards are open', () => {
  const halfSaid = async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hi', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    stream.send(delta('T', 'r', 'Half', false), 'T:2')
    await eventually(() => expect(tab.lines(id)).toContain('agent streaming: Half'))
    bench.withCards.add('T')
    return { id, stream }
  }

  it('ends only the answer if the service can do that', async () => {
    declares('agent-id', 'conversation-list')
    const { id, stream } = await halfSaid()
    agent.on('tasks/cancel', (request) => request.result(task('T', 'input-required')))
    tab.chat.stop(id)
    await showing(id, ['user sent: hi', 'agent stopped: Half'])
    expect(agent.askedFor('tasks/cancel')[0]?.params).toEqual({ id: 'T', metadata: { turnOnly: true } })
    expect(tab.conversation(id)?.ended).toBe(false)
    await eventually(() => expect(stream.isClosed()).toBe(true))
    answering('More')
    tab.chat.send(id, 'go on')
    await eventually(() => expect(messageOf(agent.askedFor('message/stream')[1])).toMatchObject({ taskId: 'T' }))
  })

  it('stops reading from other services, and leaves the task to them', async () => {
    const { id, stream } = await halfSaid()
    tab.chat.stop(id)
    await showing(id, ['user sent: hi', 'agent stopped: Half'])
    await eventually(() => expect(stream.isClosed()).toBe(true))
    expect(agent.askedFor('tasks/cancel')).toEqual([])
    expect(tab.thread(id)).toMatchObject({ running: false, stopping: false })
    expect(tab.conversation(id)?.ended).toBe(false)
  })

  it('reports that nothing was answered, if so', async () => {
    declares('conversation-list')
    const streams = holding('message/stream')
    const id = tab.chat.start('hi', 1)
    const stream = await nth(streams, 0)
    stream.send(task('T', 'working'), 'T:1')
    await eventually(() => expect(tab.lines(id)).toEqual(['user sent: hi']))
    agent.on('tasks/cancel', (request) => request.result(task('T', 'input-required')))
    tab.chat.stop(id)
    await showing(id, ['user sent: hi', 'agent ended: '])
    expect(tab.messages(id)[1]?.problem).toContain('before the agent answered')
  })
})

describe('a call to be proposed again', () => {
  const ask = async () => {
    answering('Please approve.', our.call('c1'))
    const id = tab.chat.start('send', 1)
    await settled(id)
    answering('Here.', our.call('c2'))
    tab.chat.send(id, 'Propose this again: Send 1 wei', { suggested: true, again: 'c1' })
    await settled(id)
    const [words, ...others] = messageOf(agent.askedFor('message/stream')[1]).parts as Record<string, unknown>[]
    expect(words).toMatchObject({ text: 'Propose this again: Send 1 wei' })
    return { id, others }
  }

  it('is named to a service that reads it, and stays named on the message', async () => {
    declares('conversation-list')
    const { id, others } = await ask()
    expect(others).toMatchObject([{ kind: 'data', data: { type: 'proposeAgain', callId: 'c1' } }])
    expect(tab.messages(id)[2]).toMatchObject({ status: 'sent', suggested: true, again: 'c1' })
  })

  it('is a plain sentence to others', async () => {
    expect((await ask()).others).toEqual([])
  })
})

it('sends the fields of a confirmed draft beside its sentence, and keeps what was only agreed to', async () => {
  answering('Hello')
  const id = tab.chat.start('hi', 1)
  await settled(id)
  const fields = { action: 'stake', token: 'USDC', amount: { kind: 'exact', value: '5' } } as const
  const request = { type: 'request', draft: 'd', fields } as const
  const agreed = [{ field: 'amount', value: '5' }] as const
  tab.chat.send(id, 'Stake 5 USDC', { request, agreed })
  await showing(id, [
    'user sent: hi',
    'agent complete: Hello',
    'user sent: Stake 5 USDC[request]',
    'agent complete: Hello',
  ])
  expect(messageOf(agent.asked.at(-1) as ScriptedRequest).parts).toMatchObject([
    { text: 'Stake 5 USDC' },
    { kind: 'data', data: request },
  ])
  expect(tab.messages(id)[2]).toMatchObject({ status: 'sent', agreed, parts: [{ type: 'text' }, { request }] })
})

describe('a task that takes no more messages', () => {
  it('makes the next message begin a new task, even if its end was unknown here', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    agent.on('message/stream', (request) =>
      messageOf(request).taskId
        ? request.error(-32004, 'This operation is not supported: task is failed', { state: 'failed' })
        : request.result(task('T2', 'input-required', {}, message('r', text('New')))),
    )
    tab.chat.send(id, 'more')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: New'))
    expect(tab.conversation(id)).toMatchObject({ taskId: 'T2', ended: false })
  })

  it('fails the message if nobody knows the task, and sending again begins a new one', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    agent.on('message/stream', (request) =>
      messageOf(request).taskId
        ? request.error(-32001, 'Task not found')
        : request.result(task('T2', 'input-required', {}, message('r', text('New')))),
    )
    tab.chat.send(id, 'more')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('user failed: more'))
    tab.chat.retry(tab.messages(id).at(-1)?.id ?? '')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: New'))
  })
})
