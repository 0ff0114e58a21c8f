import { type Address, isAddressEqual } from 'viem'
import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Meaning } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import {
  type Limit,
  type Mention,
  type Receiver,
  type Request,
  type RequestedChain,
  type Requests,
  type Sum,
  sureOfKind,
} from '@/lib/language/request'
import type { RuleContext } from '../context'
import type { BalanceEffect, RequestPart } from '../review'
import { isStrange, sizeOf } from '../simulation/balance-changes'
import { addressOf } from '../words/written-addresses'
import { accountFor, fits, hasFigures, isAccountedFor, isClose, isShareOf } from './amounts'
import { type Comparison, met, sureOfPart, unread } from './comparison'
import { figureOf, isToken, type PlanEffects, sameToken, slippageOf } from './effects'
import { withoutLabels } from './labels'
import { allowedBy, isSecondStep } from './later-step'
import { isNow, keptOf, limitPart, nftOf, placing, slippageWithin, taking } from './limits'
import { vaultPart } from './places'
import { isOfOffer } from './quotes'
import { actionPart } from './shapes'
import { isRestOf } from './used-up'

/**
 * A request that a plan may answer, compared with it. `doubts`: words of it that could not be compared. `waits`: times and
 * conditions that may not have come yet.
 */
export type Answer = { request: Request; parts: RequestPart[]; doubts: string[]; waits: string[] }

/** Returns the latest request that the plan answers best, with the comparison. Null if there is none. */
export function answered({ latest, named }: Requests, moves: PlanEffects, context: RuleContext): Answer | null {
  const all = (named ? [named] : latest).map((request) => ({
    answer: compare(request, moves, context),
    is: likeness(request, moves, context),
  }))
  return all.toSorted((a, b) => b.is - a.is)[0]?.answer ?? null
}

/** Returns how much of a request the plan meets, however sure the reader is of it. */
function likeness(request: Request, moves: PlanEffects, context: RuleContext): number {
  return judgedParts(request, moves, context).reduce((sum, { part: { is, respect } }) => {
    const weight = respect === 'action' ? 3 : respect === 'gives' || respect === 'gets' ? 2 : 1
    return sum + (is === 'met' ? weight : is === 'different' ? -weight : 0)
  }, 0)
}

/** Added if later words changed the request: what they replace is easily mistaken. */
const surer = 0.15
/** Below this the reader is not sure of a whole request: which of its sums a change is about stays open. */
const sureOfWhole = 0.5
/** Enough for what is certain without its role: a name that the plan does not touch, a figure found nowhere in it. */
export const sureOfNaming = 0.3

/**
 * A part with the reader's certainty of its role.
 * `by`: what differs. A name that the plan touches nowhere differs in any role, and so does a figure that nothing in
 * the plan accounts for.
 */
type Judged = { part: RequestPart; p: number; by?: 'name' | 'amount'; sum?: Sum }

function judgedParts(request: Request, moves: PlanEffects, context: RuleContext): Judged[] {
  const vault = vaultPart(request, context)
  const isAllowance = request.action === 'approve' || request.action === 'revoke'
  return [
    { part: actionPart(request.action, moves, context), p: request.sure.action },
    ...request.sums.map((sum) =>
      isAllowance ? allowancePart(sum, request, moves) : sumPart(sum, request, moves, context),
    ),
    ...receiverParts(request, moves, context),
    ...chainParts(request, moves),
    ...[...request.limits, ...(request.loose ?? []), ...ratesIn(request)].flatMap((limit): Judged[] => {
      const part = limitPart(limit, request, moves, context)
      const isFound = accountsFor({ meanings: limit.meanings, text: limit.text }, request, moves, context)
      const isSure = !isFound || certainOf.includes(limit.role) || limit.meanings.some(({ is }) => sayingMore.has(is))
      return part ? [{ part, p: limit.p, ...(isSure && { by: 'amount' as const }) }] : []
    }),
    ...(vault ? [{ part: vault, p: 1 }] : []),
  ]
}

/** True for a request of which only the entities are known: its words are in another language. */
const isUnreadable = ({ p, sure }: Request): boolean => p === 0 && sure.action === 0

/** True for "the rest": of how much, only what is kept back can tell. */
const isRest = (sum: Sum | undefined): boolean => sum?.amount?.is === 'share' && sum.amount.rest === true

/** True if the words want something of it now: "half now, half next week". */
const saysNow = ({ limits }: Request): boolean =>
  limits.some(({ role, meanings }) => role === 'when' && meanings.some((each) => each.is === 'date' && isNow(each)))

