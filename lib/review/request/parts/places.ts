import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { percentOf } from '@/lib/chain/tokens/percent'
import { pinnedVaultAt, pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import { hoursOf } from '@/lib/language/durations'
import type { Action } from '@/lib/language/labels'
import { markets, vaults, wordsOf, wordsOfPlace } from '@/lib/language/place'
import type { Limit, Request } from '@/lib/language/request'
import { directionOf, wantsNone } from '@/lib/language/words/comparing'
import { paidFigure } from '@/lib/tools/staking/details'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { RuleContext } from '../../context'
import type { RequestPart } from '../../review'
import { type Comparison, met, unread } from '../comparison'

/** Actions that deposit into a vault or market, or withdraw from it. */
const entering: readonly Action[] = ['stake', 'supply', 'unstake', 'withdraw']

export const vaultsOf = ({ chain, decoded }: RuleContext) =>
  chain ? decoded.targets.flatMap((target) => pinnedVaultAt(chain.id, target) ?? []) : []

/** Returns whether a plan uses a vault or a lending market. Null for neither or both. */
function placeOf(context: RuleContext): 'vault' | 'market' | null {
  const { chain, decoded } = context
  if (!chain) return null
  const isVault = vaultsOf(context).length > 0
  const isMarket = decoded.targets.some((target) => findLendingMarket(chain.id, target))
  return isVault === isMarket ? null : isVault ? 'vault' : 'market'
}

/** Returns the labels of the contracts that a plan calls. */
export const calledBy = ({ chain, decoded }: RuleContext): string[] =>
  decoded.targets.flatMap((target) => (chain ? (listedContract(chain, target) ?? []) : []))

/**
 * Compares the vault that a plan uses with the one that the words name, if the app's own list has several for the token.
 * Null if the words name none.
 */
export function vaultPart({ texts, limits, picked }: Request, context: RuleContext): RequestPart | null {
  const { chain } = context
  const [used] = vaultsOf(context)
  if (!chain || !used) return null
  const all = pinnedVaultsOn(chain.id).filter(({ asset }) => asset.symbol === used.asset.symbol)
  const names = all.map(({ pool }) => pool)
  // "Nothing locked" tells of a lock-up, and not of a vault.
  const lockups = limits.filter(({ role }) => role === 'lockup').flatMap(({ text }) => wordsOf(text))
  // "Not in the locked vault" names the one that is not meant.
  const refused = limits.filter(({ role }) => role === 'excluded')
  const said = texts.map((text) => refused.reduce((rest, each) => rest.replace(each.text, ' '), text))
  const { words, isUsed } = wordsOfPlace(picked ? [picked] : said, names, used.pool, lockups)
  return words.length > 0 ? { respect: 'limit', asked: words.join(' '), ...met(used.pool, isUsed) } : null
}

/** Returns the kind of place that the last words for one name: "and the same into lending". Null if they name both. */
function placeSaid({ texts, limits, picked = '' }: Request): { kind: 'vault' | 'market'; word: string } | null {
  const refused = limits.filter(({ role }) => role === 'excluded').flatMap(({ text }) => wordsOf(text))
  for (const text of [...texts, picked].toReversed()) {
    const words = wordsOf(text).filter((word) => !refused.includes(word))
    const [market, vault] = [words.find((word) => markets.has(word)), words.find((word) => vaults.has(word))]
    if (market && vault) return null
    if (market) return { kind: 'market', word: market }
    if (vault) return { kind: 'vault', word: vault }
  }
  return null
}

/** Compares a lending market that plain words name ("the lending thing") with the place that a plan uses. */
export function marketPart(request: Request, context: RuleContext): RequestPart | null {
  const [said, real] = [placeSaid(request), placeOf(context)]
  if (!said || !real || !entering.includes(request.action)) return null
  // What else names a vault is compared with the vault.
  if (said.kind === 'vault' && request.picked === undefined) return null
  return {
    respect: 'limit',
    asked: said.word,
    ...met(real === 'vault' ? 'a vault' : 'a lending market', real === said.kind),
  }
}

/** Compares a vault or a market that the words name with the place that a plan uses. */
export function positionOf({ meanings }: Limit, request: Request, context: RuleContext): Comparison | null {
  const [named, real, said] = [namedPlace(meanings), placeOf(context), placeSaid(request)]
  if (!named || !real || !entering.includes(request.action) || (said && said.kind !== named)) return null
  return met(real === 'vault' ? 'a vault' : 'a lending market', named === real)
}

function namedPlace(meanings: Limit['meanings']): 'vault' | 'market' | null {
  const named = meanings.find((meaning) => meaning.is === 'position')?.kind
  return named === 'vault' ? 'vault' : named === 'market' || named === 'collateral' ? 'market' : null
}

/** Returns the lock-up of the place that a plan uses, in seconds. Null if it is unknown, or if it uses none. */
function lockOf(context: RuleContext): number | null {
  if (placeOf(context) === 'market') return 0
  const locks = vaultsOf(context).map(({ lockupSeconds }) => lockupSeconds)
  return locks.length === 0 || locks.includes(null) ? null : Math.max(...locks.map((seconds) => seconds ?? 0))
}

const lockWords = (seconds: number): string => (seconds > 0 ? `a lock-up of ${durationWords(seconds)}` : 'no lock-up')

/** Compares a stated lock-up, or that there shall be none, with that of the place. Null if the vault's name tells. */
export function lockupOf({ meanings, text }: Limit, request: Request, context: RuleContext): Comparison | null {
  const real = lockOf(context)
  const lock = meanings.find((meaning) => meaning.is === 'lockup')
  const length = meanings.find((meaning) => meaning.is === 'duration')
  if (length) {
    if (real === null) return unread
    const stated = hoursOf(length) * 3600
    const direction = directionOf(text)
    const isLonger = real > stated
    const isShorter = real < stated
    // "Locked for 30 days" names the lock-up itself; "for a month" only how long it may be.
    const isMet = direction === 'least' ? !isShorter : !isLonger && (direction === 'most' || !lock || !isShorter)
    return met(lockWords(real), isMet)
  }
  if (!lock?.none && !wantsNone(text)) return vaultPart(request, context)?.is === 'met' ? null : unread
  return real === null ? unread : met(lockWords(real), real === 0)
}

/** Compares a stated yearly rate with what the place has paid, as far as its history shows. */
export function rateOf({ meanings, text }: Limit, { figures }: RuleContext): Comparison {
  const stated = meanings.find((meaning) => meaning.is === 'rate' || meaning.is === 'percent')
  const paid = figures.find(({ id }) => id === paidFigure)?.after
  if (!stated || paid?.kind !== 'percent' || directionOf(text) === 'most') return unread
  // Rates are rounded, and change a little from day to day.
  return met(`${percentOf(paid.share)} paid`, paid.share * 100 >= Number(stated.value) * 0.95)
}

/** Compares a place, a protocol or a lock-up that the words rule out with what a plan uses. Null if they name none. */
export function refusedPlace({ meanings, text }: Limit, context: RuleContext): Comparison | null {
  if (meanings.some(({ is }) => is === 'lockup')) {
    const real = lockOf(context)
    return real === null ? unread : met(lockWords(real), real === 0)
  }
  const protocol = meanings.find((meaning) => meaning.is === 'protocol')
  if (protocol) {
    const called = calledBy(context)
    const isUsed = called.some((label) => label.toLowerCase().includes(protocol.id))
    return isUsed ? { found: called.join(', '), is: 'different' } : unread
  }
  const [named, real, used] = [namedPlace(meanings), placeOf(context), vaultsOf(context)[0]]
  if (!named && !meanings.some(({ is }) => is === 'position')) return null
  if (!named || !real) return unread
  // "Not the Steakhouse vault" rules out one vault.
  const { chain } = context
  const names = chain && used ? pinnedVaultsOn(chain.id).filter(({ asset }) => asset.symbol === used.asset.symbol) : []
  const which =
    used &&
    wordsOfPlace(
      [text],
      names.map(({ pool }) => pool),
      used.pool,
      [],
    )
  if (which && which.words.length > 0) return met(used.pool, !which.isUsed)
  return met(real === 'vault' ? 'a vault' : 'a lending market', named !== real)
}
