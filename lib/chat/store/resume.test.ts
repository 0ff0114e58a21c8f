import { describe, expect, it } from 'vitest'
import {
  agent,
  answering,
  bench,
  holding,
  messageIdIn,
  messageOf,
  nth,
  openTab,
  settled,
  setUpChat,
  showing,
  tab,
} from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our, type ScriptedStream } from '../fixtures/scripted-agent'

const { delta, final, message, task, text, call, userMessage, working } = our
setUpChat(21511)

describe('a dropped stream', () => {
  it('resumes after the last event, and counts repeated pieces once', async () => {
    const streams = holding('message/stream')
    const again = holding('tasks/resubscribe')
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:1')
    first.send(delta('T', 'r', 'One ', false), 'T:2')
    first.send(delta('T', 'r', 'two '), 'T:3')
    await eventually(() => expect(tab.chat.stream(tab.messages(id).at(-1)?.id ?? '')).not.toBeNull())
    await eventually(() => expect(bench.clock.pending()).toContain(50))
    first.cut()
    await eventually(() => expect(bench.clock.pending()).toContain(500))
    bench.clock.advance(500)
    const second = await nth(again, 0)
    expect(agent.askedFor('tasks/resubscribe')[0]?.headers['last-event-id']).toBe('T:3')
    second.send(task('T', 'working'), 'T:5')
    second.send(delta('T', 'r', 'two '), 'T:3')
    second.send(delta('T', 'r', 'three '), 'T:4')
    second.send(delta('T', 'r', 'three '), 'T:4')
    second.send(delta('T', 'r', 'four'), 'T:5')
    await eventually(() => {
      bench.clock.advance(50)
      expect(tab.lines(id).at(-1)).toBe('agent streaming: One two three four')
    })
    second.send(final('T', message('r', text('One two three four.'))), 'T:6')
    await showing(id, ['user sent: hi', 'agent complete: One two three four.'])
    await settled(id)
  })

  it('resumes if its final event is missing, even if it closed properly', async () => {
    const streams = holding('message/stream')
    const again = holding('tasks/resubscribe')
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    first.send(working('T'), 'T:1')
    first.end()
    await eventually(() => expect(bench.clock.pending()).toContain(500))
    bench.clock.advance(500)
    const second = await nth(again, 0)
    second.send(task('T', 'input-required', {}, message('r', text('Done'))))
    second.end()
    await showing(id, ['user sent: hi', 'agent complete: Done'])
    await settled(id)
  })

  it('is shown as a silence of the service while it cannot be resumed, and no longer', async () => {
    const streams = holding('message/stream')
    agent.on('tasks/resubscribe', (request) => request.raw(502, 'text/html', '<h1>Bad gateway</h1>'))
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:1')
    first.send(delta('T', 'r', 'Half', false), 'T:2')
    await eventually(() => expect(tab.lines(id)).toContain('agent streaming: Half'))
    first.cut()
    await eventually(() => expect(bench.clock.pending()).toContain(500))
    expect(tab.chat.getSnapshot().connection, 'it may be resumed at once').toBe('online')
    bench.clock.advance(500)
    await eventually(() => expect(tab.chat.getSnapshot().connection).toBe('unreachable'))
    expect(tab.lines(id)).toContain('agent streaming: Half')
    const again = holding('tasks/resubscribe')
    await eventually(() => expect(bench.clock.pending()).toContain(1000))
    bench.clock.advance(1000)
    const second = await nth(again, 0)
    second.send(task('T', 'working'))
    await eventually(() => expect(tab.chat.getSnapshot().connection).toBe('online'))
    second.send(final('T', message('r', text('Half and whole'))), 'T:3')
    await showing(id, ['user sent: hi', 'agent complete: Half and whole'])
  })

  it('is given up after some tries, reported, and resumed when the person asks', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send(task('T', 'working'), 'T:1')
      stream.send(delta('T', 'r', 'Half', false), 'T:2')
      setImmediate(() => stream.cut())
    })
    agent.on('tasks/resubscribe', (request) => request.raw(502, 'text/html', '<h1>Bad gateway</h1>'))
    const id = tab.chat.start('hi', 1)
    await eventually(() => expect(tab.lines(id)).toContain('agent streaming: Half'))
    await eventually(() => {
      bench.clock.advance(15_000)
      expect(tab.thread(id).running).toBe(false)
    })
    expect(agent.askedFor('tasks/resubscribe')).toHaveLength(8)
    expect(tab.messages(id).at(-1)).toMatchObject({ status: 'broken', problem: expect.stringContaining('try again') })
    agent.on('tasks/get', (request) => request.result(task('T', 'working')))
    const again = holding('tasks/resubscribe')
    tab.chat.retry(tab.messages(id).at(-1)?.id ?? '')
    const stream = await nth(again, 0)
    expect(agent.askedFor('tasks/resubscribe').at(-1)?.headers['last-event-id']).toBe('T:1')
    stream.send(task('T', 'working'))
    stream.send(delta('T', 'r', 'Half', false), 'T:2')
    stream.send(final('T', message('r', text('Half and whole'))), 'T:3')
    await showing(id, ['user sent: hi', 'agent complete: Half and whole'])
  })

  describe.each<[string, number]>([
    ['has no such method', -32601],
    ['knows no such task', -32001],
  ])('from a service that %s', (_, code) => {
    it.each<[string, (stream: ScriptedStream) => void]>([
      ['a break', (stream) => setImmediate(stream.cut)],
      ['an end while the agent is at work', (stream) => stream.end()],
    ])('is reported as cut off after %s, and asked for again when the person says so', async (_, over) => {
      agent.on('message/stream', (request) => {
        const stream = request.stream()
        stream.send(task('T', 'working'))
        stream.send(delta('T', 'r', 'Half', false))
        over(stream)
      })
      agent.on('tasks/get', (request) => request.error(code, 'no'))
      agent.on('tasks/resubscribe', (request) => request.error(code, 'no'))
      const id = tab.chat.start('hi', 1)
      await eventually(() => {
        bench.clock.advance(500)
        expect(tab.thread(id).running).toBe(false)
        expect(tab.lines(id)).toEqual(['user sent: hi', 'agent broken: Half'])
      })
      expect(tab.messages(id).at(-1)?.problem).toMatch(/connection was lost.*try again/)
      answering('Half and whole')
      tab.chat.retry(tab.messages(id).at(-1)?.id ?? '')
      await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: Half and whole'))
    })
  })

  it('is reported as cut off before its first word if a page answers', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send(task('T', 'submitted'))
      stream.send(working('T'))
      setImmediate(stream.cut)
    })
    for (const method of ['tasks/get', 'tasks/resubscribe'])
      agent.on(method, (request) => request.raw(404, 'text/html', '<h1>404</h1>'))
    const id = tab.chat.start('hi', 1)
    await eventually(() => {
      bench.clock.advance(15_000)
      expect(tab.thread(id).running).toBe(false)
      expect(tab.lines(id)).toEqual(['user sent: hi', 'agent broken: '])
    })
    expect(tab.messages(id).at(-1)?.problem).toMatch(/try again/i)
  })

  it('is reported as cut off in the middle of a proposal, and the call waits', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send(task('T', 'working'))
      stream.send({
        kind: 'artifact-update',
        taskId: 'T',
        artifact: { artifactId: 'r', parts: [text('Please'), call('c1')] },
      })
      setImmediate(stream.cut)
    })
    const id = tab.chat.start('hi', 1)
    await eventually(() => {
      bench.clock.advance(15_000)
      expect(tab.thread(id).running).toBe(false)
      expect(tab.lines(id).at(-1)).toBe('agent broken: Please[call]')
    })
  })

  it('is complete if it named no state and ended properly', async () => {
    agent.on('message/stream', (request) => {
      const stream = request.stream()
      stream.send({ type: 'task/artifact-update', taskId: 7, part: { type: 'text', text: 'Done.' } })
      stream.end()
    })
    const id = tab.chat.start('hi', 1)
    await eventually(() => {
      bench.clock.advance(500)
      expect(tab.thread(id).running).toBe(false)
      expect(tab.lines(id)).toEqual(['user sent: hi', 'agent complete: Done.'])
    })
  })

  it('waits for the network without using up its tries', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:1')
    await eventually(() => expect(tab.thread(id).running).toBe(true))
    await eventually(() => expect(tab.lines(id)).toEqual(['user sent: hi']))
    bench.setOnline(false)
    expect(tab.chat.getSnapshot().connection).toBe('offline')
    first.cut()
    const again = holding('tasks/resubscribe')
    bench.setOnline(true)
    expect(tab.chat.getSnapshot().connection).toBe('online')
    await eventually(() => expect(bench.clock.pending()).toContain(500))
    bench.clock.advance(500)
    const second = await nth(again, 0)
    second.send(final('T', message('r', text('Done'))), 'T:2')
    await showing(id, ['user sent: hi', 'agent complete: Done'])
  })

  it('stays offline though an answer on its way still arrives', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    bench.setOnline(false)
    first.send(final('T', message('r', text('Done'))), 'T:1')
    await showing(id, ['user sent: hi', 'agent complete: Done'])
    expect(tab.chat.getSnapshot().connection).toBe('offline')
  })
})

