import { expect, it } from 'vitest'
import { findTool } from '@/lib/tools/registry'
import type { LedgerEntry } from './entry'
import { readCall } from './readable-call'

const send = { to: '0x00000000000000000000000000000000c0ffee03', chainId: 1, value: '1' }
const problemOf = (parameters: Record<string, unknown>) => {
  const call = readCall({ toolName: 'send_native_gas_token', parameters } as unknown as LedgerEntry, findTool)
  return call.readable ? null : call.problem
}

it('says in plain words what is wrong with a proposal', () => {
  expect(problemOf(send)).toBeNull()
  expect(problemOf({ ...send, note: 'x' })).toBe(
    'The agent’s proposal is not valid: “note” is not something this app knows.',
  )
  expect(problemOf({ ...send, 'to” is right, and “all': 'x' })).toBe(
    'The agent’s proposal is not valid: “to’ is right, and ’all” is not something this app knows.',
  )
  const { value: _, ...without } = send
  expect(problemOf(without)).toBe('The agent’s proposal is not valid: “value” is missing.')
  expect(problemOf({ ...send, value: '1e18' })).toMatch(/^The agent’s proposal is not valid: “value”: .+\.$/)
})
