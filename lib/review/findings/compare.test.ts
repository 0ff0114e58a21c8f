import { describe, expect, test } from 'vitest'
import type { Finding } from '@/lib/tools/finding'
import type { Effects, Review } from '../review'
import { compareReviews } from './compare'

const token = '0x00000000000000000000000000000000000000AA'
const spender = '0x00000000000000000000000000000000000000bb'

const effects = (received: bigint, more: Partial<Effects> = {}): Effects => ({
  chainId: 1,
  balances: [
    {
      asset: { kind: 'erc20', chainId: 1, address: token },
      before: 0n,
      after: received,
      symbol: 'USDC',
      decimals: 0,
      listed: true,
    },
  ],
  allowances: [],
  operators: [],
  ...more,
})

const review = (more: Partial<Review>): Review => ({
  planHash: '0x01',
  at: 0,
  block: 1n,
  method: 'eth_simulateV1',
  effects: effects(1000n),
  fee: null,
  prices: new Map(),
  figures: [],
  findings: [],
  verdict: 'ready',
  ...more,
})

const finding = (rule: string, level: Finding['level']): Finding => ({ rule, level, title: rule })

describe('G23', () => {
  test('an unchanged review is no reason to stop', () => {
    expect(compareReviews(review({}), review({ at: 9, block: 2n }))).toBeNull()
  })

  test.each([
    [1050n, false],
    [1051n, true],
    [950n, false],
    [949n, true],
    [0n, true],
    [-1000n, true],
  ])('1000 in the review and %d at the click: back to review is %s', (amount, isBack) => {
    const changes = compareReviews(review({}), review({ effects: effects(amount) }))
    expect(changes !== null).toBe(isBack)
  })

  test('reports a change with both figures', () => {
    expect(compareReviews(review({}), review({ effects: effects(-7n) }))).toMatchObject([
      { rule: 'G23', claim: 'In: 1,000 USDC', observed: 'Out: 7 USDC' },
    ])
  })

  test('reports an asset that appeared or disappeared', () => {
    const none = review({ effects: effects(0n, { balances: [] }) })
    expect(compareReviews(none, review({}))).toHaveLength(1)
    expect(compareReviews(review({}), none)).toHaveLength(1)
  })

  test('reports an allowance that now stays open', () => {
    const allowed = { token, spender, amount: 1n, before: 0n, symbol: 'USDC', decimals: 6 } as const
    const open = review({ effects: effects(1000n, { allowances: [allowed] }) })
    expect(compareReviews(review({}), open)).toMatchObject([{ observed: expect.stringContaining(spender) }])
    expect(compareReviews(open, open)).toBeNull()
    expect(compareReviews(open, review({}))).toBeNull()
  })

  test.each([
    [200n, 190n, false],
    [200n, 189n, true],
    [200n, 400n, false],
    [null, 200n, true],
    [200n, null, false],
    [null, null, false],
    // A dust of debt that earns interest: "over 100" both times.
    [10n ** 20n, 10n ** 10n, false],
  ])('a health factor of %s hundredths, then %s at the click: back to review is %s', (old, now, isBack) => {
    const wad = (hundredths: bigint | null) => hundredths && hundredths * 10n ** 16n
    const loan = (after: bigint | null) =>
      review({
        figures: [
          { id: 'health-factor', label: 'Health factor', before: null, after: { kind: 'health', wad: wad(after) } },
        ],
      })
    const changes = compareReviews(loan(old), loan(now))
    expect(changes !== null).toBe(isBack)
    if (isBack && old)
      expect(changes).toMatchObject([{ claim: 'Health factor: 2.00', observed: 'Health factor: 1.89' }])
  })

  test.each([
    [200n, false],
    [201n, true],
    [1n, false],
  ])('a fee of 100 in the review and %d at the click: back to review is %s', (total, isBack) => {
    const costing = (wei: bigint) => review({ fee: { gas: [1n], maxFeePerGas: wei, total: wei } })
    const changes = compareReviews(costing(100n), costing(total))
    expect(changes !== null).toBe(isBack)
    if (isBack) expect(changes).toMatchObject([{ observed: 'At most 0.000000000000000201 ETH' }])
    expect(compareReviews(costing(100n), review({}))).toBeNull()
  })

  test('reports a new warning, a worse level, and a second warning of the same kind', () => {
    const warned = review({ findings: [finding('G24', 'WARN')] })
    expect(compareReviews(review({}), warned)).toMatchObject([{ rule: 'G24', level: 'WARN' }])
    expect(compareReviews(warned, review({ findings: [finding('G24', 'DANGER')] }))).toHaveLength(1)
    expect(compareReviews(warned, review({ findings: [finding('G24', 'WARN'), finding('G24', 'WARN')] }))).toHaveLength(
      1,
    )
    expect(compareReviews(warned, warned)).toBeNull()
  })

  test('harmless new findings do not stop', () => {
    const told = review({ findings: [finding('G14', 'INFO'), finding('G7', 'OK')] })
    expect(compareReviews(review({}), told)).toBeNull()
    expect(compareReviews(told, review({}))).toBeNull()
  })

  test('a node that went down shows in the rules that are unverified now', () => {
    const down = review({ effects: null, findings: [finding('G5', 'UNVERIFIED')] })
    expect(compareReviews(review({}), down)).toMatchObject([{ rule: 'G5' }])
  })

  test('a finding that covers several rules is new if one of them was not unverified before', () => {
    const silent = (...covers: string[]) =>
      review({ effects: null, findings: [{ ...finding('rpc', 'UNVERIFIED'), covers }] })
    const apart = review({ effects: null, findings: [finding('G5', 'UNVERIFIED'), finding('G7', 'UNVERIFIED')] })
    expect(compareReviews(apart, silent('G5', 'G7'))).toBeNull()
    expect(compareReviews(silent('G5', 'G7'), apart)).toBeNull()
    expect(compareReviews(apart, silent('G5', 'G6', 'G7'))).toMatchObject([{ rule: 'rpc' }])
    expect(compareReviews(silent('G5'), apart)).toMatchObject([{ rule: 'G7' }])
    expect(compareReviews(review({}), silent('G5'))).toHaveLength(1)
  })

  test('a warning of a rule that was unverified before is not new, anything worse is', () => {
    const unchecked = review({ findings: [finding('G12', 'UNVERIFIED')] })
    expect(compareReviews(unchecked, review({ findings: [finding('G12', 'WARN')] }))).toBeNull()
    expect(compareReviews(unchecked, review({ findings: [finding('G12', 'DANGER')] }))).toHaveLength(1)
    expect(compareReviews(unchecked, review({ findings: [finding('G24', 'WARN')] }))).toHaveLength(1)
  })

  test('the worst change comes first', () => {
    const worse = review({ effects: effects(1n), findings: [finding('G7', 'BLOCK')] })
    expect(compareReviews(review({}), worse)?.map(({ level }) => level)).toEqual(['BLOCK', 'WARN'])
  })

  test('a different plan blocks, whatever it does', () => {
    expect(compareReviews(review({}), review({ planHash: '0x02' }))).toMatchObject([{ rule: 'G23', level: 'BLOCK' }])
  })
})
