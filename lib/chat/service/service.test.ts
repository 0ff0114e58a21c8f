import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Browser, call, newAccount, result } from '@/lib/service/testing/client'
import { aborted, openGate, turns } from '@/lib/service/testing/scripted-agent'
import { startTestService, type TestService } from '@/lib/service/testing/test-service'
import { functionReturnPart } from '@/lib/wire/parts'
import { chatBench } from '../fixtures/chat-bench'
import { eventually } from '../fixtures/eventually'
import { createSession } from './session'

const returnsSchema = z.looseObject({
  history: z.array(z.looseObject({ parts: z.array(z.looseObject({ result: z.unknown().optional() })) })),
})

/** Runs the chat against our own service, both real, over HTTP. */
let service: TestService
let browser: Browser
let bench: ReturnType<typeof chatBench>
/** Breaks every open stream. */
let breakStreams: () => void
const open: { close: () => void }[] = []
let count = 0

const account = newAccount()
const sessionOf = (from: Browser) =>
  createSession({
    fetch: (input, init) => from.fetch(String(input), init),
    now: Date.now,
    config: { domain: new URL(service.origin).host, uri: service.origin, layout: 'compact' },
    signMessage: (_, message) => account.signMessage({ message }),
  })

beforeAll(async () => {
  service = await startTestService({})
})
afterAll(() => service.stop())
beforeEach(async () => {
  browser = new Browser(service.origin)
  await sessionOf(browser).signIn(account.address, 31337)
  const breakers = new Set<AbortController>()
  breakStreams = () => {
    for (const breaker of breakers) breaker.abort()
    breakers.clear()
  }
  bench = chatBench({
    url: '',
    name: `service-${++count}`,
    fetch: (input, init) => {
      const breaker = new AbortController()
      breakers.add(breaker)
      const signals = [breaker.signal, ...(init?.signal ? [init.signal] : [])]
      return browser.fetch(String(input), { ...init, signal: AbortSignal.any(signals) })
    },
  })
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

function openTab() {
  const tab = bench.tab()
  open.push(tab)
  return tab
}

type Tab = ReturnType<typeof openTab>
const showing = (tab: Tab, id: string, lines: string[]) =>
  eventually(() => {
    bench.clock.advance(50)
    expect(tab.lines(id)).toEqual(lines)
    expect(tab.thread(id).running).toBe(lines.at(-1)?.startsWith('agent streaming') ?? false)
  })

describe('signing in', () => {
  it('works, is remembered, and ends', async () => {
    const session = sessionOf(browser)
    await session.check()
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', address: account.address, chainId: 31337 })
    await session.signOut()
    await session.check()
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: null })
  })

  it('uses the service’s time if this device’s clock is off, and refuses anybody else’s signature', async () => {
    const config = { domain: new URL(service.origin).host, uri: service.origin, layout: 'eip4361' as const }
    const options = {
      fetch: (input: string | URL | Request, init?: RequestInit) => browser.fetch(String(input), init),
      config,
    }
    for (const off of [-3_600_000, 540_000]) {
      const session = createSession({
        ...options,
        now: () => Date.now() + off,
        signMessage: (_, message) => account.signMessage({ message }),
      })
      await session.signIn(account.address, 31337)
      expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', problem: null })
    }
    const wrong = createSession({
      ...options,
      now: Date.now,
      signMessage: (_, message) => newAccount().signMessage({ message }),
    })
    await wrong.signIn(account.address, 31337)
    expect(wrong.getSnapshot()).toMatchObject({ status: 'signed-out', problem: expect.any(String) })
  })
})

