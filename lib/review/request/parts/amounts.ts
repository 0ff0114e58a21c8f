import { parseAmount } from '@/lib/chain/tokens/amount'
import type { Meaning } from '@/lib/language/entity'
import { wordsOf } from '@/lib/language/place'
import type { Amount, Request } from '@/lib/language/request'
import { forEach, together } from '@/lib/language/words/sets'
import type { RuleContext } from '../../context'
import { worthOf } from '../../findings/budget'
import type { BalanceEffect, RequestPart } from '../../review'
import { apart, sizeOf } from '../../simulation/balance-changes'
import { type PlanEffects, sameToken } from '../effects'

/** True within two percent by default: prices move while people read. */
export const isClose = (meant: bigint, amount: bigint, percent = 2n): boolean =>
  apart(meant, amount) * 100n <= meant * percent

/** True if the amount is what was meant: exactly if it leaves, about that if it arrives from a trade. */
const isMeant = (meant: bigint, effect: BalanceEffect): boolean =>
  effect.after > effect.before ? isClose(meant, sizeOf(effect)) : apart(meant, sizeOf(effect)) * 200n <= meant

/** Compares a stated amount with what moves. */
export function fits(
  amount: Amount,
  effect: BalanceEffect,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): RequestPart['is'] {
  switch (amount.is) {
    case 'number': {
      const { decimals } = effect
      if (decimals === null) return 'unread'
      const meant = (amount.either ?? [amount.value]).flatMap((value) => parseAmount(value, decimals) ?? [])
      const portions = portionsOf(request)
      const isPortion = (figure: bigint) => portions.some(([of, all]) => isMeant((figure * of) / all, effect))
      return meant.some(isPortion) ? 'met' : 'different'
    }
    case 'dollars': {
      const { usd, unpriced } = worthOf(
        [{ asset: effect.asset, amount: sizeOf(effect) }],
        context.prices,
        context.chains,
      )
      const meant = parseAmount(amount.value, 8)
      if (unpriced.length > 0 || usd === 0n || meant === null) return 'unread'
      return portionsOf(request).some(([of, all]) => isClose((meant * of) / all, usd, 5n)) ? 'met' : 'different'
    }
    case 'percent': {
      const hundredths = parseAmount(amount.value, 2)
      return hundredths === null ? 'unread' : ofWhole(hundredths, 10_000n, effect, moves)
    }
    case 'share': {
      if (amount.but) return allBut(effect, request)
      if (amount.rest) return 'unread'
      const [of, all] = amount.part
      return ofWhole(BigInt(of), BigInt(all), effect, moves)
    }
  }
}

/** Compares what moves with all but what is kept: "everything but 2 ETH". */
function allBut(effect: BalanceEffect, { sums }: Request): RequestPart['is'] {
  const [kept, ...others] = sums.filter(({ part }) => part === 'keep')
  if (kept?.amount?.is !== 'number' || others.length > 0 || effect.decimals === null) return 'unread'
  const meant = effect.before - (parseAmount(kept.amount.value, effect.decimals) ?? 0n)
  return effect.after > effect.before || meant <= 0n ? 'unread' : isAbout(meant, effect) ? 'met' : 'different'
}

/** Compares a stated share of an amount with what moves. */
export function isShareOf(
  amount: Extract<Amount, { is: 'share' | 'percent' }>,
  whole: bigint,
  effect: BalanceEffect,
): RequestPart['is'] {
  const [of, all] = amount.is === 'share' ? amount.part.map(BigInt) : [parseAmount(amount.value, 2) ?? 0n, 10_000n]
  return of && all && isAbout((whole * of) / all, effect) ? 'met' : 'different'
}

/** Returns what a share is a share of: the debt that is repaid, the position that is left, or else the balance. */
function wholeOf(effect: BalanceEffect, { positions, out }: PlanEffects): bigint | null {
  const isIn = effect.after > effect.before
  const changed = positions.find(
    ({ symbol, before, after, debt }) => sameToken(symbol, effect.symbol) && after < before && debt !== isIn,
  )
  if (changed) return changed.before
  // A vault pays out the same share of the position as the share of its tokens that is given back.
  const [shares] = isIn ? out.filter(({ listed }) => !listed) : []
  if (shares && shares.after < shares.before) return (sizeOf(effect) * shares.before) / sizeOf(shares)
  return isIn ? null : effect.before
}

