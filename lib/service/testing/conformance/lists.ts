import { describe, expect, it } from 'vitest'
import { again, call, page, result, returned, rpcError, signedInBrowser, words } from '../client'
import { turns } from '../scripted-agent'
import type { Subject } from './subject'

export function describeLists(subject: Subject): void {
  describe('conversations and calls as lists', () => {
    const done = { status: 'success', txHash: `0x${'ef'.repeat(32)}`, chainId: 31337 }
    const ids = (given: { tasks: { id: string }[] }) => given.tasks.map(({ id }) => id)

    it('come page by page, latest change first, and only to their owner', async () => {
      const eve = await signedInBrowser(subject.origin)
      const tasks: string[] = []
      for (const text of ['say one', 'say two', 'say three'])
        tasks.push((await result(call(eve, 'message/send', words(text)))).id)
      const [a = '', b = '', c = ''] = tasks
      await result(call(eve, 'message/send', words('propose 1', { taskId: a })))
      const first = await page(eve, 'tasks/list', { pageSize: 2 })
      expect(ids(first)).toEqual([a, c])
      expect(first.tasks[0]).toMatchObject({
        contextId: expect.any(String),
        status: { state: 'input-required' },
        metadata: { agentId: 1, title: 'say one', pinned: false, pendingCalls: [expect.any(String)] },
      })
      const second = await page(eve, 'tasks/list', { pageSize: 2, pageToken: first.nextPageToken })
      expect(ids(second)).toEqual([b])
      expect(second.nextPageToken).toBe('')
      // Reading changes nothing.
      await result(call(eve, 'tasks/get', { id: b }))
      expect(ids(await page(eve, 'tasks/list'))).toEqual([a, c, b])
      expect(ids(await page(subject.ada, 'tasks/list', { query: 'three' }))).not.toContain(c)
      const odd = await rpcError(call(eve, 'tasks/list', { pageToken: 'x' }))
      expect(odd.error.code).toBe(-32602)
    })

    it('can be searched by the beginnings of words, in titles and texts', async () => {
      const eve = await signedInBrowser(subject.origin)
      const swap = (await result(call(eve, 'message/send', words('say Étherium goes|, to USDC')))).id
      const other = (await result(call(eve, 'message/send', words('say nothing of 0xAbCdEf\u0000here')))).id
      const found = async (query: string) => ids(await page(eve, 'tasks/list', { query }))
      expect(await found('étherium usd')).toEqual([swap])
      expect(await found('ÉTHER')).toEqual([swap])
      expect(await found('ether')).toEqual([swap])
      expect(await found('e\u0301ther ÜSD')).toEqual([swap])
      expect(await found('therium')).toEqual([])
      expect(await found('0xabc')).toEqual([other])
      expect(await found('say')).toEqual([other, swap])
      expect(await found("usd') | ('say")).toEqual([swap])
      expect(await found('?!')).toEqual([])
      expect(await found(' ')).toEqual([other, swap])
      await call(eve, 'tasks/update', { id: other, metadata: { title: 'Rent for May' } })
      expect(await found('rent')).toEqual([other])
      expect(await found('may nothing')).toEqual([other])
    })

    it('accept a title and a pin, which change neither order nor time, and report the change', async () => {
      const eve = await signedInBrowser(subject.origin)
      const older = await result(call(eve, 'message/send', words('say old')))
      const newer = await result(call(eve, 'message/send', words('say new')))
      const [, before] = (await page(eve, 'tasks/list')).tasks
      const since = (before?.metadata.updatedAt ?? 0) + 1
      await call(eve, 'tasks/update', { id: older.id, metadata: { title: ' Rent ', pinned: true } })
      const all = await page(eve, 'tasks/list')
      expect(ids(all)).toEqual([newer.id, older.id])
      expect(all.tasks[1]?.metadata).toMatchObject({
        title: 'Rent',
        pinned: true,
        updatedAt: before?.metadata.updatedAt,
      })
      expect(ids(await page(eve, 'tasks/list', { pinned: true }))).toEqual([older.id])
      expect(ids(await page(eve, 'tasks/list', { changedAfter: since }))).toContain(older.id)
      expect((await rpcError(call(eve, 'tasks/update', { id: older.id, metadata: { title: ' ' } }))).error.code).toBe(
        -32602,
      )
      const theirs = await rpcError(call(subject.ada, 'tasks/update', { id: older.id, metadata: { title: 'Mine' } }))
      expect(theirs.error.code).toBe(-32001)
      expect((await rpcError(call(subject.ada, 'tasks/delete', { id: older.id }))).error.code).toBe(-32001)
    })

    it('know up to when they were read, on whichever device, which never goes back', async () => {
      const eve = await signedInBrowser(subject.origin)
      const { id } = await result(call(eve, 'message/send', words('say one')))
      const listed = async (params = {}) => (await page(eve, 'tasks/list', params)).tasks[0]?.metadata
      const first = await listed()
      // The person who began the conversation has read what was there then.
      expect(first?.readAt).toBeLessThanOrEqual(first?.updatedAt ?? 0)
      const read = async (readAt: number) => call(eve, 'tasks/update', { id, metadata: { readAt } })
      await read((first?.updatedAt ?? 0) + 1_000_000)
      expect(await listed()).toMatchObject({ readAt: first?.updatedAt, updatedAt: first?.updatedAt })
      await read(1)
      await call(eve, 'tasks/update', { id, metadata: { title: 'Mine' } })
      const after = await listed({ changedAfter: (first?.updatedAt ?? 0) + 1 })
      expect(after).toMatchObject({ title: 'Mine', readAt: first?.updatedAt, updatedAt: first?.updatedAt })
      expect((await rpcError(call(subject.ada, 'tasks/update', { id, metadata: { readAt: 1 } }))).error.code).toBe(
        -32001,
      )
    })

    it('say of each message when it was said, and which earlier one it was sent in place of', async () => {
      const eve = await signedInBrowser(subject.origin)
      const began = Date.now()
      const sent = words('say on', { messageId: `first-${subject.port}` })
      const { id } = await result(call(eve, 'message/send', sent))
      const resends = { messageId: `first-${subject.port}`, how: 'edited' }
      await result(call(eve, 'message/send', words('say one', { taskId: id, metadata: { resends } })))
      const odd = { resends: { messageId: 7, how: 'x' } }
      await result(call(eve, 'message/send', words('say two', { taskId: id, metadata: odd })))
      const { history = [] } = await result(call(eve, 'tasks/get', { id }))
      expect(history.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent', 'user', 'agent'])
      const about = history.map(({ metadata }) => Object(metadata))
      expect(about.map((each) => each.resends)).toEqual([
        undefined,
        undefined,
        resends,
        undefined,
        undefined,
        undefined,
      ])
      const times = about.map(({ timestamp }) => Date.parse(timestamp))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times[0]).toBeGreaterThanOrEqual(began)
      expect(times.at(-1)).toBeLessThanOrEqual(Date.now())
    })

    it('hide a deleted conversation, in which nothing runs twice and no outcome is lost, and restore it', async () => {
      const eve = await signedInBrowser(subject.origin)
      const sent = words('propose 1', { messageId: `once-${subject.port}` })
      const task = await result(call(eve, 'message/send', sent))
      const [id = ''] = task.metadata.pendingCalls
      await result(call(eve, 'tasks/get', { id: task.id, metadata: { signing: id, browser: 'b-1' } }))
      expect((await rpcError(call(eve, 'tasks/delete', { id: task.id }))).error).toMatchObject({ code: -32004 })
      await result(call(eve, 'tasks/get', { id: task.id, metadata: { released: id, browser: 'b-1' } }))
      const since = Date.now()
      await call(eve, 'tasks/delete', { id: task.id })
      expect(ids(await page(eve, 'tasks/list'))).toEqual([])
      const [told] = (await page(eve, 'tasks/list', { changedAfter: since - 1_000 })).tasks
      expect(told).toMatchObject({ id: task.id, metadata: { deleted: true } })
      // Reading it, repeating a message, new text, and an outcome.
      expect((await result(call(eve, 'tasks/get', { id: task.id }))).metadata).toMatchObject({ deleted: true })
      const before = turns.length
      expect((await result(call(eve, 'message/send', sent))).id).toBe(task.id)
      expect((await rpcError(call(eve, 'message/send', words('say x', { taskId: task.id })))).error.code).toBe(-32001)
      expect((await rpcError(call(eve, 'message/send', again(id, { taskId: task.id })))).error.code).toBe(-32001)
      const late = await result(call(eve, 'message/send', returned(id, done)))
      expect(late.metadata.pendingCalls).toEqual([])
      expect(turns.length).toBe(before)
      expect((await page(eve, 'calls/list')).calls).toMatchObject([{ callId: id, state: 'answered', result: done }])
      await call(eve, 'tasks/update', { id: task.id, metadata: { deleted: false } })
      expect(ids(await page(eve, 'tasks/list'))).toEqual([task.id])
      const back = await result(call(eve, 'message/send', words('say on', { taskId: task.id })))
      expect(JSON.stringify(back.history)).toContain(done.txHash)
    })

    it('list the calls of all conversations with their outcomes', async () => {
      const eve = await signedInBrowser(subject.origin)
      const one = await result(call(eve, 'message/send', words('propose 2')))
      const [a = '', b = ''] = one.metadata.pendingCalls
      await result(call(eve, 'message/send', returned(a, done)))
      const two = await result(call(eve, 'message/send', words('propose 1')))
      const [c = ''] = two.metadata.pendingCalls
      await result(call(eve, 'message/send', words('replace', { taskId: two.id })))
      const first = await page(eve, 'calls/list', { pageSize: 2 })
      const rest = await page(eve, 'calls/list', { pageToken: first.nextPageToken })
      const all = new Map([...first.calls, ...rest.calls].map((each) => [each.callId, each]))
      expect(all.size).toBe(4)
      expect(all.get(a)).toMatchObject({
        ...{ taskId: one.id, name: 'send_native_gas_token', agentId: 1, state: 'answered', result: done },
        parameters: { value: '1' },
      })
      expect(all.get(b)).toMatchObject({ state: 'pending', parameters: { value: '2' } })
      expect(all.get(b)).not.toHaveProperty('result')
      expect(all.get(c)).toMatchObject({ state: 'void', result: { code: 'REPLACED' } })
      expect(
        (await page(subject.ada, 'calls/list', { pageSize: 100 })).calls.map(({ callId }) => callId),
      ).not.toContain(a)
    })
  })
}
