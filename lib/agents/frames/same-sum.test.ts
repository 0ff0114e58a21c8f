import { describe, expect, it } from 'vitest'
import { anybody, following } from '../fixtures/following'

const sum = (value: string) => ({ kind: 'exact', value })

describe('something else with the same sum', () => {
  it.each([
    [
      'proposed',
      `no, send it to ${anybody}`,
      { draft: { action: 'send', amount: sum('100'), from: { symbol: 'USDC' } } },
    ],
    ['proposed', 'nope, supply it instead', { job: { act: 'supply', amount: sum('100'), token: { symbol: 'USDC' } } }],
    ['declined', 'bridge it to base', { draft: { action: 'bridge', amount: sum('100'), from: { symbol: 'USDC' } } }],
  ] as const)('after a swap that was %s: %s', (standing, then, meant) => {
    expect(following('swap 100 usdc to eth', standing, then)).toMatchObject(meant)
  })

  it('is not what the swap would bring', () => {
    expect(following('swap 100 usdc to eth', 'proposed', `send it to ${anybody}`)).not.toMatchObject({
      draft: { from: { symbol: 'USDC' } },
    })
    expect(following('swap 100 usdc to eth', 'proposed', `and then send it to ${anybody}`)).toMatchObject({
      draft: { action: 'swap' },
      rest: [{ draft: { action: 'send', from: { symbol: 'ETH' }, amount: { kind: 'brought' } } }],
    })
  })

  it.each([
    ['stake 200 usdc in the flexible vault', 'take half of it out again', 'unstake', '100'],
    ['supply 300 usdc', 'withdraw it again', 'withdraw', '300'],
  ])('after what was carried out, from where it is: %s, %s', (text, then, act, value) => {
    expect(following(text, 'done', then)).toMatchObject({ kind: 'job', job: { act, amount: sum(value) } })
  })

  it('is not put anywhere twice', () => {
    expect(following('supply 300 usdc', 'done', 'stake it')).not.toMatchObject({ job: { amount: sum('300') } })
    expect(following('supply 300 usdc', 'uncertain', 'withdraw it')).not.toMatchObject({ job: { amount: sum('300') } })
    expect(following('supply 300 usdc', 'proposed', "don't stake it").kind).toBe('abstain')
  })
})