describe('a conversation', () => {
  it('goes back and forth, even if the session has ended in between', async () => {
    const tab = openTab()
    const id = tab.chat.start('say Hello, |you.', 1)
    await showing(tab, id, ['user sent: say Hello, |you.', 'agent complete: Hello, you.'])
    await sessionOf(browser).signOut()
    tab.chat.send(id, 'say Again.')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('user failed: say Again.'))
    await sessionOf(browser).signIn(account.address, 31337)
    tab.chat.resumeAfterSignIn()
    await eventually(() => expect(tab.lines(id).slice(-2)).toEqual(['user sent: say Again.', 'agent complete: Again.']))
  })

  it('survives a broken stream, with no word repeated or lost', async () => {
    const tab = openTab()
    const id = tab.chat.start('gate break', 1)
    await showing(tab, id, ['user sent: gate break', 'agent streaming: before '])
    breakStreams()
    await eventually(() => expect(bench.clock.pending()).toContain(500))
    openGate('break')
    bench.clock.advance(500)
    await showing(tab, id, ['user sent: gate break', 'agent complete: before after'])
    expect(turns.filter(({ history }) => JSON.stringify(history).includes('gate break'))).toHaveLength(1)
  })

  it('survives a reload while the agent speaks, and shows in a second tab', async () => {
    const first = openTab()
    const id = first.chat.start('gate reload', 1)
    await showing(first, id, ['user sent: gate reload', 'agent streaming: before '])
    first.close()
    const second = openTab()
    second.chat.open(id)
    await showing(second, id, ['user sent: gate reload', 'agent streaming: before '])
    const third = openTab()
    third.chat.open(id)
    await showing(third, id, ['user sent: gate reload', 'agent streaming: before '])
    openGate('reload')
    const whole = ['user sent: gate reload', 'agent complete: before after']
    await showing(second, id, whole)
    await showing(third, id, whole)
  })

  it('can be stopped, and continues in a new task', async () => {
    const tab = openTab()
    const id = tab.chat.start('gate stop', 1)
    await showing(tab, id, ['user sent: gate stop', 'agent streaming: before '])
    tab.chat.stop(id)
    await eventually(() => expect(tab.thread(id).running).toBe(false))
    expect(tab.lines(id)).toEqual(['user sent: gate stop', 'agent stopped: before '])
    await eventually(() =>
      expect(aborted.some(({ history }) => JSON.stringify(history).includes('gate stop'))).toBe(true),
    )
    tab.chat.send(id, 'say On we go.')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: On we go.'))
    tab.chat.open(id)
    await eventually(() => expect(tab.lines(id)).toHaveLength(4))
  })

  it('reports that the agent failed, and lets the person ask again', async () => {
    const tab = openTab()
    const id = tab.chat.start('fail', 1)
    await eventually(() => expect(tab.messages(id).at(-1)?.status).toBe('broken'))
    tab.chat.send(id, 'say Better.')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: Better.'))
  })

  it('sends results to the agent, each once', async () => {
    const tab = openTab()
    const id = tab.chat.start('propose 2', 1)
    await showing(tab, id, ['user sent: propose 2', 'agent complete: Please approve.[call][call]'])
    await eventually(() => expect(bench.calls).toHaveLength(2))
    const results = bench.calls.map(({ taskId, callId, name }) => ({
      taskId,
      callId,
      name,
      result: { status: 'rejected', error: 'User rejected the action' } as const,
    }))
    for (const result of [...results, ...results]) expect(await tab.chat.sendReturn(result)).toEqual({ taken: true })
    await eventually(() => expect(tab.lines(id).at(-1)).toContain('agent complete: Results: '))
    await eventually(() => expect(tab.thread(id).running).toBe(false))
    expect(tab.lines(id).filter((line) => line.includes('[return]'))).toHaveLength(2)
    expect(tab.lines(id).filter((line) => line.includes('Results'))).toHaveLength(1)
  })

  it('delivers what one browser has sent even if another had declined it', async () => {
    const tab = openTab()
    const id = tab.chat.start('propose 1', 1)
    await eventually(() => expect(bench.calls).toHaveLength(1))
    const [{ taskId, callId, name } = { taskId: '', callId: '', name: '' }] = bench.calls
    const declined = { status: 'rejected', error: 'User rejected the action' } as const
    expect(await tab.chat.sendReturn({ taskId, callId, name, result: declined })).toEqual({ taken: true })
    await eventually(() => expect(tab.thread(id).running).toBe(false))

    const sent = { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 1 } as const
    const other = openTab()
    expect(await other.chat.sendReturn({ taskId, callId, name, result: sent })).toEqual({ taken: true })
    const task = await result(call(browser, 'tasks/get', { id: taskId }))
    const parts = returnsSchema.parse(task).history.flatMap(({ parts }) => parts)
    expect(parts.flatMap((part) => part.result ?? [])).toEqual([declined, sent])
  })

  it('delivers an outcome once, even if a former version of the app had sent it under another id', async () => {
    const tab = openTab()
    const id = tab.chat.start('propose 1', 1)
    await eventually(() => expect(bench.calls).toHaveLength(1))
    const [{ taskId, callId, name } = { taskId: '', callId: '', name: '' }] = bench.calls
    const sent = { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 1 } as const
    const parts = [functionReturnPart({ id: callId, name, result: sent })]
    const message = { kind: 'message', role: 'user', messageId: `return:${taskId}:${callId}`, parts, taskId }
    await result(call(browser, 'message/send', { message }))

    await eventually(() => expect(tab.thread(id).running).toBe(false))
    expect(await tab.chat.sendReturn({ taskId, callId, name, result: sent })).toEqual({ taken: true })
    const task = await result(call(browser, 'tasks/get', { id: taskId }))
    const returned = returnsSchema.parse(task).history.flatMap(({ parts }) => parts)
    expect(returned.flatMap((part) => part.result ?? [])).toEqual([sent])
  })

  it('keeps open calls open when more is written, and shows them in a new tab', async () => {
    const tab = openTab()
    const id = tab.chat.start('propose 1', 1)
    await showing(tab, id, ['user sent: propose 1', 'agent complete: Please approve.[call]'])
    tab.chat.send(id, 'say Never mind.')
    await eventually(() => expect(tab.lines(id).at(-1)).toBe('agent complete: Never mind.'))
    expect(bench.awaited.at(-1)).toMatchObject({ callIds: [bench.calls[0]?.callId] })
    bench.calls.length = 0
    const other = openTab()
    other.chat.open(id)
    await eventually(() => expect(bench.calls).toHaveLength(1))
    expect(bench.calls[0]?.answered).toBeNull()
    const order = other.lines(id).map((line) => line.split(':')[0])
    expect(order).toEqual(['user sent', 'agent complete', 'user sent', 'agent complete'])
  })
})
