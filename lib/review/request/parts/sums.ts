import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import type { Request, Sum } from '@/lib/language/request'
import type { RuleContext } from '../../context'
import type { BalanceEffect, RequestPart } from '../../review'
import { isStrange, sizeOf } from '../../simulation/balance-changes'
import { type Comparison, met, unread } from '../comparison'
import { figureOf, isToken, movesNowhere, type PlanEffects, sameToken } from '../effects'
import { allowedBy } from '../later-step'
import { isRestOf } from '../used-up'
import { fits, isShareOf } from './amounts'
import type { Judged } from './judged'
import { keptOf, nftOf, taking } from './limits'

/** Compares allowances with a request to approve or revoke. */
export function allowancePart(sum: Sum, { action }: Request, { allowances, parties }: PlanEffects): Judged {
  const { what, amount, text, p } = sum
  const judged = (comparison: Comparison, by?: Judged['by']): Judged => ({
    part: { respect: 'gives', asked: text, ...comparison },
    ...{ p, sum },
    ...(by && { by }),
  })
  if (allowances.length === 0 || parties.length === 0 || (what && what.is !== 'token')) return judged(unread)
  const seen = allowances
    .map(({ amount, decimals, symbol }) => `${formatAmount(amount, decimals)} ${symbol}`)
    .join(' and ')
  const fitting = allowances.filter(({ symbol }) => !what || sameToken(what.symbol, symbol))
  if (fitting.length === 0) return judged(met(seen, false), 'name')
  if (action === 'revoke' || !amount) return judged(what ? met(seen, true) : unread)
  // No allowance is more than all.
  if (amount.is === 'share' && amount.part[0] === amount.part[1] && !amount.but && !amount.rest)
    return judged(met(seen, true))
  if (amount.is !== 'number') return judged(unread)
  const isMet = fitting.some(({ amount: allowed, decimals }) => {
    const meant = decimals === null ? null : parseAmount(amount.value, decimals)
    return meant !== null && meant === allowed
  })
  return judged(met(seen, isMet), 'amount')
}

export function sumPart(sum: Sum, request: Request, moves: PlanEffects, context: RuleContext): Judged {
  const { what, amount, p } = sum
  if (sum.part === 'keep') {
    const part: RequestPart = { respect: 'keeps', asked: sum.text, ...keptOf(sum, moves, context) }
    // Whatever the rest is, it stays: that says nothing of how much moves.
    return amount?.is === 'share' && amount.rest
      ? { part: { ...part, ...unread }, p: 0, sum }
      : { part, p, sum, by: 'amount' }
  }
  const isOpen = sum.part === 'unsaid' || (sum.part === 'give' && taking.includes(request.action))
  const effects = sum.part === 'get' ? moves.in : isOpen ? [...moves.out, ...moves.in] : moves.out
  const judged = (comparison: Comparison, by?: Judged['by']): Judged => ({
    part: { respect: sum.part === 'get' ? 'gets' : 'gives', asked: sum.text, ...comparison },
    ...{ p, sum },
    ...(by && { by }),
  })
  const seen = effects.map(figureOf).join(' and ') || 'nothing'
  if (what?.is === 'nft' || what?.is === 'collection') return judged(nftOf(what, effects), 'name')
  if (what && !what.known) return judged({ found: seen, is: 'unread' })
  const strange = what && sum.part !== 'get' && effects.find(isStrange)
  if (strange && !effects.some((effect) => effect.listed && isToken(what.symbol, effect, context)))
    return judged({ found: figureOf(strange), is: 'different' }, 'name')
  const elsewhere = [...(moves.later ? [moves.later] : []), ...moves.paidOut].map(({ symbol }) => symbol)
  const there = what && sum.part === 'get' && elsewhere.find((symbol) => sameToken(what.symbol, symbol))
  if (there) return judged(amount ? { found: there, is: 'unread' } : met(there, true))
  const fitting = what ? effects.filter((effect) => effect.listed && isToken(what.symbol, effect, context)) : effects
  if (what && fitting.length === 0) {
    // "I'd rather have ETH than DAI": what was read as given may be what is wanted, and its twin arrives.
    const wanted = moves.in.filter((effect) => effect.listed && isToken(what.symbol, effect, context))
    const isGot = request.sums.every(({ part }) => part !== 'get') && sum.part === 'give'
    if (isGot && isTwin({ ...sum, part: 'get' }, request, wanted, moves, context))
      return judged({ found: wanted.map(figureOf).join(' and '), is: 'different' }, 'name')
    if (movesNowhere(what.symbol, moves, context)) return judged({ found: seen, is: 'different' }, 'name')
    // Effects that are all unlisted (such as a position's token) say nothing about the named token.
    const isUnlisted = effects.every(({ listed }) => !listed)
    return judged({ found: seen, is: isUnlisted ? 'unread' : 'different' })
  }
  const twin = what && isTwin(sum, request, fitting, moves, context) && fitting.map(figureOf).join(' and ')
  if (twin) return judged({ found: twin, is: 'different' }, 'name')
  if (!amount) return judged(met(seen, true))
  const listed = fitting.filter((effect) => effect.listed)
  const verdicts = (listed.length > 0 ? listed : fitting).map(
    (effect) => fitsBrought(sum, effect, request, moves, context) ?? fits(amount, effect, request, moves, context),
  )
  const isRest = fitting.some((effect) =>
    isRestOf(sum, { asset: effect.asset, amount: sizeOf(effect) }, request, context),
  )
  if (verdicts.includes('met') || isRest) return judged(met(seen, true))
  if (verdicts.length === 0 || verdicts.includes('unread')) return judged({ found: seen, is: 'unread' })
  return judged(met(fitting.map(figureOf).join(' and '), false), 'amount')
}

/** Compares a share of what the steps before have brought. Null for anything else. */
function fitsBrought(
  { amount, what }: Sum,
  effect: BalanceEffect,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): RequestPart['is'] | null {
  if (what || (amount?.is !== 'share' && amount?.is !== 'percent')) return null
  const allowed = allowedBy(effect.asset, request, moves, context)
  if (!allowed?.isWhole) return null
  // Another finding says that nothing was brought.
  return allowed.brought === 0n ? 'unread' : isShareOf(amount, allowed.brought, effect)
}

/**
 * True if a payment, or what a swap brings, is in the wrapped coin or bridged twin of the named token, and the chain has
 * the named token too: whoever is paid may not be able to use it.
 */
function isTwin(
  { what, part }: Sum,
  { action }: Request,
  fitting: readonly BalanceEffect[],
  { recipients }: PlanEffects,
  { chain }: RuleContext,
): boolean {
  if (what?.is !== 'token' || (recipients.length === 0 && !(action === 'swap' && part === 'get'))) return false
  const named = what.symbol.toLowerCase()
  const isListed = chain?.tokens.some(({ symbol }) => symbol.toLowerCase() === named)
  return isListed === true && fitting.length > 0 && fitting.every(({ symbol }) => symbol.toLowerCase() !== named)
}