/** Met by the share, less 5%: gas may have to stay, and a fee may be taken. */
function ofWhole(of: bigint, all: bigint, effect: BalanceEffect, moves: PlanEffects): RequestPart['is'] {
  const whole = wholeOf(effect, moves)
  if (whole === null || all === 0n) return 'unread'
  return isAbout((whole * of) / all, effect) ? 'met' : 'different'
}

/** True from 95% to 101% of what was meant. What the network fee may need of a small balance can stay too. */
function isAbout(meant: bigint, effect: BalanceEffect): boolean {
  const moved = sizeOf(effect)
  if (moved * 100n > meant * 101n) return false
  const isGas = effect.asset.kind === 'native' && effect.decimals !== null
  const fee = isGas ? 10n ** BigInt(Math.max((effect.decimals ?? 0) - 2, 0)) : 0n
  return moved * 100n >= meant * 95n || (moved + fee >= meant && moved * 2n >= meant)
}

/** Possible divisors of a figure: it may be the total of several receivers or tokens, or the amount for each. */
function sharesOf({ receivers, sums, texts }: Request): bigint[] {
  const tokens = new Set(sums.flatMap(({ what }) => (what?.is === 'token' ? what.symbol : [])))
  const most = Math.max(receivers.length, tokens.size - 1, 1)
  const words = texts.flatMap(wordsOf)
  if (words.some((word) => forEach.has(word))) return [1n]
  if (words.some((word) => together.has(word))) return [BigInt(most)]
  return Array.from({ length: most }, (_, index) => BigInt(index + 1))
}

/** Returns the portions of a figure that may move, as fractions: of several receivers, or as the words divide it. */
function portionsOf(request: Request): [bigint, bigint][] {
  const { sums, receivers, texts } = request
  const shares = sums.filter(({ amount }) => amount?.is === 'share' && amount.part[0] < amount.part[1] && !amount.rest)
  const isDivided = (shares.length > 1 && receivers.length > 1) || shares.some(({ text }) => isOfFigure(text, texts))
  if (!isDivided) return sharesOf(request).map((share) => [1n, share])
  return shares.flatMap(({ amount }): [bigint, bigint][] =>
    amount?.is === 'share' ? [[BigInt(amount.part[0]), BigInt(amount.part[1])]] : [],
  )
}

/** True for a share of a figure that follows it: "half of 100 USDC". */
function isOfFigure(share: string, texts: readonly string[]): boolean {
  const [last] = wordsOf(share)
  return texts.map(wordsOf).some((words) => {
    const at = words.indexOf(last ?? '')
    return at >= 0 && words[at + 1] === 'of' && /^\d/.test(words[at + 2] ?? '')
  })
}

const isFigure = (
  meaning: Meaning,
): meaning is Extract<Meaning, { is: 'number' | 'dollars' | 'percent' | 'share' | 'times' }> =>
  meaning.is === 'number' ||
  meaning.is === 'dollars' ||
  meaning.is === 'percent' ||
  meaning.is === 'share' ||
  meaning.is === 'times'

/** Returns every figure of a request that may be an amount, whatever its role. */
function figuresOf({ sums, limits, unexplained }: Request) {
  const others = [...limits.filter(({ role }) => role !== 'slippage' && role !== 'rate'), ...unexplained]
  return [...sums.flatMap(({ amount }) => amount ?? []), ...others.flatMap(({ meanings }) => meanings)].filter(isFigure)
}

/** True if a request states any figure that could be an amount. */
export const hasFigures = (request: Request): boolean => figuresOf(request).some(({ is }) => is !== 'times')

/** True if a request states an amount, or a share that is less than all. */
export const namesPart = (request: Request): boolean =>
  figuresOf(request).some(
    (figure) => figure.is !== 'share' || figure.part[0] !== figure.part[1] || figure.but !== undefined,
  )

const numbersOf = (figure: Meaning, decimals: number): bigint[] =>
  figure.is === 'number' ? (figure.either ?? [figure.value]).flatMap((value) => parseAmount(value, decimals) ?? []) : []

const partsOf = (whole: bigint, shares: readonly [bigint, bigint][]): bigint[] =>
  shares.map(([of, all]) => (whole * of) / all)

/** Largest number that people divide by: “in four equal buys”, “we were 6”. */
export const mostParts = 24n

/**
 * True if the figures of a request, whatever their roles, account for one of the amounts that move: as they stand, or
 * combined as people do (78 for 4 people, 3 nights at 95, 120 and 20 less, all but 100, a tenth of it).
 */
