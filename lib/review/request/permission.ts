import { formatUnits } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { chainName, findToken } from '@/lib/chain/tokens/tokens'
import { hoursOf } from '@/lib/language/durations'
import type { Meaning } from '@/lib/language/entity'
import {
  type Amount,
  type Limit,
  type ReadMessage,
  type Request,
  type RequestedChain,
  type Requests,
  type Sum,
  sureOfKind,
} from '@/lib/language/request'
import { type WatchBound, type WatchTerms, watchTerms } from '@/lib/language/watch'
import type { Fix } from '@/lib/tools/finding'
import { expiryChoices } from '@/lib/tools/request-auto-rebalance-permission/parameters'
import { increaseInBps, inTokens, pointsWords } from '@/lib/tools/request-auto-rebalance-permission/terms'
import type { Consent } from '@/lib/tools/tool'
import type { RebalancePermission } from '@/lib/wire/consent'
import type { RequestPart } from '../review'
import type { Answer } from './compare'
import { type Comparison, met, sureOfPart, unread } from './comparison'
import { sameToken } from './effects'
import { sureOfNaming } from './parts/judged'
import { isNow } from './parts/limits'
import { actionWords } from './parts/shapes'

/** A permission that was signed in the same conversation. `after`: the number of the person's messages before it. */
export type EarlierPermission = { after: number; permission: RebalancePermission }

/** The terms to be signed, and the requests that they may answer. `messages`: all that the person wrote, as read. */
export type PermissionCase = {
  consent: Consent
  /** Null if the chain is not served. */
  chain: ChainHandle | null
  messages: readonly ReadMessage[]
  requests: Requests
}

/** Terms compared with the request that they answer. `fixes`: changes of the terms to what was asked. */
export type PermissionAnswer = Answer & { fixes: ReadonlyMap<RequestPart, Fix> }

/** A part with the reader's certainty of it. `by`: a name or figure that differs whatever its role. */
type Judged = { part: RequestPart; p: number; by?: true; fix?: Fix }

/** Everything that is compared with: the terms, their token if it is listed, and what the person's words say. */
type Terms = Pick<Consent, 'permission' | 'isOwnLimit'> & { token: Token | null; said: Said }

/**
 * The watch that the words ask for. Bounds are as asked if they keep to any of those listed: after a yes, both the
 * agent's offer and the person's earlier words count.
 */
type Said = Pick<WatchTerms, 'tokens' | 'chains' | 'protocols' | 'others'> & {
  increase: readonly WatchBound<string>[]
  lockup: readonly WatchBound<number>[]
}

/** Returns the latest request that the permission answers best, with the comparison. Null if there is none. */
export function permissionAnswer({ consent, chain, messages, requests }: PermissionCase): PermissionAnswer | null {
  const { permission, isOwnLimit } = consent
  const token = (chain && findToken(chain, permission.token)) ?? null
  const request = requests.named ?? likeliest(requests.latest, token)
  if (!request) return null
  const said = saidOn(request, messages, requests)
  const terms: Terms = { permission, token, said, ...(isOwnLimit && { isOwnLimit }) }
  const action = actionPart(request)
  // Words that surely ask for something else say nothing of these terms.
  const isOther = action.part.is === 'different' && action.p >= sureOfPart
  const judged = isOther
    ? [action]
    : [
        action,
        ...tokenParts(request, terms),
        ...chainParts(request, terms),
        increasePart(terms),
        lockupPart(terms),
        ...amountParts(request, terms),
        ...limitParts(request, terms),
        ...otherParts(request, terms),
      ]
  return settled(request, judged, requests)
}

/** Takes what differs for a difference if the reader is sure of it, and for a doubt otherwise. */
function settled(request: Request, judged: readonly Judged[], { agreed }: Requests): PermissionAnswer {
  const isKind = agreed || request.sure.kind >= sureOfKind
  const doubts: string[] = []
  const fixes = new Map<RequestPart, Fix>()
  const parts = judged.map(({ part, p, by, fix }): RequestPart => {
    if (part.is === 'met' || part.is === 'unsaid') return part
    if (part.is === 'different' && isKind && p >= (by ? sureOfNaming : sureOfPart)) {
      if (fix) fixes.set(part, fix)
      return part
    }
    if (p >= sureOfNaming) doubts.push(part.asked)
    return { ...part, is: 'unread' }
  })
  return { request, parts, doubts: [...new Set(doubts)], waits: [], fixes }
}

