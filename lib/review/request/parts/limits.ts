import { findCollection } from '@/lib/chain/nft/collections'
import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Meaning } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import type { Limit, Request, Sum } from '@/lib/language/request'
import type { RuleContext } from '../../context'
import type { BalanceEffect, RequestPart } from '../../review'
import { sizeOf } from '../../simulation/balance-changes'
import { type Comparison, met, unread } from '../comparison'
import { figureOf, isToken, type PlanEffects, sameToken, slippageOf } from '../effects'
import { calledBy, lockupOf, positionOf, rateOf, refusedPlace } from './places'
import { timeOf } from './times'

/** Actions in which a named token is what comes back out rather than what goes in. */
export const taking: readonly Action[] = ['withdraw', 'unstake', 'claim', 'borrow', 'unwrap']

/** Compares a limit. Null if there is nothing to compare: a word that only says where the money is. */
export function limitPart(
  limit: Limit,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): RequestPart | null {
  if (limit.role === 'when' && !isTerm(limit, request)) {
    const comparison = timeOf(limit)
    return comparison && { respect: 'time', asked: limit.text, ...comparison }
  }
  const role = limit.role === 'when' ? 'lockup' : limit.role
  const comparison = limitOf({ ...limit, role }, request, moves, context)
  return comparison && { respect: 'limit', asked: limit.text, ...comparison }
}

/**
 * Compares a limit with the plan: slippage with the least that must arrive, a bound with what moves or is owed, a
 * protocol with the called contracts.
 */
function limitOf(limit: Limit, request: Request, moves: PlanEffects, context: RuleContext): Comparison | null {
  const { role, meanings } = limit
  const isTrade = request.action === 'swap' || request.action === 'bridge'
  if (meanings.some((meaning) => meaning.is === 'percent' && meaning.of === 'slippage'))
    return slippageWithin(meanings, context)
  switch (role) {
    case 'slippage':
      return slippageWithin(meanings, context)
    case 'atMost':
    case 'atLeast': {
      const isPercent = meanings.some(({ is }) => is === 'percent')
      if (isTrade && isPercent) return slippageWithin(meanings, context)
      if (placing.includes(request.action) && isPercent) return rateOf(limit, context)
      return boundOf(limit, request, moves, context)
    }
    case 'excluded':
      return excludedOf(limit, request, moves, context)
    case 'protocol': {
      const named = meanings.find((meaning) => meaning.is === 'protocol')
      if (!named) return null
      const called = calledBy(context)
      const found = called.join(', ')
      if (called.some((label) => label.toLowerCase().includes(named.id))) return { found, is: 'met' }
      // A router may trade where it was asked to: its calldata does not say so.
      return isTrade || called.length === 0 ? { found, is: 'unread' } : met(found, false)
    }
    case 'position':
      // A lock-up that no part holds is listed with the places.
      return meanings.some(({ is }) => is === 'lockup')
        ? lockupOf(limit, request, context)
        : positionOf(limit, request, context)
    case 'collection': {
      // "One of my badges, not a postcard": one of those named.
      const named = request.limits.flatMap((each) => (each.role === 'collection' ? each.meanings : []))
      const all = named.flatMap((meaning) => (meaning.is === 'collection' ? nftOf(meaning, moves.out) : []))
      return all.find(({ is }) => is === 'met') ?? all[0] ?? null
    }
    case 'lockup':
      return lockupOf(limit, request, context)
    case 'rate':
      return rateOf(limit, context)
    case 'contract':
    case 'function':
    case 'argument':
    case 'count':
    case 'spender':
      return null
    default:
      return unread
  }
}

/** Actions that put something where it may be locked for a time. */
export const placing: readonly Action[] = ['stake', 'supply']

/** True for a length of time that something is to stay at its place, and not one to wait: "stake it for a month". */
const isTerm = ({ meanings }: Limit, { action }: Request): boolean =>
  placing.includes(action) && meanings.some((meaning) => meaning.is === 'duration' && !meaning.side)

/** Compares what the words rule out with what moves, the network and the place. */
function excludedOf(limit: Limit, request: Request, moves: PlanEffects, context: RuleContext): Comparison | null {
  const { meanings } = limit
  const chain = meanings.find((meaning) => meaning.is === 'chain')
  const token = meanings.find((meaning) => meaning.is === 'token')
  const place = refusedPlace(limit, context)
  if (place) return place
  // "WETH, not eth": the coin and its chain have one name, and its wrapped twin is not refused with it.
  if (chain && !token) return met(chainName(moves.chainId), chain.chainId !== moves.chainId)
  if (!token) return meanings.some(({ is }) => is === 'address' || is === 'name') ? null : unread
  const refused = token.symbol.toLowerCase()
  const moved = [...moves.out, ...moves.in].filter(({ symbol }) => symbol.toLowerCase() === refused)
  // What the words ask for as well they do not simply rule out.
  const isAsked = request.sums.some(({ what }) => what?.is === 'token' && what.symbol.toLowerCase() === refused)
  if (moved.length > 0) return isAsked ? { found: '', is: 'unread' } : met(moved.map(figureOf).join(' and '), false)
  // "Not to ETH" rules out the coin, and not the chain of the same name.
  const isChain = chain !== undefined && meanings[0]?.is === 'chain'
  return isChain ? met(chainName(moves.chainId), chain.chainId !== moves.chainId) : met('', true)
}

