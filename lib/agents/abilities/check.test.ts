import { expect, it } from 'vitest'
import type { Amount } from '@/lib/language/steps/mention'
import { amountWords, askFor, inWords } from './check'

const cases: readonly [Amount | undefined, withToken: string, without: string][] = [
  [{ kind: 'exact', value: '20' }, '20 DAI', '20'],
  [{ kind: 'usd', value: '35' }, '$35 of DAI', '$35'],
  [{ kind: 'share', part: 1n, whole: 2n }, 'half of your DAI', 'half of it'],
  [{ kind: 'share', part: 30n, whole: 100n }, '30% of your DAI', '30% of it'],
  [{ kind: 'share', part: 2n, whole: 7n }, '2/7 of your DAI', '2/7 of it'],
  [{ kind: 'all' }, 'all your DAI', 'all of it'],
  [{ kind: 'all-but', value: '5' }, 'all but 5 DAI', 'all but 5'],
  [undefined, 'DAI', ''],
]

it.each(cases)('an amount reads as a whole phrase with and without its token: %o', (amount, withToken, without) => {
  const of = amount ? { amount } : {}
  expect(amountWords(of, 'DAI')).toBe(withToken)
  expect(amountWords(of)).toBe(without)
})

it('asks for an unknown person’s address in full, and says how a name of the address book is inserted', () => {
  expect(askFor('bob')).toMatch(/“bob”.*in full.*type @/)
})

it('a swap or a bridge to confirm names the slippage that it would have', () => {
  const [from, to] = [
    { text: 'USDC', symbol: 'USDC' },
    { text: 'ETH', symbol: 'ETH' },
  ]
  const draft = { amount: { kind: 'exact', value: '100' }, from, slippage: 0.02 } as const
  expect(inWords({ ...draft, action: 'swap', to })).toBe('swap 100 USDC for ETH, with at most 2% slippage')
  expect(inWords({ ...draft, action: 'bridge', toChain: { text: 'Base', id: 8453 } })).toMatch(
    /to Base, with at most 2%/,
  )
})