/** Returns the percentages that no part holds, of what is put somewhere to earn: "stake 100 USDC for 10 % or more". */
const ratesIn = ({ action, unexplained }: Request): Limit[] =>
  placing.includes(action)
    ? unexplained
        .filter(({ meanings }) => meanings.some((each) => each.is === 'percent' && !each.of))
        .map(({ meanings, text }) => ({ role: 'rate', meanings, text, p: sureOfNaming }))
    : []

/** Roles of limits that are compared for sure whatever else the words may mean. */
const certainOf: readonly Role[] = ['excluded', 'lockup', 'position', 'rate']
/** What no limit names by chance, however unsure its role is. */
const sayingMore: ReadonlySet<Meaning['is']> = new Set([
  ...(['rate', 'duration', 'recurrence', 'lockup', 'protocol', 'money', 'gwei', 'badNumber'] as const),
])

/**
 * Compares a plan with one request, in everything that the request says. A difference counts if the reader is sure of
 * the role of the words, or if no role of theirs would account for what the plan does. Else it is a doubt.
 */
function compare(asked: Request, moves: PlanEffects, context: RuleContext): Answer {
  const isStep = isSecondStep(asked, moves)
  const taken = withoutSlippage(isStep ? { ...asked, action: 'send' } : asked, context)
  const request = withoutLabels(withOwnSums(taken, moves, context))
  const judged = judgedParts(request, moves, context)
  const isMet = (respect: RequestPart['respect']) =>
    judged.some(({ part }) => part.respect === respect && part.is === 'met')
  const isChanged = request.texts.length > 1
  const isKind = request.sure.kind >= sureOfKind
  const account = accountFor(request, moves, context)
  const isAccounted = !hasFigures(request) || account !== null
  // "Bill was 78, we were 4": an unexplained figure may make another one of what was said.
  const numbers = request.unexplained.filter(({ meanings }) => meanings.some(({ is }) => is === 'number'))
  const isLate = isAccounted && numbers.length > 0
  // "No no, 0.5!!": the later figure stands, though its clause was not read.
  const isChangedTo = numbers.some((mention) => mention.late && accountsFor(mention, request, moves, context))
  const isSeveral =
    isMet('gives') && judged.some(({ part, sum }) => sum?.part === 'give' && sum.amount && part.is !== 'met')
  const isOthers = othersOf(request, moves, context)
  // "Send everything, no, 1 ETH": the later of two amounts of the same counts, and the plan has the earlier one.
  const isRetold = (sum: Sum): boolean => {
    if (!sum.amount || sum.amount.is === 'dollars' || request.receivers.length > 1 || isOthers) return false
    const isSame = ({ part }: Sum) => part === sum.part || part === 'unsaid' || sum.part === 'unsaid'
    const all = judged.filter((each) => each.sum?.amount && isSame(each.sum))
    const at = all.findIndex((each) => each.sum === sum)
    return at === all.length - 1 && all.slice(0, at).some(({ part }) => part.is === 'met')
  }
  // "All but 600", "40 jars at 8, a quarter of that": several figures make the amount together.
  const isCombined = (sum: Sum | undefined) => sum?.amount != null && account === 'combined'
  const doubts: string[] = []
  const waits: string[] = []

  // "100 USDC in Flexible USDC": the token is named once more, without a figure.
  const isTwice = ({ part, sum }: Judged) =>
    part.is === 'unread' &&
    sum?.amount === null &&
    judged.some((each) => each.sum?.amount && each.part.is === 'met' && isSameToken(each.sum, sum))
  const parts = judged
    .filter((each) => !isTwice(each))
    .map(({ part, p, by, sum }): RequestPart => {
      const { respect } = part
      if (part.is === 'met') return part
      if (respect === 'time') {
        if (part.is === 'different' && isKind && p >= sureOfPart && !saysNow(request)) return part
        waits.push(part.asked)
        return { ...part, is: 'unread' }
      }
      // "Ten ETH, leave two": what stays tells how much moves.
      if (isCombined(sum) && isMet('keeps') && by !== 'name') return { ...part, is: 'unread' }
      const isSum = respect === 'gives' || respect === 'gets'
      const least = sureOfPart + (isSum && isChanged ? surer : 0)
      // One call may serve one of several sums or receivers: it says nothing about the others.
      const isOther = isStep || (isSum && (isMet(respect) || isOthers)) || (respect === 'receiver' && isMet(respect))
      if (part.is === 'different') {
        if (isOfOffer(part, asked) && !isOther && p >= sureOfNaming) return part
        // Words in another language have no roles: a name that is found nowhere differs, whatever else is met.
        if (by === 'name' && isUnreadable(request) && isSum) return part
        if (by === 'amount' && isSum && !isAccounted && p >= sureOfNaming)
          return settled(part, sum && p < least && isLess(sum, moves))
        const isLast = sum !== undefined && isChanged && sum.said === request.texts.length - 1
        if (by === 'name' && isSum && (!isOther || isLast) && p >= sureOfNaming)
          return settled(part, isOutdated(sum, request, p))
        if (by !== undefined && !isSum && p >= sureOfNaming) return settled(part, isSeveral && respect === 'chain')
        if (isChangedTo && isSum) return { ...part, is: 'unread' }
        if (!isOther && p >= least)
          return settled(part, isSum ? isLate || isCombined(sum) : isSeveral && respect !== 'receiver')
      }
      // A figure that its role does not explain, but the plan does, leaves nothing open.
      const isFound = isSum
        ? isAccounted && (sum?.amount != null || p < 0.5) && !isRest(sum)
        : respect === 'limit' && by === undefined && p < least
      const isSaid = by !== undefined || p >= (respect === 'limit' && part.found === '' ? sureOfPart : sureOfNaming)
      if ((!isOther && !isFound && isSaid) || (sum && isRetold(sum))) doubts.push(part.asked)
      return { ...part, is: 'unread' }
    })
  const rates = ratesIn(request).map(({ text }) => text)
  const mentions = request.unexplained.filter((mention) => {
    if (rates.includes(mention.text)) return false
    const isBare = mention.meanings.every(({ is }) => is === 'number')
    return !accountsFor(mention, request, moves, context) && (!isBare || mention.late || !isAccounted)
  })
  doubts.push(...mentions.map(({ text }) => text))
  // "1,234" is one amount or another: the plan has one of them.
  doubts.push(
    ...request.sums.flatMap(({ amount, text }) =>
      amount?.is === 'number' && (amount.either?.length ?? 0) > 1 ? [text] : [],
    ),
  )
  // Figures were said, and nothing that moves is one of them.
  const isFigureMet = judged.some(
    ({ part, sum }) => part.is === 'met' && (sum?.amount != null || part.respect === 'limit'),
  )
  if (!isAccounted && !isFigureMet && !isStep && doubts.length === 0)
    doubts.push(...request.sums.flatMap(({ amount, text }) => (amount ? [text] : [])))
  const isActionMet = isMet('action')
  // The reader hardly knows what is to be done, and nothing else tells.
  if (request.sure.action < 0.4 && (!isActionMet || (!isFigureMet && !isMet('gets'))))
    doubts.push(judged[0]?.part.asked ?? '')
  // What is left open is listed with the parts.
  const isListed = (text: string) => parts.some((part) => part.asked === text)
  const open = doubts.filter((text) => text !== '' && !isListed(text))
  parts.push(...open.map((asked): RequestPart => ({ respect: 'limit', asked, ...unread })))
  return {
    request: asked,
    parts: parts.map((part) => (isOfOffer(part, asked) ? { ...part, offered: true as const } : part)),
    doubts: [...new Set(doubts)],
    waits: [...new Set(waits)],
  }

  /** Returns a difference, unless it stays open: then it is a doubt. */
  function settled(part: RequestPart, isOpen: boolean | undefined): RequestPart {
    if (isKind && !isOpen) return part
    doubts.push(part.asked)
    return { ...part, is: 'unread' }
  }
}

