import { isAddressEqual } from 'viem'
import { formatAmount, parseAmount } from '@/lib/chain/amount'
import type { Asset } from '@/lib/tools/plan'
import { assetKey } from '../candidates'
import type { RuleContext } from '../context'
import type { BalanceEffect } from '../review'
import { keptFigures, type SpokenFigure, spokenFigures } from '../spoken-figures'
import type { Observation, Rule } from './rule'

/** G25: the figures of the person's last message are those of the transaction. */
export const intentRule: Rule = {
  id: 'G25',
  about: 'whether the amount is the one that you wrote',
  applies: ({ userMessages }) => {
    const message = userMessages.at(-1) ?? ''
    return spokenFigures(message).length > 0 || keptFigures(message).length > 0
  },
  check: (context) => {
    const message = context.userMessages.at(-1) ?? ''
    const [figures, keeps] = [spokenFigures(message), keptFigures(message)]
    const isShared = sharing.test(message)
    const moved = context.effects().balances.filter(({ asset, listed }) => listed && asset.kind !== 'erc721')
    const spent = outgoing(context, moved)
    const amountsOf = (spoken: readonly SpokenFigure[], effect: BalanceEffect): bigint[] =>
      spoken.flatMap(({ number, symbol }) => {
        const applies = symbol === null ? spent === effect : isSymbolOf(symbol, effect, context)
        const amount = applies ? parseAmount(number, effect.decimals) : null
        return amount === null || amount === 0n ? [] : [amount]
      })
    return moved.flatMap((effect): Observation[] => {
      const amount = size(effect)
      const meant = amountsOf(figures, effect)
      const shares = isShared && effect.after < effect.before ? equalShares : [1n]
      // A symbol may stand in a message more than once ("I have 500 USDC, send 100 USDC"): one figure has to fit.
      const fits = meant.some((figure) => shares.some((share) => isClose(figure / share, amount)))
      const [closest] = fits ? [] : meant.toSorted((a, b) => (apart(a, amount) < apart(b, amount) ? -1 : 1))
      const [kept] = effect.after < effect.before ? amountsOf(keeps, effect) : []
      const isLeft = kept === undefined || effect.after >= kept || isClose(kept, effect.after)
      return [
        ...(closest === undefined ? [] : [compared(closest, amount, effect)]),
        ...(isLeft ? [] : [notLeft(kept, effect)]),
      ]
    })
  },
}

/** Words by which only a part of the figure moves at a time: "split 100 USDC between ETH and DAI", "half of my 100 USDC". */
const sharing = /\b(?:split|splits|divide|divided|half|halves|halve|third|thirds|quarter|quarters|evenly|equally)\b/i
const equalShares = [1n, 2n, 3n, 4n, 5n]

const size = ({ before, after }: BalanceEffect): bigint => (after > before ? after - before : before - after)
const apart = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)
/** Within one percent of what was meant. */
const isClose = (meant: bigint, amount: bigint): boolean => apart(meant, amount) * 100n <= meant

/** What a bare number in "send 0.1" must mean: the one thing that the plan gives away, if it is one. */
function outgoing({ plan }: RuleContext, moved: readonly BalanceEffect[]): BalanceEffect | null {
  const [only, ...others] = plan.declares.out
  if (!only || others.length > 0) return null
  return moved.find(({ asset }) => assetKey(asset) === assetKey(only.asset)) ?? null
}

/** People call the wrapped coin by the native coin's name. */
function isSymbolOf(symbol: string, { asset, symbol: own }: BalanceEffect, { chain }: RuleContext): boolean {
  const names = isWrapped(asset, chain?.wrappedNative) ? [own, chain?.viemChain.nativeCurrency.symbol ?? own] : [own]
  return names.some((name) => name.toLowerCase() === symbol.toLowerCase())
}

const isWrapped = (asset: Asset, wrappedNative: `0x${string}` | undefined): boolean =>
  asset.kind === 'erc20' && wrappedNative !== undefined && isAddressEqual(asset.address, wrappedNative)

function compared(meant: bigint, amount: bigint, { symbol, decimals }: BalanceEffect): Observation {
  const isFarOff = amount >= meant * 2n || meant >= amount * 2n
  return {
    level: isFarOff ? 'DANGER' : 'WARN',
    title: isFarOff
      ? 'The amount is far from the one that you wrote.'
      : 'The amount is not quite the one that you wrote.',
    terms: { claim: 'You wrote', observed: 'It moves' },
    claim: `${formatAmount(meant, decimals)} ${symbol}`,
    observed: `${formatAmount(amount, decimals)} ${symbol}`,
    why: 'Approve it only if you mean the amount of the transaction.',
  }
}

const notLeft = (kept: bigint, { after, symbol, decimals }: BalanceEffect): Observation => ({
  level: 'DANGER',
  title: 'Less is left than you wrote to keep.',
  terms: { claim: 'You wrote', observed: 'It leaves' },
  claim: `${formatAmount(kept, decimals)} ${symbol}`,
  observed: `${formatAmount(after, decimals)} ${symbol}`,
  why: 'Approve it only if you mean the amount of the transaction.',
})
