import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allFrames, call, type Frame, frames, result, rpcError, words } from '../client'
import { openGate, turns } from '../scripted-agent'
import { lastStatus, textOf } from './frames'
import type { Subject } from './subject'

export function describeStream(subject: Subject): void {
  describe('message/stream', () => {
    it('sends the task, the states and the text, numbered without gaps, and closes after the final event', async () => {
      const response = await call(subject.ada, 'message/stream', words('count 40'))
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const all = await allFrames(response)
      const [first, second] = all
      if (first?.event.kind !== 'task') throw new Error('no task')
      expect(first.event.status.state).toBe('submitted')
      expect(first.event.history).toHaveLength(1)
      expect(second?.event).toMatchObject({ kind: 'status-update', status: { state: 'working' }, final: false })
      const taskId = first.event.id
      expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => `${taskId}:${index + 1}`))
      const pieces = all.flatMap(({ event }) => (event.kind === 'artifact-update' ? [event] : []))
      const whole = Array.from({ length: 40 }, (_, index) => `${index + 1};`).join('')
      expect(pieces.length).toBeGreaterThan(3)
      expect(pieces.map((_, index) => textOf(all[index + 2])).join('')).toBe(whole)
      expect(pieces.map(({ append }) => append)).toEqual(pieces.map((_, index) => index > 0))
      expect(pieces.map(({ lastChunk }) => lastChunk)).toEqual(pieces.map((_, index) => index === pieces.length - 1))
      const last = lastStatus(all)
      expect(last).toMatchObject({ final: true, status: { state: 'input-required' }, metadata: { pendingCalls: [] } })
      expect(last?.status.message).toMatchObject({
        messageId: pieces[0]?.artifact.artifactId,
        parts: [{ text: whole }],
      })
      const kept = await result(call(subject.ada, 'tasks/get', { id: taskId }))
      expect(kept.status).toEqual(last?.status)
    })

    it('begins with the working task on a continuation, and ends with the calls in the final message', async () => {
      const { id } = await result(call(subject.ada, 'message/send', words('say hi')))
      const all = await allFrames(await call(subject.ada, 'message/stream', words('propose 2', { taskId: id })))
      expect(all[0]?.event).toMatchObject({ kind: 'task', id, status: { state: 'working' } })
      expect(lastStatus(all)?.status.message?.parts.map(({ type }) => type)).toEqual([
        'text',
        'functionCall',
        'functionCall',
      ])
      expect(lastStatus(all)?.metadata?.pendingCalls).toHaveLength(2)
    })

    it('shows a sign of life while nothing happens', async () => {
      const response = await call(subject.ada, 'message/stream', words(`gate quiet-${subject.port}`))
      let seen = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        seen += chunk
        if (seen.includes(': ping\n\n')) openGate(`quiet-${subject.port}`)
      }
      expect(seen).toContain('"text":"before after"')
    })

    it('repeats nothing for a repeated messageId, but shows the existing run', async () => {
      const before = turns.length
      const params = words(`gate twice-${subject.port}`, { messageId: randomUUID() })
      const one = frames(await call(subject.ada, 'message/stream', params))
      const first = (await one.next()).value
      const two = frames(await call(subject.ada, 'message/stream', params))
      const seen: Frame[] = []
      for await (const frame of two) {
        seen.push(frame)
        if (textOf(frame) === 'before ') openGate(`twice-${subject.port}`)
      }
      expect(seen[0]?.event).toMatchObject({ kind: 'task', id: first?.event.kind === 'task' ? first.event.id : '' })
      expect(lastStatus(seen)?.status.message?.parts[0]?.text).toBe('before after')
      expect(turns.length).toBe(before + 1)
      const after = await allFrames(await call(subject.ada, 'message/stream', params))
      expect(after.map(({ event }) => event.kind)).toEqual(['task', 'status-update'])
      expect(lastStatus(after)).toEqual(lastStatus(seen))
      await one.return(undefined)
    })

    it('answers a refused message in JSON', async () => {
      const response = await call(subject.ada, 'message/stream', {
        message: { role: 'user', parts: [{ type: 'text', text: 'x' }] },
      })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect((await rpcError(response)).error).toEqual({
        code: -32602,
        message: 'agentId is required: provide in configuration.agentId or as a DataPart',
        data: { field: 'configuration.agentId' },
      })
    })
  })
}