const isSameToken = (one: Sum, other: Sum): boolean =>
  one.what?.is === 'token' && other.what?.is === 'token' && one.what.symbol === other.what.symbol

/** True if a request has other sums than a call that serves a part of it: several tokens, or equal portions. */
function othersOf({ sums, limits, texts, p }: Request, moves: PlanEffects, context: RuleContext): boolean {
  const tokens = sums.flatMap(({ what }) => (what?.is === 'token' && what.known ? what.symbol : []))
  const isSplit = limits.some(({ role }) => role === 'count')
  const moved = [...moves.out, ...moves.in].filter(({ listed }) => listed)
  const isNamed = moved.every((effect) => tokens.some((symbol) => isToken(symbol, effect, context)))
  return isSplit || (new Set(tokens).size > 2 && isNamed) || (texts.length > 1 && p < sureOfWhole)
}

/** True if a figure was said as an amount, unsurely, and less than that moves: it may be a bound. */
function isLess({ amount }: Sum, moves: PlanEffects): boolean {
  if (amount?.is !== 'number') return false
  const [main] = [...moves.out, ...moves.in].filter(({ listed }) => listed)
  const meant = main?.decimals == null ? null : parseAmount(amount.value, main.decimals)
  return main !== undefined && meant !== null && sizeOf(main) < meant
}