describe('after a reload', () => {
  it('shows the conversation, and resumes a running answer from the last known event', async () => {
    const streams = holding('message/stream')
    const id = tab.chat.start('hi', 1)
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:1')
    first.send(delta('T', 'r', 'Half', false), 'T:2')
    await eventually(() => expect(tab.lines(id)).toContain('agent streaming: Half'))
    tab.close()

    const history = [userMessage(messageIdIn(await nth(agent.asked, 0)), text('hi'))]
    agent.on('tasks/get', (request) => request.result(task('T', 'working', { history })))
    const again = holding('tasks/resubscribe')
    const reloaded = openTab()
    await eventually(() => expect(reloaded.chat.getSnapshot().loaded).toBe(true))
    expect(reloaded.chat.getSnapshot().conversations.map((each) => each.id)).toEqual([id])
    reloaded.chat.open(id)
    const stream = await nth(again, 0)
    expect(agent.askedFor('tasks/resubscribe')[0]?.headers['last-event-id']).toBe('T:1')
    stream.send(task('T', 'working'))
    stream.send(delta('T', 'r', 'Half', false), 'T:2')
    await showing(id, ['user sent: hi', 'agent streaming: Half'], reloaded)
    stream.send(final('T', message('r', text('Half, whole'), call('c1')), { pendingCalls: ['c1'] }), 'T:3')
    await showing(id, ['user sent: hi', 'agent complete: Half, whole[call]'], reloaded)
    expect(bench.calls).toMatchObject([{ callId: 'c1', answered: null }])
  })

  it('merges what was said elsewhere, and reports which calls are answered', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    tab.close()
    const said = agent.asked[0]
    const result = { status: 'success', txHash: `0x${'1'.repeat(64)}` }
    const returned = (callId: string) => ({ type: 'functionReturn', id: callId, name: 'send_native_gas_token', result })
    const history = [
      userMessage(String(messageOf(said).messageId), text('hi')),
      message(`reply to ${messageOf(said).messageId}`, text('Hello')),
      userMessage('u2', text('send')),
      message('a2', call('answered'), call('lost')),
      userMessage('u3', returned('answered')),
      userMessage('u4', text('never mind')),
      message('a3', call('void'), call('open')),
    ]
    agent.on('tasks/get', (request) =>
      request.result(task('T', 'input-required', { history, metadata: { pendingCalls: ['open'] } })),
    )
    const reloaded = openTab()
    reloaded.chat.open(id)
    await showing(
      id,
      [
        'user sent: hi',
        'agent complete: Hello',
        'user sent: send',
        'agent complete: [call][call]',
        'user sent: [return]',
        'user sent: never mind',
        'agent complete: [call][call]',
      ],
      reloaded,
    )
    expect(bench.calls.map(({ callId, answered }) => [callId, answered?.status ?? null])).toEqual([
      ['answered', 'success'],
      ['lost', 'rejected'],
      ['void', 'rejected'],
      ['open', null],
    ])
  })

  it('marks a message that was being sent as possibly unsent', async () => {
    agent.on('message/stream', () => undefined)
    const id = tab.chat.start('hi', 1)
    await nth(agent.asked, 0)
    tab.close()
    const reloaded = openTab()
    reloaded.chat.open(id)
    await showing(id, ['user failed: hi'], reloaded)
    answering('Hello')
    reloaded.chat.retry(reloaded.messages(id)[0]?.id ?? '')
    await showing(id, ['user sent: hi', 'agent complete: Hello'], reloaded)
    expect(messageOf(agent.asked[1]).messageId).toBe(messageOf(agent.asked[0]).messageId)
  })

  it('shows what it has if the service cannot be asked', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    tab.close()
    agent.on('tasks/get', (request) => request.raw(500, 'text/plain', 'x'))
    const reloaded = openTab()
    reloaded.chat.open(id)
    await eventually(() => expect(reloaded.thread(id).notice).toContain('this browser has kept'))
    expect(reloaded.lines(id)).toEqual(['user sent: hi', 'agent complete: Hello'])
    expect(reloaded.chat.getSnapshot().connection).toBe('unreachable')
    agent.on('tasks/get', (request) => request.error(-32001, 'Task not found'))
    reloaded.chat.open(id)
    await eventually(() => expect(reloaded.conversation(id)?.ended).toBe(true))
  })

  it('has nothing of a removed conversation', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    await tab.chat.remove(id)
    expect(tab.chat.getSnapshot().conversations).toEqual([])
    const reloaded = openTab()
    await eventually(() => expect(reloaded.chat.getSnapshot().loaded).toBe(true))
    expect(reloaded.chat.getSnapshot().conversations).toEqual([])
  })
})

