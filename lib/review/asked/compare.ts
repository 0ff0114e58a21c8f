import { isAddressEqual } from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Action } from '@/lib/language/labels'
import type { Amount, Asked, Receiver, Request, Sum } from '@/lib/language/request'
import type { RuleContext } from '../context'
import { worthOf } from '../findings/budget'
import { figure } from '../findings/figures'
import type { AllowanceEffect, AskedPart, BalanceEffect } from '../review'
import { kindOf } from '../words/written-assets'

/** What a plan moves, as far as a request can ask for it. */
export type Moves = {
  out: readonly BalanceEffect[]
  in: readonly BalanceEffect[]
  owes: readonly BalanceEffect[]
  /** Whoever is sent something outright. */
  recipients: readonly `0x${string}`[]
  /** A token that arrives on another chain later. */
  later: { chainId: number; symbol: string } | null
  chainId: number
  allowances: readonly AllowanceEffect[]
  /** Something may be taken later, or power is given. */
  grants: boolean
  revokes: boolean
}

export function movesOf(context: RuleContext): Moves {
  const { plan, decoded, chains } = context
  const { balances, allowances, operators } = context.effects()
  const { later } = plan.declares
  const laterChain = later && chains.get(later.chainId)
  const laterToken = laterChain && findToken(laterChain, later.kind === 'native' ? nativeOf : later.address)
  return {
    out: balances.filter(({ before, after, debt }) => !debt && after < before),
    in: balances.filter(({ before, after, debt }) => !debt && after > before),
    owes: balances.filter(({ debt }) => debt),
    recipients: decoded.recipients
      .filter(({ earned, address }) => !earned && !isAddressEqual(address, plan.account))
      .map(({ address }) => address),
    later: later ? { chainId: later.chainId, symbol: laterToken?.symbol ?? '' } : null,
    chainId: plan.steps[0].chainId,
    allowances,
    grants:
      allowances.some(({ before, amount }) => amount > before) ||
      operators.some(({ approved }) => approved) ||
      decoded.powers.length > 0,
    revokes: allowances.some(({ before, amount }) => amount < before) || operators.some(({ approved }) => !approved),
  }
}

const nativeOf = '0x0000000000000000000000000000000000000000'

/** The effect of a plan in a few words: "0.5 ETH leaves, 900 USDC arrives". */
export function described(moves: Moves, context: RuleContext): string {
  const words = [
    ...moves.out.map((effect) => `${figureOf(effect)} leaves`),
    ...moves.in.map((effect) => `${figureOf(effect)} arrives`),
    ...(moves.later
      ? [`${moves.later.symbol || 'something'} arrives on ${chainName(moves.later.chainId, context)}`]
      : []),
    ...(moves.grants ? ['a permission is given'] : []),
    ...(moves.revokes ? ['a permission is taken back'] : []),
  ]
  return words.length === 0 ? 'Nothing moves' : words.join(', ')
}

/** The request among the latest that a plan answers best, and how it does; null where they ask for nothing. */
export function answered(
  { latest }: Asked,
  moves: Moves,
  context: RuleContext,
): { request: Request; parts: AskedPart[] } | null {
  const all = latest.map((request) => ({ request, parts: compare(request, moves, context) }))
  return all.toSorted((a, b) => likeness(b.parts) - likeness(a.parts))[0] ?? null
}

const likeness = (parts: readonly AskedPart[]): number =>
  parts.reduce((sum, { is, respect }) => {
    const weight = respect === 'action' ? 3 : respect === 'gives' || respect === 'gets' ? 2 : 1
    return sum + (is === 'met' ? weight : is === 'different' ? -weight : 0)
  }, 0)

/** Below this the reader is not sure enough of what it read for a card to say that anything differs from it. */
const sureOfClause = 0.65
const sureOfPart = 0.75