/** True if a name is from words that a later change, itself not surely read, may have replaced. */
const isOutdated = (sum: Sum | undefined, { texts, sums }: Request, p: number): boolean =>
  sum !== undefined &&
  texts.length > 1 &&
  sum.said < texts.length - 1 &&
  sums.some((other) => other.said > sum.said && other.p < Math.max(p, sureOfPart))

/** Takes a figure that later words said for the slippage, if it is just that, and puts back what it replaced. */
function withoutSlippage(request: Request, context: RuleContext): Request {
  const real = slippageOf(context)
  const isSlippage = ({ amount, said }: Sum) => {
    if (real === null || said === 0 || (amount?.is !== 'number' && amount?.is !== 'percent')) return false
    const meant = parseAmount(amount.value, 2)
    return meant !== null && meant < 1_000n && real <= meant + 1n && real + 2n >= meant
  }
  if (!request.sums.some(isSlippage)) return request
  const sums = request.sums.flatMap((sum) =>
    isSlippage(sum) ? request.former.filter(({ part }) => part === sum.part) : [sum],
  )
  return { ...request, sums }
}

/**
 * Puts back what the person asked for where the offer they agreed to states other figures, and the plan does as they
 * asked: "Withdraw 700." "That leaves 3,300. Proceed?" "Yes."
 */
function withOwnSums(request: Request, moves: PlanEffects, context: RuleContext): Request {
  if (!request.adopted) return request
  const is = (sum: Sum) => sumPart(sum, request, moves, context).part.is
  const own = request.former.filter((sum) => sum.amount !== null && is(sum) === 'met')
  const sums = request.sums.filter((sum) => is(sum) !== 'different')
  return own.length === 0 ? request : { ...request, sums: [...own, ...sums] }
}

/** True if what the words name or count is in the plan, in whatever role. */
function accountsFor({ meanings }: Mention, request: Request, moves: PlanEffects, context: RuleContext): boolean {
  return meanings.some((meaning) => {
    switch (meaning.is) {
      case 'token':
        return !meaning.known || !movesNowhere(meaning.symbol, moves, context)
      case 'chain':
        return meaning.chainId !== null && chainsOf(moves).includes(meaning.chainId)
      case 'address':
      case 'contact':
        return moves.parties.length === 0 || moves.parties.some((party) => isAddressEqual(party, meaning.address))
      case 'name':
        return moves.parties.length === 0 || moves.parties.some((party) => isNamed(party, meaning.name, context))
      case 'number':
      case 'dollars':
      case 'percent':
      case 'share': {
        if (meaning.is === 'percent' && meaning.of === 'slippage')
          return slippageWithin([meaning], context).is === 'met'
        const alone = { ...request, sums: [], limits: [], unexplained: [{ meanings: [meaning], text: '' }] }
        const isPosition = moves.positions.some(({ after, decimals }) => {
          const meant = meaning.is === 'number' ? parseAmount(meaning.value, decimals) : null
          return meant !== null && after <= meant && isClose(meant, after)
        })
        return isPosition || isAccountedFor(alone, moves, context)
      }
      default:
        return true
    }
  })
}

const isNamed = (address: Address, name: string, { names }: RuleContext): boolean =>
  [...names].some(
    ([each, fact]) =>
      each.toLowerCase() === name && fact.ok && fact.value && isAddressEqual(fact.value.address, address),
  )

const chainsOf = ({ chainId, later }: PlanEffects): number[] => [chainId, ...(later ? [later.chainId] : [])]

/** True if the plan does not touch a named token in any part. */
function movesNowhere(named: string, moves: PlanEffects, context: RuleContext): boolean {
  const effects = [...moves.out, ...moves.in, ...moves.owes]
  const others = [...moves.allowances, ...moves.paidOut, ...moves.positions, ...(moves.later ? [moves.later] : [])]
  if (!effects.some(({ listed }) => listed) && others.length === 0) return false
  return (
    !effects.some((effect) => isToken(named, effect, context)) && !others.some(({ symbol }) => sameToken(named, symbol))
  )
}

