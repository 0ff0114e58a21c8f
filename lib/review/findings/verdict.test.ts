import { describe, expect, test } from 'vitest'
import type { Finding, FindingLevel } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { Effects } from '../review'
import { movesValue, verdictOf, worstFirst } from './verdict'

const address = '0x00000000000000000000000000000000000000AA'
/** `approve(…, 0)`: a known function that grants nothing. */
const revocation = `0x095ea7b3${'00'.repeat(64)}` as const
const still: Plan = {
  account: address,
  steps: [{ id: 'a', purpose: 'action', title: 'a', chainId: 1, to: address, data: revocation, value: 0n }],
  declares: { out: [], in: [], allowances: [] },
}
const moving: Plan = { ...still, steps: [{ ...still.steps[0], value: 1n }] }
const nothing: Effects = { chainId: 1, balances: [], allowances: [], operators: [] }
const found = (...levels: FindingLevel[]): Finding[] => levels.map((level) => ({ rule: 'G0', level, title: level }))

describe('verdict', () => {
  test.each<[FindingLevel[], 'ready' | 'acknowledge' | 'blocked']>([
    [[], 'ready'],
    [['OK', 'INFO', 'WARN'], 'ready'],
    [['OK', 'UNVERIFIED'], 'acknowledge'],
    [['DANGER'], 'acknowledge'],
    [['DANGER', 'BLOCK'], 'blocked'],
  ])('%j of a plan that moves value: %s', (levels, verdict) => {
    expect(verdictOf(found(...levels), moving, nothing)).toBe(verdict)
  })

  test('UNVERIFIED needs no acknowledgement if nothing can be lost, DANGER always does', () => {
    expect(verdictOf(found('UNVERIFIED'), still, nothing)).toBe('ready')
    expect(verdictOf(found('DANGER'), still, nothing)).toBe('acknowledge')
  })

  test.each(['G7', 'G23.environment'])(
    'the effects do not prove that nothing is lost while %s is unverified',
    (rule) => {
      expect(verdictOf([{ rule, level: 'UNVERIFIED', title: 'Not checked' }], still, nothing)).toBe('acknowledge')
      expect(verdictOf([{ rule, level: 'OK', title: 'Checked' }], still, nothing)).toBe('ready')
    },
  )

  test('a plan with unknown effects counts as moving value', () => {
    expect(verdictOf(found('UNVERIFIED'), still, null)).toBe('acknowledge')
  })
})

describe('movesValue', () => {
  const asset = { kind: 'native', chainId: 1 } as const
  const holding = { asset, symbol: 'ETH', decimals: 18, listed: true }
  const allowance = { token: address, spender: address, symbol: 'T', decimals: 0 } as const
  test.each<[string, Plan, Effects, boolean]>([
    ['nothing at all', still, nothing, false],
    ['something arrives', still, { ...nothing, balances: [{ ...holding, before: 0n, after: 1n }] }, false],
    ['something leaves', still, { ...nothing, balances: [{ ...holding, before: 1n, after: 0n }] }, true],
    ['an allowance falls', still, { ...nothing, allowances: [{ ...allowance, before: 2n, amount: 1n }] }, false],
    ['an allowance rises', still, { ...nothing, allowances: [{ ...allowance, before: 1n, amount: 2n }] }, true],
    [
      'an operator is revoked',
      still,
      { ...nothing, operators: [{ collection: address, operator: address, approved: false }] },
      false,
    ],
    [
      'an operator is approved',
      still,
      { ...nothing, operators: [{ collection: address, operator: address, approved: true }] },
      true,
    ],
    ['value is sent', moving, nothing, true],
    ['the function is unknown', { ...still, steps: [{ ...still.steps[0], data: '0x12345678' }] }, nothing, true],
    [
      'something is declared',
      { ...still, declares: { ...still.declares, out: [{ asset, amount: 1n }] } },
      nothing,
      true,
    ],
  ])('%s', (_, plan, effects, expected) => {
    expect(movesValue(plan, effects)).toBe(expected)
  })
})

test('sorts findings worst first and keeps their order within a level', () => {
  const findings: Finding[] = [
    { rule: 'a', level: 'OK', title: '' },
    { rule: 'b', level: 'WARN', title: '' },
    { rule: 'c', level: 'BLOCK', title: '' },
    { rule: 'd', level: 'WARN', title: '' },
    { rule: 'e', level: 'UNVERIFIED', title: '' },
    { rule: 'f', level: 'DANGER', title: '' },
    { rule: 'g', level: 'INFO', title: '' },
  ]
  expect(worstFirst(findings).map(({ rule }) => rule)).toEqual(['c', 'f', 'e', 'b', 'd', 'g', 'a'])
})
