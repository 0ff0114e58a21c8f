// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, expect, it } from 'vitest'
import { type Work, WorkContext } from '@/components/app/work-context'
import { AgentError } from '@/lib/chat/service/agent-error'
import type { ListedCall } from '@/lib/wire/conversations'
import { useListedCalls } from './use-listed-calls'

afterEach(cleanup)

const listedCall = (id: number): ListedCall => ({
  ...{ taskId: 'T', callId: `c${id}`, name: 'send_native_gas_token', parameters: {}, agentId: 1, at: 10 - id },
  ...{ state: 'pending', result: null, changedAt: 10 - id },
})

/** Renders the hook with a service's list: five pages of one call each, and an error while `fails.with` is set. */
function setUp(wanted: number) {
  const asked: (string | null | undefined)[] = []
  const fails: { with: Error | null } = { with: null }
  const listCalls: Work['listCalls'] = async ({ pageToken }) => {
    asked.push(pageToken)
    if (fails.with) throw fails.with
    const page = Number(pageToken ?? 0)
    return { entries: [listedCall(page)], nextPageToken: page < 4 ? String(page + 1) : null }
  }
  const work = { listCalls } as Work
  const wrapper = ({ children }: PropsWithChildren) => <WorkContext value={work}>{children}</WorkContext>
  return { asked, fails, ...renderHook((pages: number) => useListedCalls(pages), { initialProps: wanted, wrapper }) }
}

it('reads only as many pages as are wanted, each once', async () => {
  const { result, rerender, asked } = setUp(1)
  await waitFor(() => expect(result.current.state).toBe('part'))
  expect(asked).toEqual([null])
  rerender(3)
  await waitFor(() => expect(result.current.calls).toHaveLength(3))
  expect(result.current.state).toBe('part')
  rerender(Number.POSITIVE_INFINITY)
  await waitFor(() => expect(result.current.state).toBe('all'))
  expect(result.current.calls.map(({ callId }) => callId)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  expect(asked).toEqual([null, '1', '2', '3', '4'])
})

it('resumes where it failed, and keeps what it had', async () => {
  const { result, rerender, asked, fails } = setUp(1)
  await waitFor(() => expect(result.current.state).toBe('part'))
  fails.with = new AgentError('unreachable', 'Nobody answers.')
  rerender(2)
  await waitFor(() => expect(result.current).toMatchObject({ state: 'failed', problem: 'Nobody answers.' }))
  expect(result.current.calls).toHaveLength(1)
  fails.with = null
  result.current.again()
  await waitFor(() => expect(result.current).toMatchObject({ state: 'part', problem: null }))
  expect(result.current.calls).toHaveLength(2)
  expect(asked).toEqual([null, '1', '1'])
})

it('reports a service without such a list as `none`, and does not ask again', async () => {
  const { result, rerender, asked, fails } = setUp(0)
  fails.with = new AgentError('rpc', 'No such method.', { rpcCode: -32601 })
  rerender(1)
  await waitFor(() => expect(result.current.state).toBe('none'))
  rerender(5)
  expect(asked).toEqual([null])
})
