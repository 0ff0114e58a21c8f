import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { planHash } from '@/lib/review/findings/hash'
import type { Plan, Step } from '@/lib/tools/plan'
import { assertReviewed } from './guard'
import { WalletError, type WalletRequest } from './wallet'

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const step: Step = { id: 'a', purpose: 'action', title: 'A', chainId: 1, to: other, data: '0x1234', value: 5n }
const plan: Plan = { account, steps: [step], declares: { out: [], in: [], allowances: [] } }
const request: WalletRequest = { account, chainId: 1, to: other, data: '0x1234', value: 5n, nonce: 3 }
const reviewed = planHash(plan)

describe('the guard before the wallet', () => {
  it('lets the reviewed bytes through', () => {
    expect(() => assertReviewed(request, step, plan, reviewed)).not.toThrow()
  })

  it.each<[string, Partial<WalletRequest>]>([
    ['another recipient', { to: account }],
    ['another value', { value: 6n }],
    ['other data', { data: '0x123456' }],
    ['another chain', { chainId: 2 }],
    ['another account', { account: other }],
  ])('refuses %s', (_, change) => {
    expect(() => assertReviewed({ ...request, ...change }, step, plan, reviewed)).toThrow(WalletError)
  })

  it('refuses a plan that was changed after its review, and a step that is not in the plan', () => {
    const changed: Step = { ...step, value: 6n }
    const changedPlan: Plan = { ...plan, steps: [changed] }
    expect(() => assertReviewed({ ...request, value: 6n }, changed, changedPlan, reviewed)).toThrow(
      /not what was reviewed/,
    )
    expect(() => assertReviewed({ ...request, value: 6n }, changed, plan, reviewed)).toThrow(WalletError)
  })
})
