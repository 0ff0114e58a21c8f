import { expect, it } from 'vitest'
import { findTool } from '@/lib/tools/registry'
import { ledgerEntry } from '../testing/ledger-entry'
import { readCall } from './readable-call'

const send = { to: '0x00000000000000000000000000000000c0ffee03', chainId: 1, value: '1' }
const problemOf = (parameters: Record<string, unknown>) => {
  const call = readCall(ledgerEntry({ parameters }), findTool)
  return call.readable ? null : call.problem
}

it('says in plain words what is wrong with a proposal', () => {
  expect(problemOf(send)).toBeNull()
  const { value: _, ...without } = send
  expect(problemOf(without)).toBe('The agent’s proposal is not valid: “value” is missing.')
  expect(problemOf({ ...send, value: '1e18' })).toMatch(/^The agent’s proposal is not valid: “value”: .+\.$/)
})

it('reads a proposal with unknown parameters by leaving them out', () => {
  const parameters = { ...send, note: 'x', gasPrice: '1' }
  const call = readCall(ledgerEntry({ parameters }), findTool)
  expect(call).toMatchObject({ readable: true, ignored: ['note', 'gasPrice'] })
  expect(call.readable && call.parameters).toEqual({ to: expect.any(String), chainId: 1, value: 1n })
  expect(problemOf({ ...send, value: '1e18', note: 'x' })).toMatch(/“value”/)
})