/** Holds a plan against one request. What is not read for sure is not held against it. */
function compare(request: Request, moves: Moves, context: RuleContext): AskedPart[] {
  const isAllowance = request.action === 'approve' || request.action === 'revoke'
  const judged = [
    ...actionPart(request, moves, context),
    ...(isAllowance
      ? allowanceParts(request, moves)
      : request.sums.flatMap((sum) => sumParts(sum, request, moves, context).map((part) => [part, sum.p] as const))),
    ...receiverParts(request, moves, context),
    ...chainParts(request, moves, context),
    ...limitParts(request, moves, context),
  ]
  return judged.map(([part, p]) =>
    part.is === 'different' && (request.p < sureOfClause || p < sureOfPart) ? { ...part, is: 'unread' } : part,
  )
}

/** A part, and how sure the reader is of what was asked. */
type Judged = readonly [AskedPart, number]

type Shape = 'exchange' | 'bridge' | 'send' | 'enter' | 'leave' | 'borrow' | 'repay' | 'grant' | 'revoke'

const shapes: Partial<Record<Action, readonly Shape[]>> = {
  swap: ['exchange', 'bridge'],
  bridge: ['bridge'],
  send: ['send'],
  sendNft: ['send'],
  wrap: ['exchange', 'enter'],
  unwrap: ['exchange', 'leave'],
  stake: ['enter', 'exchange'],
  supply: ['enter', 'exchange'],
  unstake: ['leave', 'exchange'],
  withdraw: ['leave', 'exchange', 'borrow'],
  claim: ['leave'],
  borrow: ['borrow', 'leave'],
  repay: ['repay', 'enter'],
  approve: ['grant'],
  revoke: ['revoke'],
}

/** What a plan looks like from its effects alone. Several, where they do not tell: a deposit brings a token too. */
function shapesOf({ out, in: arrived, owes, recipients, later, grants, revokes }: Moves): Shape[] {
  const isListed = ({ listed }: BalanceEffect) => listed
  const found: Shape[] = []
  if (recipients.length > 0) return ['send']
  if (later) found.push('bridge')
  if (owes.some(({ before, after }) => after > before)) found.push('borrow')
  if (owes.some(({ before, after }) => after < before)) found.push('repay')
  if (out.length > 0 && arrived.length > 0) found.push('exchange')
  if (out.some(isListed) && !arrived.some(isListed)) found.push('enter')
  if (arrived.some(isListed) && !out.some(isListed)) found.push('leave')
  // A share or a staked coin may be listed as well.
  if (out.length > 0 && arrived.length > 0) found.push('enter', 'leave')
  if (grants) found.push('grant')
  if (revokes) found.push('revoke')
  return found
}

const actionWords: Partial<Record<Action, string>> = {
  swap: 'Swap',
  bridge: 'Bridge',
  send: 'Send',
  sendNft: 'Send an NFT',
  wrap: 'Wrap',
  unwrap: 'Unwrap',
  stake: 'Stake',
  unstake: 'Unstake',
  supply: 'Supply',
  withdraw: 'Withdraw',
  claim: 'Claim',
  borrow: 'Borrow',
  repay: 'Repay',
  approve: 'Approve',
  revoke: 'Revoke',
}

const names: Record<Shape, string> = {
  exchange: 'It swaps',
  bridge: 'It bridges',
  send: 'It sends',
  enter: 'It deposits',
  leave: 'It withdraws',
  borrow: 'It borrows',
  repay: 'It repays',
  grant: 'It gives a permission',
  revoke: 'It takes a permission back',
}

function actionPart({ action, p }: Request, moves: Moves, context: RuleContext): Judged[] {
  const due = shapes[action]
  const found = shapesOf(moves)
  if (!due || found.length === 0) return []
  const { actions } = context
  const isMet = actions.length > 0 ? actions.includes(action) : found.some((shape) => due.includes(shape))
  const [first] = found
  const part: AskedPart = {
    respect: 'action',
    asked: actionWords[action] ?? action,
    found: isMet || !first ? described(moves, context) : (actionWords[actions[0] ?? action] ?? names[first]),
    is: isMet ? 'met' : 'different',
  }
  return [[part, p]]
}