/** Returns the request to watch that names the token, else the last one, else the last request for anything. */
function likeliest(latest: readonly Request[], token: Token | null): Request | undefined {
  const watches = latest.filter(({ action }) => action === 'autoRebalance')
  const names = ({ sums }: Request) => sums.some(({ what }) => isNamed(what, token))
  return (
    watches.findLast(names) ??
    watches.at(-1) ??
    latest.findLast(({ action }) => action === 'rebalance') ??
    latest.at(-1)
  )
}

const isNamed = (what: Sum['what'], token: Token | null): boolean =>
  what?.is === 'token' && token !== null && sameToken(what.symbol, token.symbol)

/** Returns what the words say that made the request, and those since: a bare condition may change it. */
function saidOn(request: Request, messages: readonly ReadMessage[], { named }: Requests): Said {
  const said: { -readonly [K in keyof Said]: Said[K] } = {
    tokens: [],
    chains: [],
    protocols: [],
    others: [],
    increase: [],
    lockup: [],
  }
  for (const { text, reading, agent } of messages.slice(named ? -1 : begunAt(request, messages))) {
    const isYes = reading.clauses.some(({ kind }) => kind === 'agreement')
    if (agent && isYes) {
      const { increase, lockup } = watchTerms({ text: agent.text, reading: agent.read(agent.text) }, { isOffer: true })
      if (increase) said.increase = [increase, ...said.increase]
      if (lockup) said.lockup = [lockup, ...said.lockup]
    }
    const own = watchTerms({ text, reading })
    if (own.increase) said.increase = [own.increase]
    if (own.lockup) said.lockup = [own.lockup]
    if (own.tokens.length > 0) said.tokens = own.tokens
    if (own.chains.length > 0) said.chains = own.chains
    if (own.protocols.length > 0) said.protocols = own.protocols
    said.others = [...said.others, ...own.others]
  }
  return said
}

/** Returns the index of the message that a request began with. */
function begunAt({ texts, message }: Request, messages: readonly ReadMessage[]): number {
  let at = message
  for (const text of texts.toReversed()) {
    const found = messages.slice(0, at + 1).findLastIndex((each) => each.text.includes(text))
    if (found >= 0) at = found
  }
  return at
}

function actionPart({ action, texts, sure }: Request): Judged {
  const found = 'a permission to propose moves'
  const asked = actionWords[action] ?? texts.join(' … ')
  const is = action === 'autoRebalance' ? 'met' : action === 'rebalance' || action === 'revise' ? 'unread' : 'different'
  return { part: { respect: 'action', asked, found, is }, p: sure.action }
}

/** Compares the token. Of several that are named, each may get a permission of its own. */
function tokenParts({ sums, limits }: Request, { permission, token, said }: Terms): Judged[] {
  const found = token?.symbol ?? permission.token
  const part = (asked: string, comparison: Comparison): RequestPart => ({ respect: 'gives', asked, ...comparison })
  const named = sums.filter(({ what, part }) => what !== null && part !== 'keep')
  const refused = limits.filter(
    ({ role, meanings }) => role === 'excluded' && meanings.some((each) => each.is === 'token' && isNamed(each, token)),
  )
  const others = refused.map(({ text, p }): Judged => ({ part: part(text, met(found, false)), p }))
  if (named.some(({ what }) => isNamed(what, token))) return [{ part: part(found, met(found, true)), p: 1 }, ...others]
  if (named.length > 0)
    return named.slice(-1).map(({ what, text, p }) => {
      const isKnown = what?.is === 'token' && what.known
      return { part: part(text, isKnown ? met(found, false) : { ...unread, found }), p, by: true }
    })
  const loose = said.tokens.filter(({ known }) => known)
  if (loose.some((each) => isNamed(each, token))) return [{ part: part(found, met(found, true)), p: 1 }, ...others]
  return loose.slice(-1).map(({ symbol }) => ({ part: part(symbol, met(found, false)), p: sureOfNaming, by: true }))
}

function chainParts({ chains }: Request, { permission, said }: Terms): Judged[] {
  const named: Pick<RequestedChain, 'chain' | 'text' | 'p'>[] =
    chains.length > 0 ? [...chains] : said.chains.map((chain) => ({ chain, text: chain.name, p: sureOfNaming }))
  const is = ({ chain }: (typeof named)[number]) => chain.chainId === permission.chainId
  const shown = named.find(is) ?? named.at(-1)
  if (!shown) return []
  const comparison = met(chainName(permission.chainId), is(shown))
  return [
    { part: { respect: 'chain', asked: shown.text, ...comparison }, p: Math.max(shown.p, sureOfNaming), by: true },
  ]
}

