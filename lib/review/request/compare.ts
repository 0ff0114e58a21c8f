import { type Address, isAddressEqual } from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { formatAmount, parseAmount } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { chainName, findToken } from '@/lib/chain/tokens/tokens'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import type { Action } from '@/lib/language/labels'
import type { Amount, Limit, Receiver, Request, RequestedChain, Requests, Sum } from '@/lib/language/request'
import type { RuleContext } from '../context'
import { worthOf } from '../findings/budget'
import { figure } from '../findings/figures'
import type { AllowanceEffect, BalanceEffect, RequestPart } from '../review'
import { apart, sizeOf } from '../simulation/balance-changes'
import { assetKey } from '../simulation/possible-effects'
import { kindOf } from '../words/written-assets'

/** The effects of a plan that a request can state. */
export type PlanEffects = {
  out: readonly BalanceEffect[]
  in: readonly BalanceEffect[]
  owes: readonly BalanceEffect[]
  /** Recipients of direct transfers. */
  recipients: readonly Address[]
  /** Other recipients of what is bought, withdrawn or repaid. */
  paidOut: readonly { address: Address; symbol: string }[]
  /** A token that arrives on another chain later. */
  later: { chainId: number; symbol: string } | null
  chainId: number
  allowances: readonly AllowanceEffect[]
  /** True if something may be taken later or a power is given. */
  grants: boolean
  revokes: boolean
}

