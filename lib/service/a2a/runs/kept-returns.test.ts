import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, call, result, returned, rpcError, signedInBrowser, words } from '../../testing/client'
import { openGate, turns } from '../../testing/scripted-agent'
import { startTestService, type TestService } from '../../testing/test-service'

let service: TestService
let ada: Browser
let count = 0
beforeAll(async () => {
  service = await startTestService({})
})
afterAll(() => service.stop())
beforeEach(async () => {
  ada = await signedInBrowser(service.origin)
})

const sent = { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 1 }
const declined = { status: 'rejected', error: 'User rejected the action' }

/** Makes a task with an open call beside the person's next message, whose turn waits at a gate. */
async function busyTask() {
  const proposed = await result(call(ada, 'message/send', words('propose 1')))
  const [callId = ''] = proposed.metadata.pendingCalls
  const taskId = proposed.id
  const gate = `kept-${++count}`
  const asked = { ...words(`gate ${gate}`, { taskId }), configuration: { blocking: false } }
  expect((await result(call(ada, 'message/send', asked))).status.state).toBe('working')
  return { taskId, callId, gate }
}

const bring = (callId: string, outcome: object, taskId: string) =>
  call(ada, 'message/send', { ...returned(callId, outcome, { taskId }), configuration: { blocking: false } })
const read = (id: string) => result(call(ada, 'tasks/get', { id }))
const shape = async (id: string) =>
  (await read(id)).history?.map(({ role, parts }) =>
    [role, ...parts.map(({ type, text }) => (type === 'text' ? text : type))].join(': '),
  )

describe('a result that arrives during a turn', () => {
  it('is stored, and answered after the turn', async () => {
    const { taskId, callId, gate } = await busyTask()
    const taken = await result(bring(callId, sent, taskId))
    expect(taken.status.state).toBe('working')
    openGate(gate)
    await expect
      .poll(() => shape(taskId), { timeout: 10_000 })
      .toEqual([
        'user: propose 1',
        expect.stringContaining('agent: Please approve.'),
        `user: gate ${gate}`,
        'agent: before after',
        'user: functionReturn',
        `agent: Results: ${JSON.stringify([sent])}`,
      ])
    expect((await read(taskId)).status.state).toBe('input-required')
  })

  it('is accepted once, however often it arrives', async () => {
    const { taskId, callId, gate } = await busyTask()
    for (let time = 0; time < 3; time++) await result(bring(callId, sent, taskId))
    openGate(gate)
    await expect.poll(async () => (await shape(taskId))?.at(-1), { timeout: 10_000 }).toContain('Results')
    await result(bring(callId, sent, taskId))
    expect((await shape(taskId))?.filter((line) => line === 'user: functionReturn')).toHaveLength(1)
    const heard = turns.filter(({ history }) => JSON.stringify(history.at(-1)).includes(callId))
    expect(heard).toHaveLength(1)
  })

  it('is stored, and answered after the turn, if the person declined', async () => {
    const { taskId, callId, gate } = await busyTask()
    await result(bring(callId, declined, taskId))
    openGate(gate)
    await expect
      .poll(async () => (await shape(taskId))?.slice(-2), { timeout: 10_000 })
      .toEqual([
        'user: functionReturn',
        expect.stringContaining('agent: Results: [{"error":"User rejected the action"'),
      ])
    expect((await read(taskId)).status.state).toBe('input-required')
  })

  it('is not lost if the turn is canceled', async () => {
    const { taskId, callId } = await busyTask()
    await result(bring(callId, sent, taskId))
    await result(call(ada, 'tasks/cancel', { id: taskId }))
    expect((await shape(taskId))?.at(-1)).toBe('user: functionReturn')
  })

  it('is refused for good if no call waits for it, while text still has to wait', async () => {
    const { taskId, callId, gate } = await busyTask()
    const unknown = await rpcError(bring('call_unknown', sent, taskId))
    expect(unknown.error.code).toBe(-32602)
    const parts = [...returned(callId, sent).message.parts, ...words('say x').message.parts]
    for (const message of [words('say x', { taskId }), { message: { role: 'user', parts, taskId } }])
      expect((await rpcError(call(ada, 'message/send', message))).error).toMatchObject({
        code: -32004,
        data: { state: 'working' },
      })
    openGate(gate)
    await expect.poll(async () => (await read(taskId)).status.state, { timeout: 10_000 }).toBe('input-required')
  })
})
