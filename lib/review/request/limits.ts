import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { findCollection } from '@/lib/chain/nft/collections'
import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { chainName } from '@/lib/chain/tokens/tokens'
import { pinnedVaultAt, pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { Meaning } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import { wordsOf, wordsOfPlace } from '@/lib/language/place'
import type { Limit, Request, Sum } from '@/lib/language/request'
import type { RuleContext } from '../context'
import type { BalanceEffect, RequestPart } from '../review'
import { sizeOf } from '../simulation/balance-changes'
import { figureOf, isToken, type PlanEffects, sameToken, slippageOf } from './effects'

/** Result of comparing one part. */
export type Comparison = Pick<RequestPart, 'found' | 'is'>

export const unread: Comparison = { found: '', is: 'unread' }
export const met = (found: string, isMet: boolean): Comparison => ({ found, is: isMet ? 'met' : 'different' })

/** Actions in which a named token is what comes back out rather than what goes in. */
export const taking: readonly Action[] = ['withdraw', 'unstake', 'claim', 'borrow', 'unwrap']

/** Compares a limit. Null if there is nothing to compare: a word that only says where the money is. */
export function limitPart(
  limit: Limit,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): RequestPart | null {
  const comparison = limitOf(limit, request, moves, context)
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
      if (isTrade && meanings.some(({ is }) => is === 'percent')) return slippageWithin(meanings, context)
      return boundOf(limit, request, moves, context)
    }
    case 'excluded': {
      const chain = meanings.find((meaning) => meaning.is === 'chain')
      const token = meanings.find((meaning) => meaning.is === 'token')
      // "WETH, not eth": the coin and its chain have one name, and its wrapped twin is not refused with it.
      if (chain && !token) return met(chainName(moves.chainId), chain.chainId !== moves.chainId)
      if (!token) return meanings.some(({ is }) => is === 'address' || is === 'name') ? null : unread
      const refused = token.symbol.toLowerCase()
      const moved = [...moves.out, ...moves.in].filter(({ symbol }) => symbol.toLowerCase() === refused)
      if (moved.length > 0) return met(moved.map(figureOf).join(' and '), false)
      return chain ? met(chainName(moves.chainId), chain.chainId !== moves.chainId) : met('', true)
    }
    case 'protocol': {
      const named = meanings.find((meaning) => meaning.is === 'protocol')
      if (!named) return null
      const called = context.decoded.targets.flatMap((target) =>
        context.chain ? (listedContract(context.chain, target) ?? []) : [],
      )
      const found = called.join(', ')
      if (called.some((label) => label.toLowerCase().includes(named.id))) return { found, is: 'met' }
      // A router may trade where it was asked to: its calldata does not say so.
      return isTrade || called.length === 0 ? { found, is: 'unread' } : met(found, false)
    }
    case 'position': {
      const named = meanings.find((meaning) => meaning.is === 'position')?.kind
      const meant = named === 'vault' ? 'vault' : named === 'market' || named === 'collateral' ? 'market' : null
      const real = placeOf(context)
      if (!meant || !real || !entering.includes(request.action)) return null
      return met(real === 'vault' ? 'a vault' : 'a lending market', meant === real)
    }
    case 'collection': {
      // "One of my badges, not a postcard": one of those named.
      const named = request.limits.flatMap((each) => (each.role === 'collection' ? each.meanings : []))
      const all = named.flatMap((meaning) => (meaning.is === 'collection' ? nftOf(meaning, moves.out) : []))
      return all.find(({ is }) => is === 'met') ?? all[0] ?? null
    }
    case 'lockup': {
      const vaults = vaultsOf(context)
      const isFree = meanings.some((meaning) => meaning.is === 'lockup' && meaning.none)
      if (isFree && placeOf(context) === 'market') return met('no lock-up', true)
      if (!isFree && vaultPart(request, context)?.is === 'met') return null
      if (!isFree || vaults.length === 0 || vaults.some(({ lockupSeconds }) => lockupSeconds === null)) return unread
      const locked = vaults.filter(({ lockupSeconds }) => (lockupSeconds ?? 0) > 0)
      return met(locked.length > 0 ? 'a lock-up' : 'no lock-up', locked.length === 0)
    }
    case 'when':
      return meanings.every((meaning) => meaning.is !== 'date' || isNow(meaning)) ? null : unread
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

/** Actions that deposit into a vault or market, or withdraw from it. */
const entering: readonly Action[] = ['stake', 'supply', 'unstake', 'withdraw']

/** The vaults of the app's own list that a plan calls. */
export const vaultsOf = ({ chain, decoded }: RuleContext) =>
  chain ? decoded.targets.flatMap((target) => pinnedVaultAt(chain.id, target) ?? []) : []

/**
 * Compares the vault that a plan uses with the one that the words name, if the app's own list has several for the token.
 * Null if the words name none.
 */
export function vaultPart({ texts, limits }: Request, context: RuleContext): RequestPart | null {
  const { chain } = context
  const [used] = vaultsOf(context)
  if (!chain || !used) return null
  const all = pinnedVaultsOn(chain.id).filter(({ asset }) => asset.symbol === used.asset.symbol)
  const names = all.map(({ pool }) => pool)
  // "Nothing locked" tells of a lock-up, and not of a vault.
  const lockups = limits.filter(({ role }) => role === 'lockup').flatMap(({ text }) => wordsOf(text))
  const { words, isUsed } = wordsOfPlace(texts, names, used.pool, lockups)
  return words.length > 0 ? { respect: 'limit', asked: words.join(' '), ...met(used.pool, isUsed) } : null
}

/** Returns whether a plan uses a vault or a lending market. Null for neither or both. */
function placeOf(context: RuleContext): 'vault' | 'market' | null {
  const { chain, decoded } = context
  if (!chain) return null
  const isVault = vaultsOf(context).length > 0
  const isMarket = decoded.targets.some((target) => findLendingMarket(chain.id, target))
  return isVault === isMarket ? null : isVault ? 'vault' : 'market'
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
