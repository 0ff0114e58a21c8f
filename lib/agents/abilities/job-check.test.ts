import { describe, expect, it } from 'vitest'
import type { Job } from '../meaning/job'
import { jobObjection } from './job-check'

const usdc = { text: 'usdc', symbol: 'USDC' }
const asked = (job: Omit<Job, 'unsure'>) => jobObjection({ ...job, unsure: true }, new Map())?.text

describe('reading back an ambiguous request at a market', () => {
  it('gives a sum in dollars, with a token and without', () => {
    const amount = { kind: 'usd', value: '35' } as const
    expect(asked({ act: 'repay', amount, token: usdc })).toContain('repay $35 of USDC to a lending market.')
    expect(asked({ act: 'repay', amount })).toContain('repay $35 to a lending market.')
  })

  it('gives as much of the sum and the token as was said', () => {
    expect(asked({ act: 'supply', amount: { kind: 'exact', value: '20' }, token: usdc })).toContain('supply 20 USDC to')
    expect(asked({ act: 'supply', token: usdc })).toContain('supply USDC to a lending market.')
    expect(asked({ act: 'supply', amount: { kind: 'all' }, token: usdc })).toContain('supply all your USDC to')
    expect(asked({ act: 'repay', amount: { kind: 'all' } })).toContain('repay all you owe to a lending market.')
    expect(asked({ act: 'withdraw' })).toContain('withdraw something from a lending market.')
  })
})
