import { expect, it } from 'vitest'
import type { RequestFields } from '@/lib/wire/draft'
import { fieldsOfStep, stepOfFields } from './fields'

const nameOf = (id: number) => ({ 1: 'Ethereum', 8453: 'Base' })[id]
const exact = { kind: 'exact', value: '100' } as const

it.each<RequestFields>([
  { action: 'swap', amount: exact, token: 'USDC', receives: 'ETH', chainId: 1, toChainId: 8453, slippage: 0.003 },
  { action: 'bridge', amount: exact, token: 'USDC', chainId: 1, toChainId: 8453 },
  { action: 'send', amount: { kind: 'percent', value: '100' }, token: 'USDC', receiver: 'anna.eth' },
  { action: 'repay', amount: { kind: 'percent', value: '12.5' }, token: 'DAI', chainId: 1 },
  { action: 'stake' },
  { action: 'stake', amount: exact, token: 'USDC', place: { lockDays: 0 }, chainId: 1 },
  { action: 'unstake', amount: exact, token: 'USDC', place: { protocol: 'morpho', lockDays: null } },
  { action: 'stake', amount: exact, token: 'USDC', place: { name: 'Steakhouse USDC (Morpho) on Ethereum' } },
  { action: 'withdraw', amount: exact, token: 'USDC', place: { kind: 'market' } },
  { action: 'withdraw', amount: exact, token: 'USDC', place: { protocol: 'aave', kind: 'market' } },
  { action: 'supply', amount: exact, place: { protocol: 'aave' } },
])('reads the same fields back from the step for %j', (fields) => {
  expect(fieldsOfStep(stepOfFields(fields, nameOf))).toEqual(fields)
})

it('returns null for a step that no fields can hold', () => {
  const token = { text: 'ETH', symbol: 'ETH' }
  const amount = { kind: 'all-but', value: '1' } as const
  expect(fieldsOfStep({ kind: 'request', draft: { action: 'swap', amount, from: token } })).toBeNull()
  expect(fieldsOfStep({ kind: 'job', job: { act: 'stake', token, hint: { rate: '4.8' } } })).toBeNull()
  expect(fieldsOfStep({ kind: 'job', job: { act: 'stake', token, pick: null } })).toBeNull()
  expect(fieldsOfStep({ kind: 'job', job: { act: 'borrow', token, hint: { lockDays: 7 } } })).toBeNull()
  const nowhere = { text: 'Solana' }
  expect(fieldsOfStep({ kind: 'request', draft: { action: 'bridge', from: token, toChain: nowhere } })).toBeNull()
})