/** What may be taken by whom, for requests to allow or to revoke. */
function allowanceParts({ action, sums, limits }: Request, { allowances }: Moves): Judged[] {
  if (allowances.length === 0) return []
  const seen = allowances
    .map(({ amount, decimals, symbol }) => `${formatAmount(amount, decimals)} ${symbol}`)
    .join(' and ')
  const ofSums = sums.flatMap(({ what, amount, text, p }): Judged[] => {
    if (what && what.is !== 'token') return []
    const fitting = allowances.filter(({ symbol }) => !what || sameToken(what.symbol, symbol))
    if (fitting.length === 0) return [[{ respect: 'gives', asked: text, found: seen, is: 'different' }, p]]
    if (amount?.is !== 'number' || action === 'revoke')
      return what ? [[{ respect: 'gives', asked: text, found: seen, is: 'met' }, p]] : []
    const isMet = fitting.some(({ amount: allowed, decimals }) => {
      const meant = decimals === null ? null : parseAmount(amount.value, decimals)
      return meant !== null && isClose(meant, allowed)
    })
    return [[{ respect: 'gives', asked: text, found: seen, is: isMet ? 'met' : 'different' }, p]]
  })
  const ofSpenders = limits.flatMap(({ role, meanings, text, p }): Judged[] => {
    const named = meanings.find((meaning) => meaning.is === 'address')
    if (role !== 'spender' || !named) return []
    const found = allowances.map(({ spender }) => spender).join(', ')
    const isMet = allowances.some(({ spender }) => isAddressEqual(spender, named.address))
    return [[{ respect: 'receiver', asked: text, found, is: isMet ? 'met' : 'different' }, p]]
  })
  return [...ofSums, ...ofSpenders]
}

/** Actions in which a named token is what comes back out rather than what goes in. */
const taking: readonly Action[] = ['withdraw', 'unstake', 'claim', 'borrow', 'unwrap']

function sumParts(sum: Sum, request: Request, moves: Moves, context: RuleContext): AskedPart[] {
  if (sum.part === 'keep') return keepPart(sum, moves, context)
  const isTaking = taking.includes(request.action)
  const sides =
    sum.part === 'get' ? [moves.in] : isTaking || sum.part === 'unsaid' ? [moves.out, moves.in] : [moves.out]
  const respect = sum.part === 'get' ? 'gets' : 'gives'
  const effects = sides.flat()
  if (sum.what && sum.what.is !== 'token') return []
  const { what } = sum
  const isLater =
    what !== null && sum.part === 'get' && moves.later !== null && sameToken(what.symbol, moves.later.symbol)
  if (isLater) return [{ respect, asked: sum.text, found: moves.later?.symbol ?? '', is: 'met' }]
  const fitting = what ? effects.filter((effect) => effect.listed && isToken(what.symbol, effect, context)) : effects
  const seen = effects.map(figureOf).join(' and ') || 'nothing'
  if (what && !what.known) return [{ respect, asked: sum.text, found: seen, is: 'unread' }]
  if (what && fitting.length === 0) {
    // A plan whose other side is not listed (a position's token) says nothing of the one that was named.
    const isOpen = effects.length === 0 || effects.every(({ listed }) => !listed)
    return [{ respect, asked: sum.text, found: seen, is: isOpen ? 'unread' : 'different' }]
  }
  if (!sum.amount) return what ? [{ respect, asked: sum.text, found: seen, is: 'met' }] : []
  const verdicts = fitting.map((effect) => fits(sum.amount as Amount, effect, request, context))
  if (verdicts.includes('met')) return [{ respect, asked: sum.text, found: seen, is: 'met' }]
  if (verdicts.length === 0 || verdicts.includes('unread'))
    return [{ respect, asked: sum.text, found: seen, is: 'unread' }]
  return [{ respect, asked: sum.text, found: fitting.map(figureOf).join(' and '), is: 'different' }]
}

const size = ({ before, after }: BalanceEffect): bigint => (after > before ? after - before : before - after)
const apart = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Within two percent of what was meant; prices move while one reads. */
const isClose = (meant: bigint, amount: bigint, percent = 2n): boolean => apart(meant, amount) * 100n <= meant * percent

