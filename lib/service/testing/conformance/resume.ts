import { describe, expect, it } from 'vitest'
import { allFrames, call, type Frame, frames, result, words } from '../client'
import { openGate } from '../scripted-agent'
import { lastStatus, seqOf, textOf } from './frames'
import type { Subject } from './subject'

export function describeResume(subject: Subject): void {
  describe('tasks/resubscribe', () => {
    it('continues after the last event seen, without gap or repetition', async () => {
      const seen: Frame[] = []
      for await (const frame of frames(
        await call(subject.ada, 'message/stream', words(`gate resume-${subject.port}`)),
      )) {
        seen.push(frame)
        if (frame.event.kind === 'artifact-update') break
      }
      const first = seen[0]?.event
      if (first?.kind !== 'task') throw new Error('no task')
      const lastEventId = seen.at(-1)?.id ?? ''
      // Nobody listens now, and the run continues.
      openGate(`resume-${subject.port}`)
      await expect
        .poll(async () => (await result(call(subject.ada, 'tasks/get', { id: first.id }))).status.state)
        .toBe('input-required')
      const byHeader = await allFrames(
        await call(subject.ada, 'tasks/resubscribe', { id: first.id }, { 'last-event-id': lastEventId }),
      )
      expect(byHeader[0]?.event).toMatchObject({ kind: 'task', status: { state: 'input-required' } })
      expect(byHeader.slice(1).map(seqOf)).toEqual([4, 5])
      expect(seen.concat(byHeader.slice(1)).map(textOf).join('')).toBe('before after')
      expect(lastStatus(byHeader)?.final).toBe(true)
      const byParams = await allFrames(
        await call(subject.ada, 'tasks/resubscribe', { id: first.id, metadata: { lastEventId } }),
      )
      expect(byParams).toEqual(byHeader)
    })

    it('shows the whole turn to a reader without a position, live to its end', async () => {
      const started = await result(
        call(subject.ada, 'message/send', {
          ...words(`gate whole-${subject.port}`),
          configuration: { agentId: 1, blocking: false },
        }),
      )
      const all: Frame[] = []
      for await (const frame of frames(await call(subject.ada, 'tasks/resubscribe', { id: started.id }))) {
        all.push(frame)
        if (textOf(frame) === 'before ') openGate(`whole-${subject.port}`)
      }
      expect(all.map(({ event }) => event.kind)).toEqual([
        'task',
        'status-update',
        'artifact-update',
        'artifact-update',
        'status-update',
      ])
      expect(all.map(seqOf)).toEqual([1, 2, 3, 4, 5])
    })

    it.each(['somebody:3', 'nonsense', '', '99'])('ignores a position that is not its own (%j)', async (place) => {
      const { id } = await result(call(subject.ada, 'message/send', words('say hi')))
      for (const lastEventId of [place, `${id}:77`, `${id}:4`, `${id}:-1`]) {
        const all = await allFrames(await call(subject.ada, 'tasks/resubscribe', { id, metadata: { lastEventId } }))
        expect(all.map(seqOf)).toEqual([3, 4])
        expect(lastStatus(all)).toMatchObject({ final: true, status: { state: 'input-required' } })
      }
    })

    it('shows the current turn to a reader last seen in an earlier one', async () => {
      const { id } = await result(call(subject.ada, 'message/send', words('say one')))
      await result(call(subject.ada, 'message/send', words('say two', { taskId: id })))
      const all = await allFrames(await call(subject.ada, 'tasks/resubscribe', { id }, { 'last-event-id': `${id}:3` }))
      expect(all.map(seqOf)).toEqual([5, 6, 7, 8])
      expect(all.map(textOf).join('')).toBe('two')
    })
  })
}
