import { isAddressEqual } from 'viem'
import { formatAmount, formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import type { Asset, AssetAmount } from '@/lib/tools/plan'
import { type RuleContext, Unavailable } from '../../context'
import { worthOf } from '../../findings/budget'
import type { BalanceEffect } from '../../review'
import { apart, balanceChanges, sizeOf } from '../../simulation/balance-changes'
import { assetKey } from '../../simulation/possible-effects'
import {
  keptFigures,
  unclearNumbers,
  type WrittenFigure,
  writtenFigures,
  writtenIds,
  writtenParts,
  writtenSums,
} from '../../words/written-figures'
import { isStrange } from '../addresses/names-rule'
import type { Observation, Rule } from '../rule'

/** G25: the transaction must have the figures of the person's last request. */
export const intentRule: Rule = {
  id: 'G25',
  about: 'whether the amount is the one you wrote',
  applies: ({ request: { text } }) =>
    [writtenFigures, keptFigures, writtenSums, writtenParts, writtenIds, unclearNumbers].some(
      (read) => read(text).length > 0,
    ),
  check: function* (context) {
    const { text } = context.request
    const moved = context.effects().balances.filter(({ asset, listed }) => listed && asset.kind !== 'erc721')
    yield* amounts(text, moved, context)
    yield* wholes(text, moved, context)
    yield* numbers(text, context)
    yield* sums(text, moved, context)
    const [unclear] = unclearNumbers(text)
    if (unclear) throw new Unavailable(`“${unclear}” can be read as two amounts`)
  },
}

/** Checks amounts: "100 USDC", "send 0.1", "keep 2 ETH". */
function amounts(text: string, moved: readonly BalanceEffect[], context: RuleContext): Observation[] {
  const [figures, keeps] = [writtenFigures(text), keptFigures(text)]
  const isShared = sharing.test(text)
  const spent = outgoing(context, moved)
  const amountsOf = (written: readonly WrittenFigure[], effect: BalanceEffect): bigint[] =>
    written.flatMap(({ number, symbol }) => {
      const applies = symbol === null ? spent === effect : isSymbolOf(symbol, effect, context)
      const amount = applies && effect.decimals !== null ? parseAmount(number, effect.decimals) : null
      return amount === null || amount === 0n ? [] : [amount]
    })
  return moved.flatMap((effect): Observation[] => {
    const amount = sizeOf(effect)
    const meant = amountsOf(figures, effect)
    const shares = isShared && effect.after < effect.before ? equalShares : [1n]
    // A symbol may occur more than once ("I have 500 USDC, send 100 USDC"). One figure must fit.
    const fits = meant.some((figure) => shares.some((share) => isClose(figure / share, amount)))
    const isTaken = fits || (effect.after < effect.before && allAfterAll.test(text))
    const [closest] = isTaken ? [] : meant.toSorted((a, b) => (apart(a, amount) < apart(b, amount) ? -1 : 1))
    const [kept] = effect.after < effect.before ? amountsOf(keeps, effect) : []
    const isLeft = kept === undefined || effect.after >= kept || isClose(kept, effect.after)
    return [
      ...(closest === undefined ? [] : [compared(closest, amount, context, figureOf(effect))]),
      ...(isLeft ? [] : [notLeft(kept, effect)]),
    ]
  })
}

/** "Repay 200 of it, no, everything": withdraws the figure before. No more than everything can leave. */
const allAfterAll =
  /\b(?:no|nah|wait|actually|sorry|rather|i mean|make (?:it|that))[\s,]+(?:all|everything|max)(?:\s+of\s+(?:it|them|that))?(?:\s+please)?\s*(?:[.,;!]|$)(?!.*\d)/i

const partWords = /\b(?:half|third|quarter|\d[\d.]*\s?(?:%|percent))(?![a-z])/gi

/** Checks shares: of "half of my ETH" no more may leave. Less does no harm, and fees may have to stay. */
function wholes(text: string, moved: readonly BalanceEffect[], context: RuleContext): Observation[] {
  if (/\b(?:all|everything|rest|max|whole)\b/i.test(text)) return []
  // "Half to Ann and half to Bob": half is already gone when the second card is reviewed.
  if ((text.match(partWords) ?? []).length > 1) return []
  const written = writtenParts(text)
  return moved.flatMap((effect): Observation[] => {
    const { before, after } = effect
    const meant = written
      .filter(({ symbol }) => isSymbolOf(symbol, effect, context))
      .map(({ tenThousandths }) => (before * tenThousandths) / 10_000n)
    const most = meant.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n
    const fits = meant.length === 0 || (before - after) * 100n <= most * 105n
    return fits ? [] : [compared(most, before - after, context, figureOf(effect))]
  })
}

/** Checks token ids: of "my Seal #3" no other number may leave. */
function numbers(text: string, context: RuleContext): Observation[] {
  const ids = writtenIds(text)
  if (ids.length === 0) return []
  return context.effects().balances.flatMap(({ asset, before, after }): Observation[] => {
    if ((asset.kind !== 'erc721' && asset.kind !== 'erc1155') || after >= before || ids.includes(asset.tokenId))
      return []
    return [
      {
        level: 'DANGER',
        title: 'The NFT that leaves is not the one you wrote.',
        terms: { claim: 'You wrote', observed: 'It moves' },
        claim: ids.map((id) => `#${id}`).join(' or '),
        observed: `#${asset.tokenId}`,
        why: 'Decline it and ask again, unless you mean the one in the transaction.',
      },
    ]
  })
}

/** Checks sums of money: for "$50 of ETH" what leaves or arrives must be worth about that. */
function sums(text: string, moved: readonly BalanceEffect[], context: RuleContext): Observation[] {
  const meant = writtenSums(text)
  if (meant.length === 0) return []
  if (moved.length === 0 && context.effects().balances.some(isStrange))
    throw new Unavailable('there is no price for what moves')
  if (moved.length === 0) return []
  const { left, arrived } = balanceChanges(moved)
  const worth = (side: readonly AssetAmount[]) => worthOf(side, context.prices, context.chains)
  const priced = [left, arrived]
    .map(worth)
    .flatMap(({ usd, unpriced }) => (usd > 0n && unpriced.length === 0 ? [usd] : []))
  if (priced.length === 0) throw new Unavailable('there is no price for what moves')
  const shares = sharing.test(text) ? equalShares : [1n]
  const isNear = (figure: bigint, usd: bigint) => apart(figure, usd) * 20n <= figure
  if (priced.some((usd) => meant.some((figure) => shares.some((share) => isNear(figure / share, usd))))) return []
  const [usd = 0n] = priced
  const [closest = 0n] = meant.toSorted((a, b) => (apart(a, usd) < apart(b, usd) ? -1 : 1))
  return [compared(closest, usd, context, formatUsd)]
}

/** Words that let a part of the figure move: "split 100 USDC between ETH and DAI", "half of my 100 USDC". */
const sharing = /\b(?:split|splits|divide|divided|half|halves|halve|third|thirds|quarter|quarters|evenly|equally)\b/i
const equalShares = [1n, 2n, 3n, 4n, 5n]

/** True within one percent of the meant amount. */
const isClose = (meant: bigint, amount: bigint): boolean => apart(meant, amount) * 100n <= meant

/** Returns what a bare number ("send 0.1") refers to: the only asset the plan declares to give, if it is one. */
function outgoing({ plan }: RuleContext, moved: readonly BalanceEffect[]): BalanceEffect | null {
  const [only, ...others] = plan.declares.out
  if (!only || others.length > 0) return null
  return moved.find(({ asset }) => assetKey(asset) === assetKey(only.asset)) ?? null
}

/** True if a symbol names the asset. People call the wrapped coin by the native coin's name. */
function isSymbolOf(symbol: string, { asset, symbol: own }: BalanceEffect, { chain }: RuleContext): boolean {
  const names = isWrapped(asset, chain?.wrappedNative) ? [own, chain?.viemChain.nativeCurrency.symbol ?? own] : [own]
  return names.some((name) => name.toLowerCase() === symbol.toLowerCase())
}

const isWrapped = (asset: Asset, wrappedNative: `0x${string}` | undefined): boolean =>
  asset.kind === 'erc20' && wrappedNative !== undefined && isAddressEqual(asset.address, wrappedNative)

const figureOf =
  ({ symbol, decimals, before, after }: BalanceEffect) =>
  (amount: bigint): string =>
    `${formatAmount(amount, decimals, after > before ? 'in' : 'out')} ${symbol}`

function compared(
  meant: bigint,
  amount: bigint,
  { request: { confirmed } }: RuleContext,
  write: (amount: bigint) => string,
): Observation {
  // After a mere yes, a smaller amount may be what the agent offered.
  const isFarOff = amount >= meant * 2n || (!confirmed && meant >= amount * 2n)
  return {
    level: isFarOff ? 'DANGER' : 'WARN',
    title: isFarOff ? 'The amount is far from the one you wrote.' : 'The amount is not quite the one you wrote.',
    terms: { claim: 'You wrote', observed: 'It moves' },
    claim: write(meant),
    observed: write(amount),
    why: 'Approve it only if you mean the amount in the transaction.',
  }
}

const notLeft = (kept: bigint, { after, symbol, decimals }: BalanceEffect): Observation => ({
  level: 'DANGER',
  title: 'Less would be left than you asked to keep.',
  terms: { claim: 'You wrote', observed: 'It leaves' },
  claim: `${formatAmount(kept, decimals)} ${symbol}`,
  observed: `${formatAmount(after, decimals, 'in')} ${symbol}`,
  why: 'Approve it only if you mean the amount in the transaction.',
})