function fits(amount: Amount, effect: BalanceEffect, request: Request, context: RuleContext): AskedPart['is'] {
  const moved = size(effect)
  switch (amount.is) {
    case 'number': {
      const { decimals } = effect
      if (decimals === null) return 'unread'
      const meant = (amount.either ?? [amount.value]).flatMap((value) => parseAmount(value, decimals) ?? [])
      const shares = sharesOf(request)
      if (meant.some((figure) => shares.some((share) => isClose(figure / share, moved)))) return 'met'
      return 'different'
    }
    case 'dollars': {
      const { usd, unpriced } = worthOf([{ asset: effect.asset, amount: moved }], context.prices, context.chains)
      const meant = parseAmount(amount.value, 8)
      if (unpriced.length > 0 || usd === 0n || meant === null) return 'unread'
      return sharesOf(request).some((share) => isClose(meant / share, usd, 5n)) ? 'met' : 'different'
    }
    case 'percent': {
      const hundredths = parseAmount(amount.value, 2)
      return hundredths === null ? 'unread' : ofWhole(hundredths, 10_000n, effect, request)
    }
    case 'share': {
      if (amount.rest || amount.but) return 'unread'
      const [of, all] = amount.part
      return ofWhole(BigInt(of), BigInt(all), effect, request)
    }
  }
}

/** No more than the share, and no less than half of it: gas may have to stay, and a fee may be taken. */
function ofWhole(of: bigint, all: bigint, effect: BalanceEffect, { action, texts }: Request): AskedPart['is'] {
  // Of a debt, or of a sum that was named before (“10 % more”), the wallet holds no whole.
  if (action === 'repay' || texts.length > 1) return 'unread'

  if (effect.after > effect.before || all === 0n) return 'unread'
  const most = (effect.before * of) / all
  const moved = size(effect)
  return moved * 100n <= most * 105n && moved * 2n >= most ? 'met' : 'different'
}

/** One figure may be for each of several, or for all of them together. */
function sharesOf({ receivers, sums }: Request): bigint[] {
  const most = Math.max(receivers.length, sums.filter(({ part }) => part === 'get').length, 1)
  return Array.from({ length: most }, (_, index) => BigInt(index + 1))
}

function keepPart(sum: Sum, moves: Moves, context: RuleContext): AskedPart[] {
  const { amount, what } = sum
  if (amount?.is !== 'number' || (what && what.is !== 'token')) return []
  const effect = moves.out.find((each) => !what || isToken(what.symbol, each, context))
  if (!effect || effect.decimals === null) return []
  const kept = parseAmount(amount.value, effect.decimals)
  if (kept === null) return []
  const found = `${formatAmount(effect.after, effect.decimals, 'in')} ${effect.symbol} stays`
  return [{ respect: 'keeps', asked: sum.text, found, is: effect.after * 100n >= kept * 99n ? 'met' : 'different' }]
}

function receiverParts({ receivers, action }: Request, { recipients }: Moves, context: RuleContext): Judged[] {
  if (receivers.length === 0 || (action !== 'send' && action !== 'sendNft')) return []
  const meant = receivers.map((receiver) => addressOf(receiver, context))
  const p = Math.min(...receivers.map((receiver) => receiver.p))
  return recipients.map((recipient): Judged => {
    const asked = receivers.map(({ text }) => text).join(', ')
    const isMeant = meant.some((address) => address && isAddressEqual(address, recipient))
    const is = isMeant ? 'met' : meant.includes(null) ? 'unread' : 'different'
    return [{ respect: 'receiver', asked, found: recipient, is }, p]
  })
}

function addressOf({ meaning }: Receiver, { names }: RuleContext): `0x${string}` | null {
  if (meaning?.is === 'address' || meaning?.is === 'contact') return meaning.address
  if (meaning?.is !== 'name') return null
  for (const [name, fact] of names)
    if (name.toLowerCase() === meaning.name && fact.ok && fact.value) return fact.value.address
  return null
}