export function planEffects(context: RuleContext): PlanEffects {
  const { plan, decoded, chains } = context
  const { balances, allowances, operators } = context.effects()
  const { later } = plan.declares
  const laterChain = later && chains.get(later.chainId)
  const laterToken = laterChain && findToken(laterChain, later.kind === 'native' ? nativeAddress : later.address)
  return {
    out: balances.filter(({ before, after, debt }) => !debt && after < before),
    in: balances.filter(({ before, after, debt }) => !debt && after > before),
    owes: balances.filter(({ debt }) => debt),
    recipients: decoded.recipients
      .filter(({ earned, address }) => !earned && !isAddressEqual(address, plan.account))
      .map(({ address }) => address),
    paidOut: decoded.recipients
      .filter(({ earned }) => earned)
      .map(({ address, asset }) => ({ address, symbol: context.token(asset).symbol })),
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

/** The effects of a plan in a few words: "0.5 ETH leaves, 900 USDC arrives". */
export function described(moves: PlanEffects): string {
  const words = [
    ...moves.out.map((effect) => `${figureOf(effect)} leaves`),
    ...moves.in.map((effect) => `${figureOf(effect)} arrives`),
    ...(moves.later ? [`${moves.later.symbol || 'something'} arrives on ${chainName(moves.later.chainId)}`] : []),
    ...moves.paidOut.map(({ address, symbol }) => `${symbol || 'something'} arrives at ${address}`),
    ...(moves.grants ? ['a permission is given'] : []),
    ...(moves.revokes ? ['a permission is taken back'] : []),
  ]
  return words.length === 0 ? 'Nothing moves' : words.join(', ')
}

/** Returns the latest request that the plan answers best, with the comparison. Null if there is none. */
export function answered(
  { latest }: Requests,
  moves: PlanEffects,
  context: RuleContext,
): { request: Request; parts: RequestPart[] } | null {
  const all = latest.map((request) => ({ request, parts: compare(request, moves, context) }))
  return all.toSorted((a, b) => likeness(b.parts) - likeness(a.parts))[0] ?? null
}

const likeness = (parts: readonly RequestPart[]): number =>
  parts.reduce((sum, { is, respect }) => {
    const weight = respect === 'action' ? 3 : respect === 'gives' || respect === 'gets' ? 2 : 1
    return sum + (is === 'met' ? weight : is === 'different' ? -weight : 0)
  }, 0)

/** Least certainty of the reader (0 to 1) for a card to say that something differs. */
export const sureOfKind = 0.65
export const sureOfPart = 0.75
/** Added if later words changed the request: what they replace is easily mistaken. */
const surer = 0.15
/** Below this the reader is not sure of a whole request: which of its sums a change is about stays open. */
const sureOfWhole = 0.5
/** Enough if a named token does not move at all: it is missing in any part. */
const sureOfNaming = 0.6

/**
 * Compares a plan with one request. Returns a part for everything stated, so that what cannot be compared shows as
 * unread. A difference the reader is not sure of also counts as unread.
 */
function compare(request: Request, moves: PlanEffects, context: RuleContext): RequestPart[] {
  const isAllowance = request.action === 'approve' || request.action === 'revoke'
  const judged: Judged[] = [
    [actionPart(request, moves, context), request.sure.action],
    ...request.sums.map((sum): Judged => {
      const part = isAllowance ? allowancePart(sum, request, moves) : sumPart(sum, request, moves, context)
      return [part, sum.p, movesNowhere(sum, moves, context) ? sureOfNaming : sureOfPart]
    }),
    ...request.receivers.map((receiver): Judged => [receiverPart(receiver, request, moves, context), receiver.p]),
    ...request.chains.map((chain): Judged => [chainPart(chain, request, moves), chain.p]),
    ...request.limits.map((limit): Judged => [limitPart(limit, request, moves, context), limit.p]),
    ...request.unexplained.map((asked): Judged => [{ respect: 'limit', asked, found: '', is: 'unread' }, 0]),
  ]
  const isMet = (respect: RequestPart['respect']) =>
    judged.some(([part]) => part.respect === respect && part.is === 'met')
  const tokens = request.sums.filter(({ what }) => what?.is === 'token').length
  // "Swap it and send what comes out to …" may be read as one request: the send says nothing about the swap.
  const isStep = moves.recipients.length > 0 && request.receivers.length > 0 && !sending.includes(request.action)
  const isChanged = request.texts.length > 1
  const more = isChanged ? surer : 0
  // "10k in four equal buys, do the first": the call is for a part of the sum.
  const isSplit = request.limits.some(({ role }) => role === 'count')
  const isOpen = isSplit || (isChanged && request.p < sureOfWhole)
  return judged.map(([part, p, least = sureOfPart]) => {
    const isSum = part.respect === 'gives' || part.respect === 'gets'
    // One call may serve one of several sums: it says nothing about the others.
    const isOther = isSum && (isMet(part.respect) || tokens > 2 || isOpen)
    const isSure = !isStep && request.sure.kind >= sureOfKind && p >= least + (isSum ? more : 0) && !isOther
    return part.is === 'different' && !isSure ? { ...part, is: 'unread' } : part
  })
}

/** True if the plan does not touch a named token in any part. */
function movesNowhere({ what }: Sum, moves: PlanEffects, context: RuleContext): boolean {
  if (what?.is !== 'token' || !what.known) return false
  const effects = [...moves.out, ...moves.in, ...moves.owes]
  const symbols = [...moves.allowances.map(({ symbol }) => symbol), ...(moves.later ? [moves.later.symbol] : [])]
  return (
    effects.some(({ listed }) => listed) &&
    !effects.some((effect) => isToken(what.symbol, effect, context)) &&
    !symbols.some((symbol) => sameToken(what.symbol, symbol))
  )
}

const sending: readonly Action[] = ['send', 'sendNft']

/** A part, the reader's certainty of it, and the least certainty for the card to say that it differs. */
type Judged = readonly [RequestPart, number, number?]
/** Result of comparing one part. */
type Comparison = Pick<RequestPart, 'found' | 'is'>

const unread: Comparison = { found: '', is: 'unread' }
const met = (found: string, isMet: boolean): Comparison => ({ found, is: isMet ? 'met' : 'different' })

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

/** Classifies a plan by its effects. Several shapes if they are ambiguous: a deposit may also bring a token. */
function shapesOf({ out, in: arrived, owes, recipients, paidOut, later, grants, revokes }: PlanEffects): Shape[] {
  const isListed = ({ listed }: BalanceEffect) => listed
  const isExchange = out.length > 0 && arrived.length + paidOut.length > 0
  const found: Shape[] = []
  if (recipients.length > 0) return ['send']
  if (later) found.push('bridge')
  if (owes.some(({ before, after }) => after > before)) found.push('borrow')
  if (owes.some(({ before, after }) => after < before)) found.push('repay')
  if (isExchange) found.push('exchange')
  if (out.some(isListed) && !arrived.some(isListed)) found.push('enter')
  if (arrived.some(isListed) && !out.some(isListed)) found.push('leave')
  // The token of a share or staked coin may be listed too.
  if (isExchange) found.push('enter', 'leave')
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

const shapeWords: Record<Shape, string> = {
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

function actionPart({ action }: Request, moves: PlanEffects, { actions }: RuleContext): RequestPart {
  const due = shapes[action]
  const found = shapesOf(moves)
  const [first] = found
  const asked = actionWords[action] ?? 'What to do'
  if (!due || !first) return { respect: 'action', asked, ...unread }
  const isMet = actions.length > 0 ? actions.includes(action) : found.some((shape) => due.includes(shape))
  const other = (actions[0] && actionWords[actions[0]]) ?? shapeWords[first]
  return { respect: 'action', asked, ...met(isMet ? described(moves) : other, isMet) }
}

/** Compares allowances with a request to approve or revoke. */
function allowancePart({ what, amount, text }: Sum, { action }: Request, { allowances }: PlanEffects): RequestPart {
  const part = (comparison: Comparison): RequestPart => ({ respect: 'gives', asked: text, ...comparison })
  if (allowances.length === 0 || (what && what.is !== 'token')) return part(unread)
  const seen = allowances
    .map(({ amount, decimals, symbol }) => `${formatAmount(amount, decimals)} ${symbol}`)
    .join(' and ')
  const fitting = allowances.filter(({ symbol }) => !what || sameToken(what.symbol, symbol))
  if (fitting.length === 0) return part(met(seen, false))
  if (action === 'revoke' || !amount) return part(what ? met(seen, true) : unread)
  if (amount.is !== 'number') return part(unread)
  const isMet = fitting.some(({ amount: allowed, decimals }) => {
    const meant = decimals === null ? null : parseAmount(amount.value, decimals)
    return meant !== null && isClose(meant, allowed)
  })
  return part(met(seen, isMet))
}

/** Actions in which a named token is what comes back out rather than what goes in. */
export const taking: readonly Action[] = ['withdraw', 'unstake', 'claim', 'borrow', 'unwrap']

function sumPart(sum: Sum, request: Request, moves: PlanEffects, context: RuleContext): RequestPart {
  const { what, amount } = sum
  if (sum.part === 'keep') return { respect: 'keeps', asked: sum.text, ...keptOf(sum, moves, context) }
  const isOpen = sum.part === 'unsaid' || (sum.part === 'give' && taking.includes(request.action))
  const effects = sum.part === 'get' ? moves.in : isOpen ? [...moves.out, ...moves.in] : moves.out
  const part = (comparison: Comparison): RequestPart => ({
    respect: sum.part === 'get' ? 'gets' : 'gives',
    asked: sum.text,
    ...comparison,
  })
  const seen = effects.map(figureOf).join(' and ') || 'nothing'
  if (what?.is === 'nft') return part(nftOf(what.id, effects, seen))
  if (what && (what.is !== 'token' || !what.known)) return part({ found: seen, is: 'unread' })
  const elsewhere = [...(moves.later ? [moves.later] : []), ...moves.paidOut].map(({ symbol }) => symbol)
  const there = what && sum.part === 'get' && elsewhere.find((symbol) => sameToken(what.symbol, symbol))
  if (there) return part(amount ? { found: there, is: 'unread' } : met(there, true))
  const fitting = what ? effects.filter((effect) => effect.listed && isToken(what.symbol, effect, context)) : effects
  if (what && fitting.length === 0) {
    // Effects that are all unlisted (such as a position's token) say nothing about the named token.
    const isUnlisted = effects.every(({ listed }) => !listed)
    return part({ found: seen, is: isUnlisted ? 'unread' : 'different' })
  }
  if (!amount) return part(met(seen, true))
  const verdicts = fitting.map((effect) => fits(amount, effect, request, context))
  if (verdicts.includes('met')) return part(met(seen, true))
  if (verdicts.length === 0 || verdicts.includes('unread')) return part({ found: seen, is: 'unread' })
  return part(met(fitting.map(figureOf).join(' and '), false))
}

/** Compares the token id in the request with those that move. */
function nftOf(id: string, effects: readonly BalanceEffect[], seen: string): Comparison {
  const moved = effects.flatMap(({ asset }) =>
    asset.kind === 'erc721' || asset.kind === 'erc1155' ? [asset.tokenId.toString()] : [],
  )
  return moved.length === 0 ? { found: seen, is: 'unread' } : met(seen, moved.includes(id))
}

/** True within two percent by default: prices move while people read. */
const isClose = (meant: bigint, amount: bigint, percent = 2n): boolean => apart(meant, amount) * 100n <= meant * percent

function fits(amount: Amount, effect: BalanceEffect, request: Request, context: RuleContext): RequestPart['is'] {
  const moved = sizeOf(effect)
  // "All but a tenth" is an amount too, but not one that is compared.
  if (request.sums.some(({ amount }) => amount?.is === 'share' && amount.but)) return 'unread'
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

/** Met by at most the share, plus 5%, and at least half of it: gas may have to stay, and a fee may be taken. */
function ofWhole(of: bigint, all: bigint, effect: BalanceEffect, { action, texts }: Request): RequestPart['is'] {
  // A share of a debt, or of a sum named before (“10 % more”), is not a share of the balance.
  if (action === 'repay' || texts.length > 1) return 'unread'
  if (effect.after > effect.before || all === 0n) return 'unread'
  const most = (effect.before * of) / all
  const moved = sizeOf(effect)
  return moved * 100n <= most * 105n && moved * 2n >= most ? 'met' : 'different'
}

/** Possible divisors of a figure: it may be the total of several receivers or tokens, or the amount for each. */
function sharesOf({ receivers, sums }: Request): bigint[] {
  const most = Math.max(receivers.length, sums.filter(({ part }) => part === 'get').length, 1)
  return Array.from({ length: most }, (_, index) => BigInt(index + 1))
}

function keptOf({ amount, what }: Sum, { out }: PlanEffects, context: RuleContext): Comparison {
  if (amount?.is !== 'number' || (what && what.is !== 'token')) return unread
  const effect = out.find((each) => !what || isToken(what.symbol, each, context))
  const kept = effect?.decimals == null ? null : parseAmount(amount.value, effect.decimals)
  if (!effect || kept === null) return unread
  const left = `${formatAmount(effect.after, effect.decimals, 'in')} ${effect.symbol} is left`
  return met(left, effect.after * 100n >= kept * 99n)
}

function receiverPart(receiver: Receiver, request: Request, moves: PlanEffects, context: RuleContext): RequestPart {
  const { action, receivers } = request
  const isSend = action === 'send' || action === 'sendNft'
  const recipients = isSend ? moves.recipients : moves.paidOut.map(({ address }) => address)
  const part = (comparison: Comparison): RequestPart => ({ respect: 'receiver', asked: receiver.text, ...comparison })
  if (recipients.length === 0) return part(unread)
  const meant = receivers.map((each) => addressOf(each, context))
  const strangers = recipients.filter(
    (recipient) => !meant.some((address) => address && isAddressEqual(address, recipient)),
  )
  if (strangers.length > 0) {
    const found = strangers.join(', ')
    return part(meant.includes(null) ? { found, is: 'unread' } : met(found, false))
  }
  // One call may serve one of several receivers: it says nothing about the others.
  const own = addressOf(receiver, context)
  const isHere = own !== null && recipients.some((each) => isAddressEqual(each, own))
  return part({ found: recipients.join(', '), is: isHere ? 'met' : 'unread' })
}

export function addressOf({ meaning }: Receiver, { names }: RuleContext): Address | null {
  if (meaning?.is === 'address' || meaning?.is === 'contact') return meaning.address
  if (meaning?.is !== 'name') return null
  for (const [name, fact] of names)
    if (name.toLowerCase() === meaning.name && fact.ok && fact.value) return fact.value.address
  return null
}

function chainPart({ end, chain, text }: RequestedChain, { action }: Request, moves: PlanEffects): RequestPart {
  const ends = [
    ...(end !== 'to' ? [moves.chainId] : []),
    ...(end !== 'from' && moves.later ? [moves.later.chainId] : []),
    // "Bridge to Base" does not say which chain it leaves from.
    ...(end === 'to' && !moves.later && action !== 'bridge' ? [moves.chainId] : []),
  ]
  const found = ends.map((id) => chainName(id)).join(' and ')
  return { respect: 'chain', asked: text, ...met(found, chain.chainId !== null && ends.includes(chain.chainId)) }
}

const limitPart = (limit: Limit, request: Request, moves: PlanEffects, context: RuleContext): RequestPart => ({
  respect: limit.role === 'spender' ? 'receiver' : 'limit',
  asked: limit.text,
  ...limitOf(limit, request, moves, context),
})

/**
 * Compares a limit with the plan: slippage with the least that must arrive, an upper bound with what moves, a protocol
 * with the called contracts, a spender with the allowances.
 */
function limitOf({ role, meanings }: Limit, request: Request, moves: PlanEffects, context: RuleContext): Comparison {
  switch (role) {
    case 'slippage': {
      const most = meanings.find((meaning) => meaning.is === 'percent' || meaning.is === 'number')
      const real = slippageOf(context)
      const limit = most ? parseAmount(most.value, 2) : null
      if (real === null || limit === null) return unread
      return met(`slippage of up to ${percentOf(Number(real) / 10_000)}`, real <= limit + 1n)
    }
    case 'atMost':
      if (request.action === 'approve') return allowedAtMost(meanings, moves)
      return boundOf(meanings, taking.includes(request.action) ? moves.in[0] : moves.out[0], context)
    case 'excluded': {
      const chain = meanings.find((meaning) => meaning.is === 'chain')
      return chain ? met(chainName(moves.chainId), chain.chainId !== moves.chainId) : unread
    }
    case 'protocol': {
      const called = context.decoded.targets.flatMap((target) =>
        context.chain ? (listedContract(context.chain, target) ?? []) : [],
      )
      const isNamed = meanings.some(
        (meaning) => meaning.is === 'protocol' && called.some((label) => label.toLowerCase().includes(meaning.id)),
      )
      return { found: called.join(', '), is: isNamed ? 'met' : 'unread' }
    }
    case 'position': {
      const named = meanings.find((meaning) => meaning.is === 'position')?.kind
      const meant = named === 'vault' ? 'vault' : named === 'market' || named === 'collateral' ? 'market' : null
      const real = placeOf(context)
      if (!meant || !real || !entering.includes(request.action)) return unread
      return met(real === 'vault' ? 'a vault' : 'a lending market', meant === real)
    }
    case 'atLeast': {
      const [main] = moves.in
      const bound = meanings.find((meaning) => meaning.is === 'number')
      const symbol = meanings.find((meaning) => meaning.is === 'token')?.symbol
      if (!main || main.decimals === null || !bound || !symbol || !isToken(symbol, main, context)) return unread
      const least = parseAmount(bound.value, main.decimals)
      return least === null ? unread : met(figureOf(main), sizeOf(main) * 100n >= least * 99n)
    }
    case 'spender': {
      const named = meanings.find((meaning) => meaning.is === 'address')
      const spenders = moves.allowances.map(({ spender }) => spender)
      if (!named || spenders.length === 0) return unread
      return met(
        spenders.join(', '),
        spenders.some((spender) => isAddressEqual(spender, named.address)),
      )
    }
    default:
      return unread
  }
}

/** Checks an upper bound on an allowance. */
function allowedAtMost(meanings: Limit['meanings'], { allowances }: PlanEffects): Comparison {
  const bound = meanings.find((meaning) => meaning.is === 'number')
  const [allowance] = allowances
  if (!bound || !allowance || allowance.decimals === null) return unread
  const most = parseAmount(bound.value, allowance.decimals)
  const found = `${formatAmount(allowance.amount, allowance.decimals)} ${allowance.symbol}`
  return most === null ? unread : met(found, allowance.amount <= most)
}

/** Actions that deposit into a vault or market, or withdraw from it. */
const entering: readonly Action[] = ['stake', 'supply', 'unstake', 'withdraw']

/** Returns whether a plan uses a vault or a lending market. Null for neither or both. */
function placeOf({ chain, decoded }: RuleContext): 'vault' | 'market' | null {
  if (!chain) return null
  const isVault = decoded.targets.some((target) => pinnedVaultAt(chain.id, target))
  const isMarket = decoded.targets.some((target) => findLendingMarket(chain.id, target))
  return isVault === isMarket ? null : isVault ? 'vault' : 'market'
}

/** Checks an upper bound on what a plan moves: an amount, or a share of the balance. */
function boundOf(meanings: Limit['meanings'], main: BalanceEffect | undefined, context: RuleContext): Comparison {
  const bound = meanings.find((meaning) => meaning.is === 'number' || meaning.is === 'share')
  const symbol = meanings.find((meaning) => meaning.is === 'token')?.symbol
  if (!main || main.decimals === null || !bound || (symbol && !isToken(symbol, main, context))) return unread
  const most =
    bound.is === 'number'
      ? parseAmount(bound.value, main.decimals)
      : (main.before * BigInt(bound.part[0])) / BigInt(bound.part[1])
  return most === null ? unread : met(figureOf(main), sizeOf(main) * 100n <= most * 101n)
}

/**
 * Returns how far the declared minimum lies below the simulated amount, in hundredths of a percent. Null if unknown.
 */
function slippageOf({ plan, effects }: RuleContext): bigint | null {
  const [least] = plan.declares.in
  const arrived = least && effects().balances.find(({ asset }) => assetKey(asset) === assetKey(least.asset))
  if (!arrived || arrived.after <= arrived.before) return null
  const amount = sizeOf(arrived)
  return least.amount > amount ? null : ((amount - least.amount) * 10_000n) / amount
}

const figureOf = (effect: BalanceEffect): string =>
  figure(sizeOf(effect), effect.asset, effect, effect.after > effect.before ? 'in' : 'out')

export const sameToken = (one: string, other: string): boolean => kindOf(one) === kindOf(other)

/** True if a symbol names the effect's asset. People call wrapped coins and bridged twins by the plain name. */
const isToken = (symbol: string, effect: BalanceEffect, { chain }: RuleContext): boolean =>
  sameToken(symbol, effect.symbol) ||
  (effect.asset.kind === 'native' && sameToken(symbol, chain?.viemChain.nativeCurrency.symbol ?? ''))
