import { describe, expect, it } from 'vitest'
import { requestPart } from '@/lib/wire/data-parts'
import { dataPart, textPart } from '@/lib/wire/parts'
import { allFrames, call, draftOf, result, rpcError, words } from '../client'
import { turns } from '../scripted-agent'
import { lastStatus } from './frames'
import type { Subject } from './subject'

const fields = { action: 'swap', amount: { kind: 'exact', value: '2' }, token: 'USDC', receives: 'ETH' } as const

export function describeDrafts(subject: Subject): void {
  describe('drafts', () => {
    it('are a part beside words, and are no call that waits for an answer', async () => {
      const streamed = await allFrames(await call(subject.ada, 'message/stream', words('draft')))
      const last = lastStatus(streamed)
      expect(last?.status.message?.parts).toMatchObject([
        { kind: 'text', type: 'text' },
        { kind: 'data', type: 'data', data: { type: 'draft', fields: { action: 'swap', token: 'USDC' } } },
      ])
      expect(last?.metadata?.pendingCalls).toEqual([])
    })

    it('are confirmed by a part beside a sentence, which the agent gets, and which is on record', async () => {
      const task = await result(call(subject.ada, 'message/send', words('draft')))
      const request = requestPart({ type: 'request', draft: draftOf(task), fields })
      const parts = [textPart('Swap 2 USDC for ETH'), request]
      await result(call(subject.ada, 'message/send', { message: { role: 'user', parts, taskId: task.id } }))
      expect(turns.at(-1)?.history.at(-1)?.parts).toEqual(parts)
      const { history } = await result(call(subject.ada, 'tasks/get', { id: task.id }))
      expect(history?.findLast(({ role }) => role === 'user')?.parts).toEqual(parts)
    })

    it.each([
      ['no sentence', [requestPart({ type: 'request', draft: 'd', fields })]],
      ['no draft', [textPart('Swap 2 USDC for ETH'), dataPart({ type: 'request', fields })]],
      [
        'a field too many',
        [textPart('Swap'), dataPart({ type: 'request', draft: 'd', fields: { ...fields, memo: 1 } })],
      ],
    ])('are not confirmed with %s', async (_, parts) => {
      const refused = await rpcError(call(subject.ada, 'message/send', { message: { role: 'user', parts } }))
      expect(refused.error.code).toBe(-32602)
    })
  })
}
