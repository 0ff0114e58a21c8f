import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allFrames,
  type Browser,
  call,
  page,
  result,
  returned,
  rpcError,
  signedInBrowser,
  words,
} from './testing/client'
import { openGate } from './testing/scripted-agent'
import { startTestService, type TestService } from './testing/test-service'

// A tab opened before the service was upgraded. It assumes that new text closes a card; it knows no lists, no
// `replaces`, no deletion and no way to end only an answer; and it mentions none of these in what it sends.

let service: TestService
let former: Browser
beforeAll(async () => {
  service = await startTestService({})
  former = await signedInBrowser(service.origin)
})
afterAll(() => service.stop())

const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }
const send = (params: unknown) => result(call(former, 'message/send', params))

describe('a page of the former version', () => {
  it('reads each event of an answer beside an open call, which the same person answers elsewhere', async () => {
    const task = await send(words('propose 1'))
    const [id = ''] = task.metadata.pendingCalls
    const frames = await allFrames(await call(former, 'message/stream', words('say fine', { taskId: task.id })))
    expect(new Set(frames.map(({ event }) => event.kind))).toEqual(
      new Set(['task', 'status-update', 'artifact-update']),
    )
    expect(frames.at(-1)?.event).toMatchObject({ final: true, status: { state: 'input-required' } })
    const told = await send(returned(id, done))
    expect(told.metadata.pendingCalls).toEqual([])
    // Its outbox repeats what was not confirmed, also under a message id of its own making.
    const again = await send(returned(id, done, { taskId: task.id, messageId: `return-${id}` }))
    expect(again.history).toHaveLength(told.history?.length ?? 0)
  })

  it('delivers an outcome during an answer that it requested itself', async () => {
    const task = await send(words('propose 1'))
    const [id = ''] = task.metadata.pendingCalls
    const gate = `former-${service.origin}`
    const stream = await call(former, 'message/stream', words(`gate ${gate}`, { taskId: task.id }))
    await result(call(former, 'message/send', { ...returned(id, done), configuration: { blocking: false } }))
    openGate(gate)
    expect((await allFrames(stream)).at(-1)?.event).toMatchObject({ final: true, metadata: { pendingCalls: [] } })
    await expect.poll(async () => (await result(call(former, 'tasks/get', { id: task.id }))).history?.length).toBe(6)
  })

  it('finds a replaced call answered in the history, and the replacement like any other', async () => {
    const task = await send(words('propose 1'))
    const [id = ''] = task.metadata.pendingCalls
    const next = await send(words('replace', { taskId: task.id }))
    const [newer = ''] = next.metadata.pendingCalls
    const parts = next.history?.flatMap((message) => message.parts) ?? []
    const answered = parts.filter((part) => part.type === 'functionReturn' && part.id === id)
    expect(answered).toMatchObject([{ kind: 'data', result: { status: 'rejected', error: expect.any(String) } }])
    expect(next.status.message?.parts.at(-1)).toMatchObject({
      ...{ kind: 'data', type: 'functionCall', id: newer, name: 'send_native_gas_token', parameters: { value: '1' } },
      data: { type: 'functionCall', id: newer, name: 'send_native_gas_token', parameters: { value: '1' } },
    })
  })

  it('ends the task with its Stop button, as it always did', async () => {
    const task = await send(words('propose 1'))
    const canceled = await result(call(former, 'tasks/cancel', { id: task.id }))
    expect(canceled).toMatchObject({ status: { state: 'canceled' }, metadata: { pendingCalls: [] } })
    const refused = await rpcError(call(former, 'message/send', words('say on', { taskId: task.id })))
    expect(refused.error).toMatchObject({ code: -32004, data: { state: 'canceled' } })
  })

  it('is told to begin another conversation when one was deleted, and loses no outcome', async () => {
    const task = await send(words('propose 1'))
    const [id = ''] = task.metadata.pendingCalls
    await call(former, 'tasks/delete', { id: task.id })
    expect((await result(call(former, 'tasks/get', { id: task.id }))).metadata.pendingCalls).toEqual([id])
    const refused = await rpcError(call(former, 'message/send', words('say on', { taskId: task.id })))
    expect(refused.error.code).toBe(-32001)
    expect((await send(returned(id, done, { taskId: task.id }))).metadata.pendingCalls).toEqual([])
    expect((await page(former, 'calls/list', { pageSize: 1 })).calls).toMatchObject([{ callId: id, state: 'answered' }])
    expect((await send(words('say on'))).id).not.toBe(task.id)
  })
})
