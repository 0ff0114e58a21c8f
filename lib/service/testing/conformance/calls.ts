import { describe, expect, it } from 'vitest'
import { allFrames, call, result, returned, rpcError, signedInBrowser, words } from '../client'
import { turns } from '../scripted-agent'
import { lastStatus } from './frames'
import type { Subject } from './subject'

export function describeCalls(subject: Subject): void {
  describe('calls and their results', () => {
    const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }

    it('are matched without a taskId too, and lead to one run however often they are repeated', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const before = turns.length
      const first = await result(call(subject.ada, 'message/send', returned(id, done)))
      expect(first.id).toBe(task.id)
      expect(first.status.message?.parts[0]?.text).toContain(done.txHash)
      const reordered = Object.fromEntries(Object.entries(done).reverse())
      const again = await result(call(subject.ada, 'message/send', returned(id, reordered, { taskId: task.id })))
      expect(again.history).toHaveLength(4)
      expect(turns.length).toBe(before + 1)
      const other = await rpcError(call(subject.ada, 'message/send', returned(id, { status: 'error', error: 'no' })))
      expect(other.error).toMatchObject({ code: -32602, message: `functionCall ${id} was answered already` })
    })

    it('wait for each other', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 3')))
      const [a = '', b = '', c = ''] = task.metadata.pendingCalls
      const before = turns.length
      const partial = await result(call(subject.ada, 'message/send', returned(b, done)))
      expect(partial).toMatchObject({ status: { state: 'input-required' }, metadata: { pendingCalls: [a, c] } })
      const streamed = await allFrames(await call(subject.ada, 'message/stream', returned(a, done)))
      expect(streamed.map(({ event }) => event.kind)).toEqual(['task', 'status-update'])
      expect(lastStatus(streamed)).toMatchObject({ final: true, metadata: { pendingCalls: [c] } })
      expect(turns.length).toBe(before)
      const full = await result(call(subject.ada, 'message/send', returned(c, done)))
      expect(full.metadata.pendingCalls).toEqual([])
      expect(turns.length).toBe(before + 1)
      expect(turns.at(-1)?.history.filter(({ parts }) => parts[0]?.type === 'functionReturn')).toHaveLength(3)
    })

    it('are void once there is a newer message, which the agent and the history are told', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const next = await result(call(subject.ada, 'message/send', words('say fine', { taskId: task.id })))
      expect(next.metadata.pendingCalls).toEqual([])
      expect(next.history?.[2]).toMatchObject({
        role: 'user',
        parts: [{ type: 'functionReturn', id, result: { status: 'rejected', error: 'superseded by a new message' } }],
      })
      const before = turns.length
      const late = await result(call(subject.ada, 'message/send', returned(id, done)))
      expect(late.status.state).toBe('input-required')
      expect(late.history?.at(-1)).toMatchObject({ parts: [{ type: 'functionReturn', id, result: done }] })
      expect(turns.length).toBe(before)
    })

    it('are answered also where the conversation is so long that it takes no more words', async () => {
      const bulk = { status: 'success', note: 'x'.repeat(900_000) }
      const { id, metadata } = await result(call(subject.ada, 'message/send', words('propose 1')))
      await result(call(subject.ada, 'message/send', returned(metadata.pendingCalls[0] ?? '', bulk)))
      const next = await result(call(subject.ada, 'message/send', words('propose 2', { taskId: id })))
      const [one = '', other = ''] = next.metadata.pendingCalls
      await result(call(subject.ada, 'message/send', returned(one, bulk)))
      const refused = await rpcError(call(subject.ada, 'message/send', words('say more', { taskId: id })))
      expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining('Start a new one') })
      const answered = await result(call(subject.ada, 'message/send', returned(other, done)))
      expect(answered.metadata.pendingCalls).toEqual([])
      expect(answered.status.message?.parts[0]?.text).toContain('Results:')
    })

    it('are refused when unknown, misnamed or somebody else’s', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      expect((await rpcError(call(subject.ada, 'message/send', returned('call_x', done)))).error).toEqual({
        code: -32602,
        message: 'No pending functionCall with id call_x',
        data: { pendingCalls: [] },
      })
      expect(
        (await rpcError(call(subject.ada, 'message/send', returned('call_x', done, { taskId: task.id })))).error,
      ).toEqual({
        code: -32602,
        message: 'No pending functionCall with id call_x',
        data: { taskId: task.id, pendingCalls: [id] },
      })
      const misnamed = {
        message: { role: 'user', parts: [{ type: 'functionReturn', id, name: 'transfer_nft', result: done }] },
      }
      expect((await rpcError(call(subject.ada, 'message/send', misnamed))).error.code).toBe(-32602)
      const bob = await signedInBrowser(subject.origin)
      expect((await rpcError(call(bob, 'message/send', returned(id, done)))).error.message).toContain(
        'No pending functionCall',
      )
      expect((await rpcError(call(bob, 'message/send', returned(id, done, { taskId: task.id })))).error.code).toBe(
        -32001,
      )
    })
  })
}
