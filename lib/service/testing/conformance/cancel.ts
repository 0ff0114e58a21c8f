import { describe, expect, it } from 'vitest'
import { allFrames, call, type Frame, frames, result, returned, rpcError, words } from '../client'
import { aborted } from '../scripted-agent'
import { eventually } from './eventually'
import { lastStatus } from './frames'
import type { Subject } from './subject'

export function describeCancel(subject: Subject): void {
  describe('tasks/cancel', () => {
    it('stops the agent, ends the stream and keeps what was said', async () => {
      const before = aborted.length
      const seen: Frame[] = []
      let canceled: Awaited<ReturnType<typeof result>> | undefined
      for await (const frame of frames(
        await call(subject.ada, 'message/stream', words(`gate never-${subject.port}`)),
      )) {
        seen.push(frame)
        if (frame.event.kind !== 'artifact-update') continue
        canceled = await result(call(subject.ada, 'tasks/cancel', { id: frame.event.taskId }))
      }
      expect(canceled?.status.state).toBe('canceled')
      expect(aborted.length).toBe(before + 1)
      expect(lastStatus(seen)).toMatchObject({ final: true, status: { state: 'canceled' } })
      const kept = await result(call(subject.ada, 'tasks/get', { id: canceled?.id }))
      expect(kept.history?.map(({ parts }) => parts[0]?.text)).toEqual([`gate never-${subject.port}`, 'before '])
      const again = await rpcError(call(subject.ada, 'tasks/cancel', { id: canceled?.id }))
      expect(again.error).toMatchObject({ code: -32002, data: { state: 'canceled' } })
      const more = await rpcError(call(subject.ada, 'message/send', words('say x', { taskId: canceled?.id })))
      expect(more.error).toMatchObject({ code: -32004, data: { state: 'canceled' } })
    })

    it('does not depend on the agent’s cooperation', async () => {
      const stream = frames(await call(subject.ada, 'message/stream', words('deaf')))
      const first = (await stream.next()).value?.event
      if (first?.kind !== 'task') throw new Error('no task')
      const blocked = call(subject.ada, 'message/send', words('x', { taskId: first.id }))
      expect((await rpcError(blocked)).error).toMatchObject({ code: -32004, data: { state: 'working' } })
      await result(call(subject.ada, 'tasks/cancel', { id: first.id }))
      const rest: Frame[] = []
      for await (const frame of stream) rest.push(frame)
      expect(lastStatus(rest)).toMatchObject({ final: true, status: { state: 'canceled' } })
    })

    it('can end only the answer, leaving open calls open', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const seen: Frame[] = []
      let stopped: Awaited<ReturnType<typeof result>> | undefined
      const gate = `stop-${subject.port}`
      const stream = await call(subject.ada, 'message/stream', words(`gate ${gate}`, { taskId: task.id }))
      for await (const frame of frames(stream)) {
        seen.push(frame)
        if (frame.event.kind !== 'artifact-update') continue
        stopped = await result(call(subject.ada, 'tasks/cancel', { id: task.id, metadata: { turnOnly: true } }))
      }
      expect(stopped).toMatchObject({ status: { state: 'input-required' }, metadata: { pendingCalls: [id] } })
      expect(lastStatus(seen)).toMatchObject({ final: true, metadata: { pendingCalls: [id] } })
      expect(stopped?.history?.at(-1)?.parts[0]?.text).toBe('before ')
      const idle = await rpcError(call(subject.ada, 'tasks/cancel', { id: task.id, metadata: { turnOnly: true } }))
      expect(idle.error).toMatchObject({ code: -32002 })
      const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }
      expect((await result(call(subject.ada, 'message/send', returned(id, done)))).metadata.pendingCalls).toEqual([])
    })

    it('answers after a stop the outcome that arrived meanwhile', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      await call(subject.ada, 'message/send', {
        ...words(`gate kept-${subject.port}`, { taskId: task.id }),
        configuration: { blocking: false },
      })
      const done = { status: 'success', txHash: `0x${'cd'.repeat(32)}`, chainId: 31337 }
      await call(subject.ada, 'message/send', { ...returned(id, done), configuration: { blocking: false } })
      await result(call(subject.ada, 'tasks/cancel', { id: task.id, metadata: { turnOnly: true } }))
      const told = await eventually(async () => {
        const now = await result(call(subject.ada, 'tasks/get', { id: task.id }))
        return now.status.message?.parts[0]?.text?.includes(done.txHash) ? now : null
      })
      expect(told.status.state).toBe('input-required')
    })

    it('ends an idle conversation and voids its calls', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const canceled = await result(call(subject.ada, 'tasks/cancel', { id: task.id }))
      expect(canceled).toMatchObject({ status: { state: 'canceled' }, metadata: { pendingCalls: [] } })
      const all = await allFrames(
        await call(subject.ada, 'tasks/resubscribe', { id: task.id }, { 'last-event-id': `${task.id}:2` }),
      )
      expect(lastStatus(all)).toMatchObject({ status: { state: 'canceled' } })
      const [callId = ''] = task.metadata.pendingCalls
      const late = await rpcError(call(subject.ada, 'message/send', returned(callId, { status: 'success' })))
      expect(late.error).toMatchObject({ code: -32004, data: { taskId: task.id, state: 'canceled' } })
    })
  })
}
