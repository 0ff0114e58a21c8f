import { describe, expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import type { Job } from '@/lib/language/steps/job'
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
    expect(asked({ act: 'withdraw' })).toContain('withdraw something.')
  })

  it.each<[string, Omit<Job, 'unsure'>]>([
    ['put USDC into a vault without a lock-up.', { act: 'stake', hint: { lockDays: 0 } }],
    ['put USDC into a vault with a lock-up of 7 days.', { act: 'stake', hint: { lockDays: 7 } }],
    ['put USDC into a vault at 4.8% a year.', { act: 'stake', hint: { rate: '4.8' } }],
    ['take USDC out of a Morpho vault.', { act: 'unstake', hint: { protocol: 'morpho' } }],
    ['take USDC out of an Aave vault.', { act: 'unstake', hint: { protocol: 'aave' } }],
    ['supply USDC to Aave.', { act: 'supply', hint: { protocol: 'aave' } }],
    ['withdraw USDC from lending.', { act: 'withdraw', isAtMarket: true }],
    ['withdraw USDC from Aave.', { act: 'withdraw', hint: { protocol: 'aave' }, isAtMarket: true }],
    ['put USDC into “Flexible USDC on Base”.', { act: 'stake', pick: 'Flexible USDC on Base' }],
    [
      'put USDC into “Flexible USDC on Base”.',
      { act: 'stake', pick: 'Flexible USDC on Base', chain: { text: 'Base', id: 8453 } },
    ],
  ])('says where: “%s”', (words, job) => {
    const chains = buildChains([{ id: 8453, rpcUrl: 'http://127.0.0.1:1' }])
    expect(jobObjection({ ...job, token: usdc, unsure: true }, chains)?.text).toContain(`I read that as: ${words}`)
  })
})