export const isNow = ({ day, time, part }: Extract<Meaning, { is: 'date' }>): boolean =>
  (day?.kind === 'now' || day?.kind === 'today') && !time && !part

/** Compares a limit of the slippage with the least that must arrive. */
export function slippageWithin(meanings: Limit['meanings'], context: RuleContext): Comparison {
  const most = meanings.find((meaning) => meaning.is === 'percent' || meaning.is === 'number')
  const real = slippageOf(context)
  const limit = most ? parseAmount(most.value, 2) : null
  if (real === null || limit === null) return unread
  return met(`slippage of up to ${percentOf(Number(real) / 10_000)}`, real <= limit + 1n)
}

/**
 * Checks a bound. An upper bound holds for what leaves, is borrowed or allowed, and a lower one for what arrives: in the
 * named token, an amount or a share of the balance.
 */
function boundOf({ role, meanings }: Limit, { action }: Request, moves: PlanEffects, context: RuleContext): Comparison {
  const bound = meanings.find((meaning) => meaning.is === 'number' || meaning.is === 'share')
  if (!bound) return unread
  const symbol = meanings.find((meaning) => meaning.is === 'token')?.symbol
  const fits = (effect: BalanceEffect) => !symbol || isToken(symbol, effect, context)
  if (action === 'approve') {
    const [allowance] = moves.allowances.filter((each) => !symbol || sameToken(symbol, each.symbol))
    const most =
      bound.is === 'number' && allowance?.decimals != null ? parseAmount(bound.value, allowance.decimals) : null
    if (!allowance || most === null || role === 'atLeast') return unread
    const found = `${formatAmount(allowance.amount, allowance.decimals)} ${allowance.symbol}`
    return met(found, allowance.amount <= most)
  }
  const isUpper = role === 'atMost'
  const [main] = (isUpper && !taking.includes(action) ? moves.out : moves.in).filter(fits)
  if (!main || main.decimals === null) return unread
  const meant =
    bound.is === 'number'
      ? parseAmount(bound.value, main.decimals)
      : (main.before * BigInt(bound.part[0])) / BigInt(bound.part[1])
  if (meant === null) return unread
  return met(figureOf(main), isUpper ? sizeOf(main) <= meant : sizeOf(main) * 100n >= meant * 99n)
}

/** Compares the token id and the collection in the request with those that move. */
export function nftOf(
  { id, ...what }: Extract<Meaning, { is: 'nft' | 'collection' }>,
  effects: readonly BalanceEffect[],
): Comparison {
  const named = what.is === 'collection' ? id : what.collection
  const moved = effects.flatMap(({ asset }) => (asset.kind === 'erc721' || asset.kind === 'erc1155' ? [asset] : []))
  const seen = effects.map(figureOf).join(' and ') || 'nothing'
  if (moved.length === 0) return { found: seen, is: 'unread' }
  const isMeant = moved.some(
    ({ tokenId, chainId, address }) =>
      (what.is === 'collection' || tokenId.toString() === id) &&
      (named === undefined || findCollection(chainId, address)?.called === named),
  )
  return met(seen, isMeant)
}

/** Checks that enough is left: in the wallet, or in the lending market that is left. */
export function keptOf({ amount, what }: Sum, { out, positions }: PlanEffects, context: RuleContext): Comparison {
  if ((amount?.is !== 'number' && amount?.is !== 'share') || (what && what.is !== 'token')) return unread
  const isMeant = (symbol: string) => !what || sameToken(what.symbol, symbol)
  const supplied = positions.find(({ symbol, before, after, debt }) => !debt && after < before && isMeant(symbol))
  const spent = out.find((each) => each.listed && (!what || isToken(what.symbol, each, context)))
  const left = supplied ?? spent
  if (!left || left.decimals === null) return unread
  const kept =
    amount.is === 'number'
      ? parseAmount(amount.value, left.decimals)
      : (left.before * BigInt(amount.part[0])) / BigInt(amount.part[1])
  if (kept === null) return unread
  const words = `${formatAmount(left.after, left.decimals, 'in')} ${left.symbol} is left`
  return met(words, left.after * 100n >= kept * 99n)
}