describe('a second tab', () => {
  it('shows the same conversation, even while the agent speaks', async () => {
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await settled(id)
    const other = openTab()
    agent.on('tasks/get', (request) => request.result(task('T', 'input-required')))
    other.chat.open(id)
    await showing(id, ['user sent: hi', 'agent complete: Hello'], other)
    await settled(id, other)

    const streams = holding('message/stream')
    const again = holding('tasks/resubscribe')
    tab.chat.send(id, 'more')
    const first = await nth(streams, 0)
    first.send(task('T', 'working'), 'T:11')
    first.send(delta('T', 'r', 'Mo', false), 'T:12')
    const second = await nth(again, 0)
    expect(agent.askedFor('tasks/resubscribe')[0]?.headers['last-event-id']).toBe('T:11')
    second.send(task('T', 'working'))
    second.send(delta('T', 'r', 'Mo', false), 'T:12')
    const lines = ['user sent: hi', 'agent complete: Hello', 'user sent: more', 'agent streaming: Mo']
    await showing(id, lines, other)
    await showing(id, lines)
    for (const stream of [first, second]) stream.send(final('T', message('r', text('More'))), 'T:13')
    const whole = [...lines.slice(0, 3), 'agent complete: More']
    await showing(id, whole, other)
    await showing(id, whole)
    await settled(id)
    await settled(id, other)
    expect(tab.messages(id).map((each) => each.id)).toEqual(other.messages(id).map((each) => each.id))
  })

  it('learns of new and removed conversations', async () => {
    const other = openTab()
    await eventually(() => expect(other.chat.getSnapshot().loaded).toBe(true))
    answering('Hello')
    const id = tab.chat.start('hi', 1)
    await eventually(() => expect(other.conversation(id)?.taskId).toBe('T'))
    await settled(id)
    const streams = holding('tasks/resubscribe')
    agent.on('tasks/get', (request) => request.result(task('T', 'working')))
    other.chat.open(id)
    const stream = await nth(streams, 0)
    await tab.chat.remove(id)
    await eventually(() => expect(other.conversation(id)).toBeUndefined())
    await eventually(() => expect(stream.isClosed()).toBe(true))
  })
})