/** Compares allowances with a request to approve or revoke. */
function allowancePart(sum: Sum, { action }: Request, { allowances, parties }: PlanEffects): Judged {
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

function sumPart(sum: Sum, request: Request, moves: PlanEffects, context: RuleContext): Judged {
  const { what, amount, p } = sum
  if (sum.part === 'keep') {
    const part: RequestPart = { respect: 'keeps', asked: sum.text, ...keptOf(sum, moves, context) }
    return { part, p, sum, by: 'amount' }
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

/** Compares whom the plan pays or trusts with whom the request names, in whatever role, but for whom it refuses. */
function receiverParts(request: Request, moves: PlanEffects, context: RuleContext): Judged[] {
  const { parties } = moves
  if (parties.length === 0) return []
  const { isWithdrawn } = context.written
  const others = [...request.limits, ...request.unexplained].flatMap(({ meanings, text, ...rest }): Receiver[] => {
    const meaning = meanings.find(({ is }) => is === 'address' || is === 'name' || is === 'contact')
    const isParty = !('role' in rest) || rest.role !== 'excluded'
    if (!meaning || !isParty || (meaning.is !== 'address' && meaning.is !== 'name' && meaning.is !== 'contact'))
      return []
    return [{ meaning, text, p: 'p' in rest ? rest.p : sureOfNaming }]
  })
  const named = [...request.receivers, ...others].map((receiver) => ({
    receiver,
    address: addressOf(receiver.meaning, context.names),
  }))
  // "My postcard 0x…" may name the contract of what moves.
  const isMoved = (address: Address) =>
    [...moves.out, ...moves.in].some(({ asset }) => asset.kind !== 'native' && isAddressEqual(asset.address, address))
  const meant = named.filter(({ address }) => !address || (!isWithdrawn(address) && !isMoved(address)))
  const isMeant = (party: Address) => meant.some(({ address }) => address && isAddressEqual(address, party))
  const unnamed = parties.filter((party) => !isMeant(party))
  const found = (unnamed.length > 0 ? unnamed : parties).join(', ')
  return meant.map(({ receiver: { text, p }, address }): Judged => {
    const is = (comparison: Comparison): Judged => ({
      part: { respect: 'receiver', asked: text, ...comparison },
      p: Math.max(p, sureOfNaming),
      by: 'name',
    })
    if (unnamed.length === 0)
      return is({ found, is: address && parties.some((party) => isAddressEqual(address, party)) ? 'met' : 'unread' })
    if (!meant.some((each) => each.address === null)) return is(met(found, false))
    // "Send him 15": him they wrote of before.
    const isKnown = unnamed.every((party) => !isWithdrawn(party) && context.isKnownAs('typed', party))
    return is({ found, is: address === null && isKnown ? 'met' : 'unread' })
  })
}

/**
 * Compares the named chains. If the words are read to name both ends of a bridge in one role, they do not say which is
 * which: the one that differs stays open.
 */
function chainParts(request: Request, moves: PlanEffects): Judged[] {
  const { chains } = request
  const parts = chains.map((chain) => chainPart(chain, request, moves))
  const [first] = chains
  const ids = new Set(chains.flatMap(({ chain }) => chain.chainId ?? []))
  const isBoth = moves.later !== null && ids.size === 2 && chainsOf(moves).every((id) => ids.has(id))
  if (!isBoth || chains.some(({ end }) => end !== first?.end)) return parts
  return parts.map((each) => (each.part.is === 'met' ? each : { ...each, part: { ...each.part, is: 'unread' } }))
}

function chainPart({ end, chain, text, p }: RequestedChain, { action }: Request, moves: PlanEffects): Judged {
  const ends = [
    ...(end !== 'to' ? [moves.chainId] : []),
    ...(end !== 'from' && moves.later ? [moves.later.chainId] : []),
    // "Bridge to Base" does not say which chain it leaves from.
    ...(end === 'to' && !moves.later && action !== 'bridge' ? [moves.chainId] : []),
  ]
  const found = ends.map((id) => chainName(id)).join(' and ')
  const isMet = chain.chainId !== null && ends.includes(chain.chainId)
  const isNowhere = chain.chainId !== null && !chainsOf(moves).includes(chain.chainId)
  return {
    part: { respect: 'chain', asked: text, ...met(found, isMet) },
    p,
    ...(isNowhere && { by: 'name' as const }),
  }
}
