import { encodeAbiParameters, getAddress, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Plan } from '@/lib/tools/plan'
import { acknowledgementKey, bytesHash, planHash } from './hash'

const account = getAddress('0x00000000000000000000000000000000000000aa')
const step = {
  id: 'send',
  purpose: 'action',
  title: 'Send',
  chainId: 1,
  to: getAddress('0x00000000000000000000000000000000abcdefab'),
  data: '0x1234',
  value: 5n,
} as const
const plan: Plan = { account, steps: [step, { ...step, id: 'again' }], declares: { out: [], in: [], allowances: [] } }
const withStep = (change: Partial<Plan['steps'][0]>): Plan => ({ ...plan, steps: [step, { ...step, ...change }] })

describe('planHash', () => {
  test.each<[string, Plan]>([
    ['the account', { ...plan, account: '0x00000000000000000000000000000000000000ac' }],
    ['a chain', withStep({ chainId: 2 })],
    ['a target', withStep({ to: account })],
    ['a value', withStep({ value: 6n })],
    ['the data', withStep({ data: '0x1235' })],
    ['an extra byte', withStep({ data: '0x123400' })],
    ['a missing step', { ...plan, steps: [step] }],
    ['the order', { ...plan, steps: [{ ...step, value: 6n }, step] }],
  ])('changes with %s', (_, other) => {
    expect(planHash(other)).not.toBe(planHash(plan))
  })

  test('ignores titles and the case of addresses', () => {
    const lower = '0x00000000000000000000000000000000abcdefab'
    expect(lower).not.toBe(step.to)
    const same = withStep({ title: 'Other words', id: 'x', to: lower })
    expect(planHash(same)).toBe(planHash(plan))
  })
})

test('bytesHash is keccak256 over chain, target, value and data', () => {
  const encoded = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
    [1n, step.to, 5n, '0x1234'],
  )
  expect(bytesHash(step)).toBe(keccak256(encoded))
  expect(bytesHash({ ...step, chainId: 2 })).not.toBe(bytesHash(step))
})

describe('acknowledgementKey', () => {
  const review = {
    planHash: planHash(plan),
    findings: [
      { rule: 'G10', level: 'DANGER', title: 'a' },
      { rule: 'G24', level: 'WARN', title: 'b' },
    ],
  } as const

  test('ignores the wording and order of findings', () => {
    const same = { ...review, findings: [{ ...review.findings[1], title: 'other' }, review.findings[0]] }
    expect(acknowledgementKey(same)).toBe(acknowledgementKey(review))
  })

  test('changes with the rules that a finding covers', () => {
    const silent = (...covers: string[]) => ({
      ...review,
      findings: [{ rule: 'rpc', level: 'UNVERIFIED', title: 'c', covers } as const],
    })
    expect(acknowledgementKey(silent('G5', 'G7'))).toBe(acknowledgementKey(silent('G7', 'G5')))
    expect(acknowledgementKey(silent('G5', 'G7'))).not.toBe(acknowledgementKey(silent('G5')))
  })

  test.each<[string, Parameters<typeof acknowledgementKey>[0]]>([
    ['another plan', { ...review, planHash: '0x01' }],
    ['a level', { ...review, findings: [{ ...review.findings[0], level: 'WARN' }, review.findings[1]] }],
    ['a rule', { ...review, findings: [{ ...review.findings[0], rule: 'G11' }, review.findings[1]] }],
    ['a missing finding', { ...review, findings: [review.findings[0]] }],
    ['the same finding twice', { ...review, findings: [...review.findings, review.findings[0]] }],
  ])('changes with %s', (_, other) => {
    expect(acknowledgementKey(other)).not.toBe(acknowledgementKey(review))
  })
})
