import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Locks } from '@/lib/execution/signing/locks'
import { eventually } from '../fixtures/eventually'
import { manualTimers } from '../fixtures/manual-timers'
import { AgentError } from '../service/agent-error'
import { createOutbox, type Outbox, type UnreportedCall } from './outbox'
import type { ReturnAnswer, ReturnToSend } from './returns'

const open: Outbox[] = []
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.dispose()
})

/** One lock for everybody, first come, first served. */
function oneLock(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    hold: (_, work) => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    tryAcquire: async () => ({ acquired: false }),
  }
}

const call = (taskId: string, callId: string): UnreportedCall => ({
  key: `${taskId}:${callId}`,
  taskId,
  callId,
  toolName: 'execute_lifi_swap',
  outcome: { status: 'rejected', error: 'User rejected the action' },
})

function bench(calls: UnreportedCall[]) {
  const clock = manualTimers()
  const ledger = { calls, reported: [] as [string, string | undefined][], listeners: new Set<() => void>() }
  const sent: string[] = []
  const answers = new Map<string, () => Promise<ReturnAnswer>>()
  const locks = oneLock()
  const tell = () => {
    for (const listener of ledger.listeners) listener()
  }
  const start = (overrides: { locks?: Locks | null } = {}) => {
    const outbox = createOutbox({
      unreported: async () => [...ledger.calls],
      markReported: async (key, how) => {
        ledger.reported.push([key, how])
        ledger.calls = ledger.calls.filter((each) => each.key !== key)
        tell()
      },
      subscribe: (listener) => {
        ledger.listeners.add(listener)
        return () => ledger.listeners.delete(listener)
      },
      send: ({ taskId, callId }: ReturnToSend) => {
        sent.push(`${taskId}:${callId}`)
        return answers.get(`${taskId}:${callId}`)?.() ?? Promise.resolve({ taken: true })
      },
      locks,
      owner: 'me',
      timers: clock.timers,
      now: clock.now,
      ...overrides,
    })
    open.push(outbox)
    return outbox
  }
  const add = (each: UnreportedCall) => {
    ledger.calls = [...ledger.calls, each]
    tell()
  }
  return { clock, ledger, sent, answers, start, add }
}

const unreachable = () => Promise.reject(new AgentError('unreachable', 'down'))