function chainParts({ chains, action }: Request, moves: Moves, context: RuleContext): Judged[] {
  return chains.map(({ end, chain, text, p }): Judged => {
    const ends = [
      ...(end !== 'to' ? [moves.chainId] : []),
      ...(end !== 'from' && moves.later ? [moves.later.chainId] : []),
      // "Bridge to Base": where it leaves from, nobody has said.
      ...(end === 'to' && !moves.later && action !== 'bridge' ? [moves.chainId] : []),
    ]
    const found = ends.map((id) => chainName(id, context)).join(' and ')
    const is = chain.chainId !== null && ends.includes(chain.chainId) ? 'met' : 'different'
    return [{ respect: 'chain', asked: text, found, is }, p]
  })
}

/**
 * What is stated of slippage is held against the least that must arrive, bounds of a sum against what moves, of a
 * protocol against the contracts called.
 */
function limitParts(request: Request, moves: Moves, context: RuleContext): Judged[] {
  return request.limits.flatMap(({ role, meanings, text, p }): Judged[] => {
    const part = (found: string, is: AskedPart['is']): Judged[] => [[{ respect: 'limit', asked: text, found, is }, p]]
    switch (role) {
      case 'slippage': {
        const most = meanings.find((meaning) => meaning.is === 'percent' || meaning.is === 'number')
        const real = slippageOf(context)
        const limit = most ? parseAmount(most.value, 2) : null
        if (real === null || limit === null) return part('', 'unread')
        return part(`slippage of up to ${percent(real)} %`, real <= limit + 1n ? 'met' : 'different')
      }
      case 'atMost': {
        const [main] = taking.includes(request.action) ? moves.in : moves.out
        const bound = meanings.find((meaning) => meaning.is === 'number' || meaning.is === 'share')
        if (!main || main.decimals === null || !bound) return []
        const symbol = meanings.find((meaning) => meaning.is === 'token')?.symbol
        if (symbol && !isToken(symbol, main, context)) return []
        const [of, all] = bound.is === 'share' ? bound.part : [1, 1]
        const most =
          bound.is === 'number' ? parseAmount(bound.value, main.decimals) : (main.before * BigInt(of)) / BigInt(all)
        return most === null ? [] : part(figureOf(main), size(main) * 100n <= most * 101n ? 'met' : 'different')
      }
      case 'excluded': {
        const chain = meanings.find((meaning) => meaning.is === 'chain')
        return chain?.chainId === moves.chainId ? part(chainName(moves.chainId, context), 'different') : []
      }
      case 'protocol': {
        const called = context.decoded.targets.flatMap((target) =>
          context.chain ? (listedContract(context.chain, target) ?? []) : [],
        )
        const isNamed = meanings.some(
          (meaning) => meaning.is === 'protocol' && called.some((label) => label.toLowerCase().includes(meaning.id)),
        )
        return part(called.join(', '), isNamed ? 'met' : 'unread')
      }
      default:
        return []
    }
  })
}

/** How far what must arrive lies below what the simulation brings, in hundredths of a percent; null where neither is known. */
function slippageOf({ plan, effects }: RuleContext): bigint | null {
  const [least] = plan.declares.in
  if (!least) return null
  const arrived = effects().balances.find(
    ({ asset, before, after }) =>
      after > before && asset.kind === least.asset.kind && asset.chainId === least.asset.chainId,
  )
  const amount = arrived ? size(arrived) : 0n
  return amount === 0n || least.amount > amount ? null : ((amount - least.amount) * 10_000n) / amount
}

const percent = (hundredths: bigint): string => (Number(hundredths) / 100).toString()

const figureOf = (effect: BalanceEffect): string =>
  figure(size(effect), effect.asset, effect, effect.after > effect.before ? 'in' : 'out')

const chainName = (id: number, { chains }: RuleContext): string => chains.get(id)?.name ?? `chain ${id}`

const sameToken = (one: string, other: string): boolean => kindOf(one) === kindOf(other)

/** People call the wrapped coin, and a bridged twin, by the plain name. */
const isToken = (symbol: string, effect: BalanceEffect, { chain }: RuleContext): boolean =>
  sameToken(symbol, effect.symbol) ||
  (effect.asset.kind === 'native' && sameToken(symbol, chain?.viemChain.nativeCurrency.symbol ?? ''))
