import { isAddressEqual } from 'viem'
import { formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import { readBalances } from '@/lib/chain/tokens/balances'
import { readAnchor, readGrowth } from '@/lib/chain/yields/history'
import type { Amount } from '@/lib/language/steps/mention'
import type { Insight, Span } from '../../meaning/queries'
import { list, reading, type Scene } from '../reading'
import { amountText } from '../size'
import { earnedBy, rateOf, spanOf } from './earnings'
import type { YieldOption } from './yield-options'
import { apyText, lockText } from './yield-words'

type YieldsAsked = Extract<Insight, { of: 'yields' }>

/** What a sum would earn in a place at today's rate. */
export type Estimate = {
  place: YieldOption
  /** In base units of the place's token, or in USD with 8 decimals. */
  sum: bigint
  isUsd: boolean
  part: readonly [bigint, bigint]
  /** In the same unit as `sum`. */
  brings: bigint
  /** What the sum would bring, and over what time: "about 48 USDC in a year". */
  text: string
}

const aYear: Span = { unit: 'year', count: 1 }

/**
 * Estimates what the sum of a question would earn in each of some places; without one, what the wallet holds. Leaves out
 * places without a rate, and those for which the wallet has nothing. Empty if the question asks for no estimate.
 */
export async function estimatesOf(
  places: readonly YieldOption[],
  { amount, over, token }: YieldsAsked,
  scene: Scene,
): Promise<readonly Estimate[]> {
  // So many of no token are nothing to work with.
  if ((!amount && !over) || (!token && amount?.kind !== 'usd')) return []
  const { part, words } = spanOf(over ?? aYear, scene.now())
  const all = await Promise.all(
    places.map(async (place): Promise<Estimate | null> => {
      const sum = await sumFor(place, amount ?? { kind: 'all' }, scene)
      if (sum === null || sum === 0n || !place.apy) return null
      const isUsd = amount?.kind === 'usd'
      const estimate = { place, sum, isUsd, part, brings: earnedBy(sum, rateOf(place.apy), part) }
      return { ...estimate, text: `about ${sumText(estimate, estimate.brings)} ${words}` }
    }),
  )
  // What the wallet holds may be more on one network than on another.
  return all
    .filter((each) => each !== null)
    .toSorted((a, b) => (a.brings < b.brings ? 1 : a.brings > b.brings ? -1 : 0))
}

async function sumFor({ chain, token }: YieldOption, amount: Amount, scene: Scene): Promise<bigint | null> {
  if (amount.kind === 'usd') return parseAmount(amount.value, 8)
  if (amount.kind === 'exact') return parseAmount(amount.value, token.decimals)
  if (amount.kind !== 'share' && amount.kind !== 'all') return null
  const [held = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
  return amount.kind === 'all' ? held : (held * amount.part) / amount.whole
}

const sumText = ({ place, isUsd }: Pick<Estimate, 'place' | 'isUsd'>, sum: bigint): string =>
  isUsd ? formatUsd(sum) : amountText(sum, place.token, 'in')

/**
 * Says what the best listed place of each kind would bring: a vault without a lock-up, one with it, and a lending market.
 * Empty if no estimate was asked for.
 */
export async function estimateText(
  estimates: readonly Estimate[],
  { amount, over, token }: YieldsAsked,
  scene: Scene,
): Promise<string> {
  if (!amount && !over) return ''
  const listed = estimates.filter(({ place }) => place.isListed)
  const [first] = listed
  if (!first && amount?.kind !== 'exact' && amount?.kind !== 'usd')
    return `You hold none of it, so I need a sum to estimate from: “how much would 1000 ${token?.symbol ?? 'USDC'} earn in a year”.`
  if (!first) return ''
  const kinds = new Map<string, Estimate>()
  for (const each of listed) {
    const kind = each.place.kind === 'market' ? 'market' : each.place.lockupSeconds === 0 ? 'flexible' : 'locked'
    if (!kinds.has(kind)) kinds.set(kind, each)
  }
  const best = await Promise.all([...kinds.values()].map((each) => inPlace(each, each.sum !== first.sum, scene)))
  return `An estimate, assuming today’s rates stay the same: ${sumText(first, first.sum)} would earn ${list(best)}. Interest on interest is not counted.`
}

/** "About 48 USDC in a year in Flexible USDC on Base (4.8% a year, no lock-up; by what it has paid lately, about 47 USDC)". */
async function inPlace(estimate: Estimate, isOtherSum: boolean, scene: Scene): Promise<string> {
  const { place, text } = estimate
  const paid = await paidIn(place, scene)
  const facts = [
    [apyText('yield' in place ? place.yield : place), lockText(place.lockupSeconds)].join(', '),
    ...(isOtherSum ? [`for ${sumText(estimate, estimate.sum)}`] : []),
    ...(paid === null ? [] : [paidText(estimate, paid)]),
  ]
  return `${text} in ${place.label} (${facts.join('; ')})`
}

/** Tells what the sum would bring at the rate that a vault has paid lately. */
function paidText(estimate: Estimate, rate: number): string {
  if (rate <= 0) return 'it has paid nothing lately'
  return `by what it has paid lately, about ${sumText(estimate, earnedBy(estimate.sum, rateOf(rate), estimate.part))}`
}

/** Returns the yearly rate that a listed vault has paid lately, where its rate is a service's claim; null if unknown. */
async function paidIn(place: YieldOption, { signal, now }: Scene): Promise<number | null> {
  if (place.kind !== 'vault' || place.yield.source !== 'service') return null
  const { chain, contract } = place
  if (!place.yield.pinned || !isAddressEqual(place.yield.pinned.contract, contract)) return null
  const grown = readAnchor(chain).then((anchor) => readGrowth(chain, contract, anchor, now()))
  return reading(chain, signal, grown).then(
    (growth) => growth?.apy ?? null,
    () => {
      signal.throwIfAborted()
      return null
    },
  )
}
