import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allFrames, call, result, signedInBrowser, words } from '../client'
import { openGate, turns } from '../scripted-agent'
import { textOf } from './frames'
import type { Subject } from './subject'

export function describeSend(subject: Subject): void {
  describe('message/send', () => {
    it('returns the task with the whole conversation', async () => {
      const task = await result(call(subject.ada, 'message/send', words('say Hello |there.')))
      expect(task).toMatchObject({
        kind: 'task',
        status: { state: 'input-required' },
        metadata: { agentId: 1, pendingCalls: [] },
      })
      expect(task.status.message?.parts).toEqual([{ kind: 'text', type: 'text', text: 'Hello there.' }])
      expect(task.history?.map(({ role }) => role)).toEqual(['user', 'agent'])
      const metadata = { timestamp: task.status.timestamp }
      expect(task.history?.[1]).toEqual({ ...task.status.message, metadata })
      expect(JSON.stringify(task)).not.toContain('"type":"message"')
      expect(turns.at(-1)).toMatchObject({ agentId: 1, owner: { chainId: 31337 } })
    })

    it('writes a call as a data part of both dialects', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id] = task.metadata.pendingCalls
      const inner = {
        type: 'functionCall',
        id,
        name: 'send_native_gas_token',
        parameters: { to: '0x000000000000000000000000000000000000dEaD', chainId: 31337, value: '1' },
      }
      expect(task.status.message?.parts[1]).toEqual({ kind: 'data', ...inner, data: inner })
    })

    it('keeps texts that databases dislike unchanged', async () => {
      const odd = 'a\u0000b \ud800 \\u0000 \u2028 🦊'
      const task = await result(call(subject.ada, 'message/send', words(`say ${odd}`)))
      const again = await result(call(subject.ada, 'tasks/get', { id: task.id }))
      expect(again.history?.map(({ parts }) => parts[0]?.text)).toEqual([`say ${odd}`, odd])
      const all = await allFrames(await call(subject.ada, 'message/stream', words(`say ${odd}`, { taskId: task.id })))
      expect(all.map(textOf).join('')).toBe(odd)
    })

    it('returns at once with blocking:false, and the run continues', async () => {
      const params = words(`gate later-${subject.port}`)
      const started = await result(
        call(subject.ada, 'message/send', { ...params, configuration: { agentId: 1, blocking: false } }),
      )
      expect(started.status.state).toBe('working')
      openGate(`later-${subject.port}`)
      await expect
        .poll(async () => (await result(call(subject.ada, 'tasks/get', { id: started.id }))).status.state)
        .toBe('input-required')
    })

    it('cuts the history to historyLength', async () => {
      const send = async (historyLength: number) =>
        result(call(subject.ada, 'message/send', { ...words('say hi'), configuration: { agentId: 1, historyLength } }))
      expect((await send(0)).history).toBeUndefined()
      expect((await send(1)).history?.map(({ role }) => role)).toEqual(['agent'])
      expect((await send(9)).history).toHaveLength(2)
    })

    it('continues in the same task, wherever the taskId stands and whatever the agentId', async () => {
      const { id, contextId } = await result(call(subject.ada, 'message/send', words('say one')))
      const second = await result(call(subject.ada, 'message/send', words('say two', { taskId: id, contextId })))
      const third = await result(
        call(subject.ada, 'message/send', { ...words('say three'), configuration: { agentId: 'x' }, taskId: id }),
      )
      expect([second.id, third.id]).toEqual([id, id])
      expect(third.history?.map(({ parts }) => parts[0]?.text)).toEqual([
        'say one',
        'one',
        'say two',
        'two',
        'say three',
        'three',
      ])
    })

    it.each([
      ['a digit string', { configuration: { agentId: '1' } }, []],
      ['a data part by kind', {}, [{ kind: 'data', data: { agentId: 1 } }]],
      ['a data part by type', {}, [{ type: 'data', data: { agentId: '1' } }]],
    ])('accepts the agentId as %s', async (_, params, parts) => {
      const message = { role: 'user', parts: [...parts, { kind: 'text', text: 'say hi' }] }
      expect((await result(call(subject.ada, 'message/send', { ...params, message }))).metadata.agentId).toBe(1)
    })

    it('accepts a message id once, whatever comes with its repetition, even concurrently', async () => {
      const before = turns.length
      const messageId = randomUUID()
      const params = words('say once', { messageId })
      const tasks = await Promise.all(
        Array.from({ length: 8 }, () => result(call(subject.ada, 'message/send', params))),
      )
      expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
      expect(turns.length).toBe(before + 1)
      const again = await result(call(subject.ada, 'message/send', { ...params, configuration: { agentId: 1 } }))
      expect(again).toMatchObject({ id: tasks[0]?.id, status: { state: 'input-required' } })
      const inTask = await result(call(subject.ada, 'message/send', words('other', { messageId, taskId: again.id })))
      expect(inTask.history).toHaveLength(2)
      expect(turns.length).toBe(before + 1)
      const bob = await signedInBrowser(subject.origin)
      expect((await result(call(bob, 'message/send', params))).id).not.toBe(again.id)
    })

    it('keeps the conversation open after a failed answer', async () => {
      const failed = await result(call(subject.ada, 'message/send', words('fail')))
      expect(failed).toMatchObject({
        status: { state: 'input-required' },
        metadata: { pendingCalls: [], error: { code: 'agent-failed' } },
      })
      expect(failed.status.message?.parts[0]?.text).toBe('Let me see')
      expect(JSON.stringify(failed)).not.toContain('on fire')
      const next = await result(call(subject.ada, 'message/send', words('say better', { taskId: failed.id })))
      expect(next.metadata.error).toBeUndefined()
      expect(next.status.message?.parts[0]?.text).toBe('better')
    })
  })
}