export const isAccountedFor = (request: Request, moves: PlanEffects, context: RuleContext): boolean =>
  accountFor(request, moves, context) !== null

/** Returns how the figures of a request account for an amount that moves: as one of them stands, or combined. */
export function accountFor(request: Request, moves: PlanEffects, context: RuleContext): 'stated' | 'combined' | null {
  const found = [...moves.out, ...moves.in].map((effect) => accountForOne(effect, request, moves, context))
  const figures = figuresOf(request)
  const isNumber = (amount: bigint, decimals: number | null) =>
    figures.some(
      (figure) => figure.is === 'number' && decimals !== null && parseAmount(figure.value, decimals) === amount,
    )
  if (moves.allowances.some(({ amount, decimals }) => isNumber(amount, decimals))) return 'stated'
  return found.find((how) => how === 'stated') ?? found.find((how) => how !== null) ?? null
}

function accountForOne(
  effect: BalanceEffect,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): 'stated' | 'combined' | null {
  const figures = figuresOf(request)
  const { decimals } = effect
  if (decimals === null) return 'stated'
  const numbers = figures.flatMap((figure) => numbersOf(figure, decimals))
  // Earlier amounts count only together with the words that change them: "20 less", "10 % more".
  const earlier = request.former.flatMap(({ amount }) => (amount ? numbersOf(amount, decimals) : []))
  // "He asked for 0.1 ETH. Send half that."
  const told = (request.told ?? []).flatMap(({ meanings }) => meanings.flatMap((each) => numbersOf(each, decimals)))
  const one = 10n ** BigInt(decimals)
  const counts = [
    ...numbers.filter((number) => number % one === 0n).map((number) => number / one),
    ...sharesOf(request),
    ...spansOf(request),
  ].filter((count) => count > 1n && count <= mostParts)
  const shares = figures.flatMap((figure): [bigint, bigint][] => {
    if (figure.is === 'share') return [[BigInt(figure.part[0]), BigInt(figure.part[1])]]
    const hundredths = figure.is === 'percent' ? parseAmount(figure.value, 2) : null
    return hundredths === null ? [] : [[hundredths, 10_000n]]
  })
  const times = figures.flatMap((figure) => (figure.is === 'times' ? (parseAmount(figure.value, 2) ?? []) : []))
  const whole = wholeOf(effect, moves)
  const isDollars = figures.some(
    (figure) => figure.is === 'dollars' && fits(figure, effect, request, moves, context) === 'met',
  )
  const isWhole = portionsOf(request).some(([of, all]) => of === all)
  if (isDollars || (isWhole && numbers.some((meant) => isMeant(meant, effect)))) return 'stated'
  const exact = [
    ...numbers.flatMap((number) => counts.flatMap((count) => [number / count, number * count])),
    // "18 for lunch and 7 for the cab".
    ...(numbers.length > 1 ? [numbers.reduce((sum, number) => sum + number, 0n)] : []),
    // "Six at 14, half of them".
    ...numbers.flatMap((number) =>
      numbers.flatMap((count) => (count === number ? [] : partsOf((number * count) / one, shares))),
    ),
    ...told.flatMap((number) => partsOf(number, shares)),
    ...numbers.flatMap((number) => times.map((factor) => (number * factor) / 100n)),
    ...[...numbers, ...earlier].flatMap((number) =>
      numbers.flatMap((other) => (other < number && other * 100n >= number ? [number - other] : [])),
    ),
    ...[...numbers, ...earlier].flatMap((number) =>
      partsOf(number, shares).flatMap((part) => [part, number - part, number + part]),
    ),
  ]
  const parts =
    whole === null
      ? []
      : [...partsOf(whole, shares).flatMap((part) => [part, whole - part]), ...numbers.map((number) => whole - number)]
  const isCombined =
    exact.some((meant) => isMeant(meant, effect)) || parts.some((meant) => meant > 0n && isAbout(meant, effect))
  return isCombined ? 'combined' : null
}

/** Returns the lengths of time in a request, as numbers to count by: "3 nights at 95". */
const spansOf = ({ limits, unexplained }: Request): bigint[] =>
  [...limits, ...unexplained].flatMap(({ meanings }) =>
    meanings.flatMap((meaning) => (meaning.is === 'duration' ? (parseAmount(meaning.count, 0) ?? []) : [])),
  )
