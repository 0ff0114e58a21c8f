import { describe, expect, it } from 'vitest'
import { Browser, call, newAccount, result, rpcError, signedInBrowser, signIn, words } from '../client'
import type { Subject } from './subject'

export function describeOwners(subject: Subject): void {
  describe('tasks of other people', () => {
    it('hides other people’s tasks as if they did not exist', async () => {
      const { id } = await result(call(subject.ada, 'message/send', words('say secret')))
      const bob = await signedInBrowser(subject.origin)
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/resubscribe'])
        expect((await rpcError(call(bob, method, { id }))).error).toEqual({
          code: -32001,
          message: 'Task not found',
          data: { taskId: id },
        })
      for (const method of ['message/send', 'message/stream'])
        expect((await rpcError(call(bob, method, words('x', { taskId: id })))).error.code).toBe(-32001)
    })

    it('keeps the tasks of one account together over sign-ins on any chain', async () => {
      const account = newAccount()
      const first = new Browser(subject.origin)
      const second = new Browser(subject.origin)
      await signIn(first, account)
      await signIn(second, account)
      const { id } = await result(call(first, 'message/send', words('say mine')))
      expect((await result(call(second, 'tasks/get', { id }))).id).toBe(id)
    })
  })
}