const bound = (asked: string, comparison: Comparison): RequestPart => ({ respect: 'limit', asked, ...comparison })

/** Compares a bound with those that were said. `isKept`: whether the terms keep to one. */
function boundPart<T>(
  name: string,
  found: string,
  said: readonly WatchBound<T>[],
  isKept: (value: T) => boolean,
  fixFor: (value: T) => Fix | undefined,
): Judged {
  const [asked] = said
  if (!asked) return { part: bound(name, { found, is: 'unsaid' }), p: 0 }
  const keeps = said.find(({ value }) => value !== 'unclear' && isKept(value))
  if (keeps) return { part: bound(keeps.text, met(found, true)), p: 1 }
  const { value, text, isLoose } = asked
  if (value === 'unclear' || isLoose) return { part: bound(text, { found, is: 'unread' }), p: 1 }
  const fix = fixFor(value)
  return { part: bound(text, met(found, false)), p: 1, ...(fix && { fix }) }
}

function increasePart({ permission, said }: Terms): Judged {
  const { minYieldIncreaseBps } = permission
  const found = `a gain of at least ${pointsWords(minYieldIncreaseBps)}`
  const inBps = (points: string) => increaseInBps(Number(points))
  return boundPart(
    'minimum gain',
    found,
    said.increase,
    (points) => inBps(points) <= minYieldIncreaseBps,
    (points) => ({
      kind: 'adjust',
      label: `Ask for at least ${pointsWords(inBps(points))}`,
      adjustments: { minYieldIncreaseBps: inBps(points) },
    }),
  )
}

const daysWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`
const lockupWords = (days: number): string => (days === 0 ? 'no lock-up' : `a lock-up of up to ${daysWords(days)}`)

function lockupPart({ permission, said }: Terms): Judged {
  const { maxLockupDays } = permission
  return boundPart(
    'longest lock-up',
    lockupWords(maxLockupDays),
    said.lockup,
    (days) => maxLockupDays <= days,
    (days) => ({ kind: 'adjust', label: `Allow ${lockupWords(days)}`, adjustments: { maxLockupDays: days } }),
  )
}

/** Certainty of an amount without a token beside it: it may be any figure. */
const unsure = 0.5

/** An amount that a move may take, as it was said. `isBare`: no token stands beside it. */
type Most = { amount: Amount; text: string; p: number; isBare: boolean }

/** Compares the limit of a move with amounts in the words. One that the person has typed on the card is theirs. */
function amountParts({ sums, limits }: Request, terms: Terms): Judged[] {
  const ofSums = sums.flatMap(({ amount, text, p, what, part }): Most[] => {
    const [words, symbol] = [text.toLowerCase(), what?.is === 'token' ? what.symbol.toLowerCase() : null]
    // An amount and a token of different words may not belong together.
    const isBare = symbol === null || words === symbol || !words.includes(symbol)
    return amount && part !== 'keep' ? [{ amount, text, p: isBare ? Math.min(p, unsure) : p, isBare }] : []
  })
  const ofLimits = limits.flatMap(({ role, meanings, text, p }): Most[] => {
    const amount = role === 'atMost' ? meanings.find(isAmount) : undefined
    return amount ? [{ amount, text, p, isBare: !meanings.some(({ is }) => is === 'token') }] : []
  })
  return [...ofSums, ...ofLimits].flatMap((most) => (isOfBounds(most, terms) ? [] : amountPart(most, terms)))
}

const isAmount = (meaning: Meaning): meaning is Amount =>
  meaning.is === 'number' || meaning.is === 'dollars' || meaning.is === 'percent' || meaning.is === 'share'

/** True for a figure that is one of the other bounds: "2", after the agent asked by how many points. */
function isOfBounds({ amount, isBare }: Most, { permission, said }: Terms): boolean {
  if (amount.is === 'share') return amount.part[0] === 0
  if (amount.is === 'percent') return said.increase.some(({ value }) => value === amount.value)
  return amount.is === 'number' && isBare && isFigureOf(amount.value, permission)
}

const isFigureOf = (value: string, { minYieldIncreaseBps, maxLockupDays }: RebalancePermission): boolean =>
  increaseInBps(Number(value)) === minYieldIncreaseBps || Number(value) === maxLockupDays

function amountPart({ amount, text, p, isBare }: Most, { permission, token, isOwnLimit }: Terms): Judged[] {
  const limit = BigInt(permission.maxAmountPerMove)
  if (!token) return [{ part: bound(text, unread), p }]
  const found = `moves of up to ${inTokens(limit, token)}`
  const meant = isOwnLimit ? limit : meantBy(amount, limit, token.decimals)
  if (meant === null) return [{ part: bound(text, { found, is: 'unread' }), p }]
  // With 1% for interest, like the limit itself (G18).
  if (limit * 100n <= meant * 101n) return [{ part: bound(text, met(found, true)), p }]
  const cap = formatUnits(meant, token.decimals)
  const fix: Fix = { kind: 'adjust', label: `Limit it to ${inTokens(meant, token)}`, adjustments: { cap } }
  return [{ part: bound(text, met(found, false)), p, fix, ...(!isBare && { by: true as const }) }]
}

/** Returns a stated amount in base units. Null if there is nothing to tell it by. `all`: the whole position. */
function meantBy(amount: Amount, all: bigint, decimals: number): bigint | null {
  switch (amount.is) {
    case 'number':
      return parseAmount(amount.value, decimals)
    case 'percent': {
      const hundredths = parseAmount(amount.value, 2)
      return hundredths === null ? null : (all * hundredths) / 10_000n
    }
    case 'share':
      return amount.but || amount.rest ? null : (all * BigInt(amount.part[0])) / BigInt(amount.part[1])
    case 'dollars':
      return null
  }
}

/** Compares what else the words bound: where the position is, and how long the permission lasts. */
function limitParts({ limits }: Request, { permission, said }: Terms): Judged[] {
  const lasts = Math.round((permission.validUntil - permission.validAfter) / 86_400)
  return limits.flatMap(({ role, meanings, text, p }: Limit): Judged[] => {
    const duration = meanings.find((meaning) => meaning.is === 'duration')
    const days = duration && Math.floor(hoursOf(duration) / 24)
    switch (role) {
      case 'protocol': {
        const names = meanings.flatMap((meaning) => (meaning.is === 'protocol' ? [meaning.id] : []))
        const isThere = names.some((id) => permission.protocol.toLowerCase().includes(id))
        const isOne = said.protocols.length === 1 && permission.protocol !== ''
        if (names.length === 0) return []
        return [
          {
            part: bound(text, { found: permission.protocol, is: isThere ? 'met' : isOne ? 'different' : 'unread' }),
            p,
          },
        ]
      }
      case 'until':
      case 'atMost': {
        if (days === undefined) return role === 'atMost' ? [] : [{ part: bound(text, unread), p }]
        const found = `a permission for ${daysWords(lasts)}`
        if (lasts <= days || (role === 'atMost' && permission.maxLockupDays <= days))
          return [{ part: bound(text, met(found, true)), p }]
        const choice = expiryChoices.findLast((each) => each <= days)
        return [
          {
            part: bound(text, met(found, false)),
            p,
            ...(choice && {
              fix: {
                kind: 'adjust' as const,
                label: `End it after ${daysWords(choice)}`,
                adjustments: { days: choice },
              },
            }),
          },
        ]
      }
      case 'when':
        return meanings.every((meaning) => meaning.is !== 'date' || isNow(meaning))
          ? []
          : [{ part: bound(text, unread), p }]
      case 'slippage':
      case 'every':
      case 'count':
        return [{ part: bound(text, unread), p }]
      default:
        return []
    }
  })
}

/** Returns the words that no permission can hold, and that nothing in this one accounts for. */
function otherParts({ sums }: Request, { permission, token, said }: Terms): Judged[] {
  const amounts = sums.flatMap(({ amount, part }) => (amount && part !== 'keep' ? [amount] : []))
  const isSum = (value: string) => amounts.some((amount) => 'value' in amount && amount.value === value)
  const isAccountedFor = (meaning: Meaning): boolean => {
    switch (meaning.is) {
      case 'number':
      case 'dollars':
        return isFigureOf(meaning.value, permission) || isSum(meaning.value)
      case 'share':
        return meaning.part[0] === 0 || amounts.some(({ is }) => is === 'share')
      case 'token':
        return !isNamed(meaning, token)
      case 'percent':
      case 'rate':
      case 'duration':
      case 'lockup':
        return true
      default:
        return false
    }
  }
  const left = said.others.filter(({ meaning }) => !isAccountedFor(meaning))
  return left.map(({ text }) => ({ part: bound(text, unread), p: 1 }))
}
