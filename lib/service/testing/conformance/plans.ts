import { describe, expect, it } from 'vitest'
import { allFrames, call, confirms, offerOf, result, rpcError, signedInBrowser, words } from '../client'
import { turns } from '../scripted-agent'
import { lastStatus } from './frames'
import type { Subject } from './subject'

export function describePlans(subject: Subject): void {
  describe('plans to confirm', () => {
    it('are a part beside text, and not a pending call', async () => {
      const streamed = await allFrames(await call(subject.ada, 'message/stream', words('plan')))
      const last = lastStatus(streamed)
      expect(last?.status.message?.parts).toMatchObject([
        { kind: 'text', type: 'text' },
        { kind: 'data', type: 'data', data: { type: 'plan', terms: { sells: 'USDC', buys: 'ETH' } } },
      ])
      expect(last?.metadata?.pendingCalls).toEqual([])
    })

    it('are confirmed once by a part, which the service itself answers', async () => {
      const bob = await signedInBrowser(subject.origin)
      const task = await result(call(bob, 'message/send', words('plan')))
      const params = confirms(offerOf(task), { taskId: task.id })
      const before = turns.length
      const first = await result(call(bob, 'message/send', params))
      expect(first.status.message?.parts[0]?.text).toContain('is set up')
      expect(first.status.message?.parts[1]).toMatchObject({ data: { type: 'plan', id: offerOf(task), number: 1 } })
      const again = await result(call(bob, 'message/send', params))
      expect(again.status.message?.parts[0]?.text).toContain('nothing was set up twice')
      expect(turns.length).toBe(before)
    })

    it('cannot be confirmed by anybody else', async () => {
      const [bob, task] = [
        await signedInBrowser(subject.origin),
        await result(call(subject.ada, 'message/send', words('plan'))),
      ]
      const crossSite = call(bob, 'message/send', confirms(offerOf(task), { taskId: task.id }))
      expect((await rpcError(crossSite)).error.code).toBe(-32001)
    })

    it('are not confirmed by an unreadable part', async () => {
      const odd = { message: { role: 'user', parts: [{ kind: 'data', data: { type: 'confirmPlan', id: 7 } }] } }
      expect((await rpcError(call(subject.ada, 'message/send', odd))).error.code).toBe(-32602)
    })
  })
}
