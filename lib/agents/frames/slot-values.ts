import type { Amount, ChainMention, TokenMention } from '../tagger/item'
import type { Draft } from './draft'
import type { Money, Place, Slots } from './slots'
import { written } from './step'
import type { Step } from './understanding'

export const isPlaced = ({ hint }: Slots): boolean => Object.keys(hint).length > 0

export const requested = (draft: Draft, { slippage }: Slots): Step => ({
  kind: 'request',
  draft: { ...draft, ...(slippage === undefined ? {} : { slippage }) },
})

/** The network that is named; undefined where there is none, null where there are more, or it stands elsewhere. */
export function onlyChain(places: readonly Place[], ways: readonly Place['way'][]): ChainMention | undefined | null {
  const [first, ...others] = places
  if (!first) return undefined
  if (others.some(({ chain }) => chain.id !== first.chain.id) || !ways.includes(first.way)) return null
  return first.chain
}

type Sum = { amount?: Amount; tokens: readonly (Money & { token: TokenMention })[] }

/** The one sum, and each token once with all that is said of it. Null for two sums, and for tokens that are not known. */
export function sumIn(money: readonly Money[]): Sum | null {
  const amounts = money.flatMap(({ amount }) => (amount ? [amount] : []))
  // A share of a share is two.
  const [amount, ...others] = amounts.every(({ kind }) => kind === 'share') ? amounts : distinct(amounts)
  if (others.length > 0 || amount?.kind === 'bad') return null
  const tokens: (Money & { token: TokenMention })[] = []
  for (const { token, ...said } of money) {
    if (!token) continue
    if (!token.symbol) return null
    const known = tokens.find((each) => each.token.symbol === token.symbol)
    if (!known) tokens.push({ token, ...said })
    else {
      known.amount ??= said.amount
      if (Math.abs(said.side) > Math.abs(known.side)) known.side = said.side
    }
  }
  return { tokens, ...(amount ? { amount } : {}) }
}

export const distinct = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((each) => [written(each), each])).values(),
]

/** The one value of a slot that is told beside what is asked. */
export const onlyOf = <T>(values: readonly T[]): T | undefined => {
  const [only, ...others] = distinct(values)
  return others.length === 0 ? only : undefined
}
export const onlyTokenIn = ({ money }: Slots): TokenMention | undefined =>
  onlyOf(money.flatMap(({ token }) => token ?? []))
