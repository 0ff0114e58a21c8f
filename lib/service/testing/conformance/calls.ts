import { describe, expect, it } from 'vitest'
import { again, allFrames, call, result, returned, rpcError, signedInBrowser, words } from '../client'
import { openGate, turns } from '../scripted-agent'
import { eventually } from './eventually'
import { lastStatus } from './frames'
import type { Subject } from './subject'

export function describeCalls(subject: Subject): void {
  describe('calls and their results', () => {
    const nonBlocking = { configuration: { blocking: false } }
    const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }

    it('are matched without a taskId too, and lead to one run however often results are repeated', async () => {
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

    it('stay open under newer text, which the agent answers, and are answered after it', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const next = await result(call(subject.ada, 'message/send', words('say fine', { taskId: task.id })))
      expect(next.metadata.pendingCalls).toEqual([id])
      const streamed = await allFrames(
        await call(subject.ada, 'message/stream', words('say well', { taskId: task.id })),
      )
      expect(lastStatus(streamed)).toMatchObject({ final: true, metadata: { pendingCalls: [id] } })
      expect(next.history).toHaveLength(4)
      const before = turns.length
      const late = await result(call(subject.ada, 'message/send', returned(id, done)))
      expect(late.metadata.pendingCalls).toEqual([])
      expect(late.status.message?.parts[0]?.text).toContain(done.txHash)
      expect(turns.length).toBe(before + 1)
    })

    it('stay open if a turn fails', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const failed = await result(call(subject.ada, 'message/send', words('fail', { taskId: task.id })))
      expect(failed.metadata).toMatchObject({
        error: { code: 'agent-failed' },
        pendingCalls: task.metadata.pendingCalls,
      })
      const [id = ''] = task.metadata.pendingCalls
      expect((await result(call(subject.ada, 'message/send', returned(id, done)))).metadata.pendingCalls).toEqual([])
    })

    it('are answered message by message, partially too', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 2')))
      const [a = '', b = ''] = task.metadata.pendingCalls
      const next = await result(call(subject.ada, 'message/send', words('propose 2', { taskId: task.id })))
      const [, , c = '', d = ''] = next.metadata.pendingCalls
      expect(next.metadata.pendingCalls).toEqual([a, b, c, d])
      const before = turns.length
      await result(call(subject.ada, 'message/send', returned(a, done)))
      await result(call(subject.ada, 'message/send', returned(c, done)))
      expect(turns.length).toBe(before)
      const first = await result(call(subject.ada, 'message/send', returned(b, done)))
      expect(first.metadata.pendingCalls).toEqual([d])
      expect(turns.length).toBe(before + 1)
      const last = await result(call(subject.ada, 'message/send', returned(d, done)))
      expect(last.metadata.pendingCalls).toEqual([])
      expect(turns.length).toBe(before + 2)
    })

    it('are accepted during a turn, and answered after it', async () => {
      const gate = `open-${subject.port}`
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const stream = await call(subject.ada, 'message/stream', words(`gate ${gate}`, { taskId: task.id }))
      const kept = await result(call(subject.ada, 'message/send', { ...returned(id, done), ...nonBlocking }))
      expect(kept.metadata.pendingCalls).toEqual([])
      openGate(gate)
      expect(lastStatus(await allFrames(stream))).toMatchObject({ final: true, metadata: { pendingCalls: [] } })
      const told = await eventually(async () => {
        const now = await result(call(subject.ada, 'tasks/get', { id: task.id }))
        return now.status.message?.parts[0]?.text?.startsWith('Results:') ? now : null
      })
      expect(told.status.message?.parts[0]?.text).toContain(done.txHash)
    })

    it('are replaced by a call that says so, at the same moment', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const next = await result(call(subject.ada, 'message/send', words('replace', { taskId: task.id })))
      const [newer = ''] = next.metadata.pendingCalls
      expect(next.metadata.pendingCalls).toEqual([newer])
      expect(next.status.message?.parts.at(-1)).toMatchObject({ id: newer, metadata: { replaces: id } })
      const settled = { status: 'rejected', error: 'Replaced by a newer proposal', code: 'REPLACED' }
      expect(next.history?.at(-2)).toMatchObject({ role: 'user', parts: [{ id, result: settled }] })
      const stored = await result(call(subject.ada, 'tasks/get', { id: task.id }))
      expect(stored.history).toEqual(next.history)
      // The wallet may have been asked before.
      const before = turns.length
      const late = await result(call(subject.ada, 'message/send', returned(id, done)))
      expect(late.status.message?.parts[0]?.text).toContain(done.txHash)
      expect(late.metadata.pendingCalls).toEqual([newer])
      expect(turns.length).toBe(before + 1)
      const rejected = await rpcError(call(subject.ada, 'message/send', returned(id, { status: 'error', error: 'no' })))
      expect(rejected.error.message).toContain('answered already')
    })

    it('are not replaced or withdrawn while a browser signs them', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      await result(call(subject.ada, 'tasks/get', { id: task.id, metadata: { signing: id, browser: 'b-1' } }))
      const refused = await result(call(subject.ada, 'message/send', words('withdraw', { taskId: task.id })))
      expect(refused.metadata.pendingCalls).toEqual([id])
      expect(refused.status.message?.parts[0]?.text).toContain('being signed in your wallet')
      const next = await result(call(subject.ada, 'message/send', words('replace', { taskId: task.id })))
      expect(next.metadata.pendingCalls).toHaveLength(2)
      expect(next.status.message?.parts.at(-1)).not.toHaveProperty('metadata')
      expect(next.status.message?.parts[0]?.text).toContain('stays open beside the new one')
      expect((await result(call(subject.ada, 'message/send', returned(id, done)))).metadata.pendingCalls).toHaveLength(
        1,
      )
    })

    it('are withdrawn by the agent', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const next = await result(call(subject.ada, 'message/send', words('withdraw', { taskId: task.id })))
      expect(next.metadata.pendingCalls).toEqual([])
      expect(next.history?.at(-1)).toMatchObject({ parts: [{ result: { status: 'rejected', code: 'taken-back' } }] })
    })

    it('are limited to twenty: a further one replaces the oldest that nobody signs', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 19')))
      const [a = '', b = '', ...others] = task.metadata.pendingCalls
      await result(call(subject.ada, 'tasks/get', { id: task.id, metadata: { signing: a, browser: 'b-1' } }))
      const next = await result(call(subject.ada, 'message/send', words('propose 2', { taskId: task.id })))
      expect(next.metadata.pendingCalls).toHaveLength(20)
      expect(next.metadata.pendingCalls.slice(0, 18)).toEqual([a, ...others])
      expect(next.status.message?.parts.at(-1)).toMatchObject({ metadata: { replaces: b } })
      expect(next.status.message?.parts[0]?.text).toContain('the oldest made room')
      const many = await result(call(subject.ada, 'message/send', words('propose 22')))
      expect(many.metadata.pendingCalls).toHaveLength(20)
      expect(many.status.message?.parts[0]?.text).toContain('2 more were not proposed')
    })

    it('are proposed again under a new id if they came to nothing, and not if something may have moved', async () => {
      const task = await result(call(subject.ada, 'message/send', words('propose 1')))
      const [id = ''] = task.metadata.pendingCalls
      const ask = (callId: string) => result(call(subject.ada, 'message/send', again(callId, { taskId: task.id })))
      const open = await ask(id)
      expect(open.metadata.pendingCalls).toEqual([id])
      expect(open.status.message?.parts[0]?.text).toContain('still open')
      await result(call(subject.ada, 'message/send', returned(id, { status: 'rejected', error: 'User rejected it' })))
      const before = turns.length
      const fresh = await ask(id)
      const [newer = ''] = fresh.metadata.pendingCalls
      expect(newer).not.toBe(id)
      const [first, second] = [task, fresh].map(({ status }) => status.message?.parts.at(-1))
      expect(second).toEqual({ ...first, id: newer, data: expect.objectContaining({ id: newer }) })
      expect(turns.length).toBe(before)
      const unsure = { status: 'error', error: 'lost', code: 'dropped', txHash: done.txHash }
      await result(call(subject.ada, 'message/send', returned(newer, unsure)))
      const refused = await ask(newer)
      expect(refused.metadata.pendingCalls).toEqual([])
      expect(refused.status.message?.parts[0]?.text).toContain('cannot tell for certain')
      expect((await ask('call_x')).status.message?.parts[0]?.text).toContain('cannot find that proposal')
      const odd = { message: { role: 'user', parts: [{ kind: 'data', data: { type: 'proposeAgain' } }] } }
      expect((await rpcError(call(subject.ada, 'message/send', odd))).error.code).toBe(-32602)
    })

    it('are answered even in a conversation too long for more text', async () => {
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

    it('are refused if unknown, misnamed or somebody else’s', async () => {
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