describe('createOutbox', () => {
  it('sends what is there at the start, under the call’s own name, and what comes later', async () => {
    const send = vi.fn(async (): Promise<ReturnAnswer> => ({ taken: true }))
    const { ledger, start, add } = bench([call('T', 'a')])
    start()
    await eventually(() => expect(ledger.reported).toEqual([['T:a', undefined]]))
    add(call('T', 'b'))
    await eventually(() => expect(ledger.reported).toHaveLength(2))
    const outbox = createOutbox({
      unreported: async () => (send.mock.calls.length === 0 ? [call('T', 'c')] : []),
      markReported: async () => undefined,
      subscribe: () => () => undefined,
      send,
      locks: null,
      owner: 'me',
      timers: manualTimers().timers,
      now: () => 0,
    })
    open.push(outbox)
    await eventually(() => expect(send).toHaveBeenCalledTimes(1))
    expect(send).toHaveBeenCalledWith({
      taskId: 'T',
      callId: 'c',
      name: 'execute_lifi_swap',
      result: { status: 'rejected', error: 'User rejected the action' },
    })
  })

  it('sends new outcomes of one task while another one’s conversation is busy', async () => {
    const { ledger, sent, answers, start, add } = bench([call('slow', 'a'), call('down', 'b')])
    let letGo = () => {}
    answers.set('slow:a', () => new Promise((resolve) => (letGo = () => resolve({ taken: true }))))
    answers.set('down:b', unreachable)
    start()
    await eventually(() => expect(sent).toEqual(['slow:a', 'down:b']))
    add(call('T', 'c'))
    add(call('slow', 'd'))
    await eventually(() => expect(ledger.reported).toEqual([['T:c', undefined]]))
    letGo()
    await eventually(() => expect(ledger.reported.map(([key]) => key)).toEqual(['T:c', 'slow:a', 'slow:d']))
    // A service that did not answer is not asked again for every change.
    expect(sent.filter((each) => each === 'down:b')).toHaveLength(1)
  })

  it('marks an outcome that nobody awaits any more', async () => {
    const { ledger, answers, start } = bench([call('T', 'a')])
    answers.set('T:a', async () => ({ taken: false }))
    start()
    await eventually(() => expect(ledger.reported).toEqual([['T:a', 'unwanted']]))
  })

  it('tries again, at growing intervals, until the service acknowledges', async () => {
    const { clock, ledger, sent, answers, start } = bench([call('T', 'a')])
    answers.set('T:a', unreachable)
    start()
    for (const pause of [1000, 2000, 5000, 15_000, 30_000, 60_000, 60_000]) {
      await eventually(() => expect(clock.pending()).toEqual([pause]))
      clock.advance(pause)
    }
    await eventually(() => expect(clock.pending()).toEqual([60_000]))
    expect(sent).toHaveLength(8)
    expect(ledger.reported).toEqual([])
    answers.clear()
    clock.advance(60_000)
    await eventually(() => expect(ledger.reported).toHaveLength(1))
    expect(clock.pending()).toEqual([])
  })

  it('waits as long as the service asks', async () => {
    const { clock, answers, start } = bench([call('T', 'a')])
    answers.set('T:a', () => Promise.reject(new AgentError('rate-limited', 'x', { retryAt: clock.now() + 40_000 })))
    start()
    await eventually(() => expect(clock.pending()).toEqual([40_000]))
  })

  it('keeps the order within a task, and lets no task wait for another', async () => {
    const { ledger, sent, answers, start, clock } = bench([call('T', 'a'), call('T', 'b'), call('U', 'c')])
    answers.set('T:a', unreachable)
    start()
    await eventually(() => expect(clock.pending()).toEqual([1000]))
    expect(sent.sort()).toEqual(['T:a', 'U:c'])
    expect(ledger.reported.map(([key]) => key)).toEqual(['U:c'])
    answers.clear()
    clock.advance(1000)
    await eventually(() => expect(ledger.reported.map(([key]) => key)).toEqual(['U:c', 'T:a', 'T:b']))
  })

  it('can be woken before its time, but not by changes in the ledger', async () => {
    const { ledger, sent, answers, start, clock, add } = bench([call('T', 'a')])
    answers.set('T:a', unreachable)
    const outbox = start()
    await eventually(() => expect(clock.pending()).toEqual([1000]))
    add(call('U', 'b'))
    expect(sent).toEqual(['T:a'])
    answers.clear()
    outbox.wake()
    await eventually(() => expect(ledger.reported).toHaveLength(2))
    expect(clock.pending()).toEqual([])
  })

  it('sends from one tab at a time: the second does not repeat what the first has sent', async () => {
    const { ledger, sent, start } = bench([call('T', 'a'), call('T', 'b')])
    start()
    start()
    await eventually(() => expect(ledger.reported).toHaveLength(2))
    await eventually(() => expect(ledger.calls).toEqual([]))
    expect(sent).toEqual(['T:a', 'T:b'])
  })

  it('tries again if the ledger itself fails', async () => {
    const { ledger, start, clock } = bench([call('T', 'a')])
    const failing: Locks = { ...oneLock(), hold: () => Promise.reject(new Error('no lock')) }
    start({ locks: failing })
    await eventually(() => expect(clock.pending()).toEqual([1000]))
    expect(ledger.reported).toEqual([])
  })

  it('does nothing after its disposal', async () => {
    const { answers, sent, start, clock, add } = bench([call('T', 'a')])
    answers.set('T:a', unreachable)
    const outbox = start()
    await eventually(() => expect(clock.pending()).toEqual([1000]))
    outbox.dispose()
    expect(clock.pending()).toEqual([])
    add(call('U', 'b'))
    expect(sent).toEqual(['T:a'])
  })
})
