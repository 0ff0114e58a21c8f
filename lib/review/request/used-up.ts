import { isAddressEqual } from 'viem'
import { parseAmount } from '@/lib/chain/tokens/amount'
import type { Action } from '@/lib/language/labels'
import type { Request, Sum } from '@/lib/language/request'
import type { Allowance, AssetAmount } from '@/lib/tools/plan'
import type { RuleContext } from '../context'
import { worthOf } from '../findings/budget'
import { assetKey } from '../simulation/possible-effects'
import { addressOf } from '../words/written-addresses'
import { isClose } from './amounts'
import { amountIn, type Earlier, latestOf, madeFor, movedBy, share, tokenOf } from './earlier'
import { sameToken } from './effects'
import { taking } from './limits'

type Moved = Omit<Earlier, 'after'>

/**
 * True if earlier calls have carried out what this plan would do for a request. Each request asks for one call, for one
 * with each of its receivers and tokens, or for as many as it says. A change of it asks for no further one.
 */
export function isUsedUp(request: Request, context: RuleContext): boolean {
  const now = movedBy(context)
  const calls = usesOf(request, now, context)
  if (calls.length === 0) return false
  return !isWithinCount(request, [...calls, now], context) && !isWithinAmount(request, [...calls, now], context)
}

/** Returns the earlier calls for the same part of a request as a plan that moves this. */
function usesOf(request: Request, now: Moved, context: RuleContext): readonly Moved[] {
  const made = madeFor(request, context)
  const same = made.filter((each) => isSameCall(each, now))
  const alike = made.filter(
    (each) => !same.includes(each) && serves(each, request, now, context) && !isOtherPart(each, request, now, context),
  )
  // Each other request of the same words accounts for one of them.
  const others = latestOf(context).filter(
    (other) => other !== request && alike.some((each) => serves(each, other, each, context)),
  )
  return [...same, ...alike.slice(others.length)]
}

const isSameSet = <T>(some: readonly T[], others: readonly T[], isSame: (a: T, b: T) => boolean): boolean =>
  some.every((one) => others.some((other) => isSame(one, other))) &&
  others.every((one) => some.some((other) => isSame(one, other)))

const isSameAsset = (one: AssetAmount, other: AssetAmount): boolean => assetKey(one.asset) === assetKey(other.asset)
const isSameGrant = (one: Allowance, other: Allowance): boolean =>
  isAddressEqual(one.token, other.token) && isAddressEqual(one.spender, other.spender)

/** True if two calls move the same assets to the same places, or allow the same. */
function isSameCall(one: Moved, other: Moved): boolean {
  const isMoving = other.out.length + other.in.length > 0
  const isGrant = !isMoving && other.allowed.length > 0
  return (
    (isMoving || (isGrant && isSameSet(one.allowed, other.allowed, isSameGrant))) &&
    isSameSet(one.out, other.out, isSameAsset) &&
    isSameSet(one.in, other.in, isSameAsset) &&
    isSameSet(one.to, other.to, isAddressEqual)
  )
}

/** Actions that one request may ask for in any number of calls. */
const repeatable: readonly Action[] = ['approve', 'revoke', 'claim', 'rebalance', 'autoRebalance', 'callContract']

const tokensIn = (sums: readonly Sum[], isOne: (part: Sum['part']) => boolean): string[] => [
  ...new Set(sums.flatMap(({ part, what }) => (isOne(part) && what?.is === 'token' ? [what.symbol] : []))),
]
const isGiven = (part: Sum['part']): boolean => part === 'give' || part === 'unsaid'
const isGot = (part: Sum['part']): boolean => part === 'get'

const symbolsOf = (amounts: readonly AssetAmount[], context: RuleContext): string[] =>
  amounts.flatMap(({ asset }) => tokenOf(asset, context)?.symbol ?? [])

const haveOne = (named: readonly string[], symbols: readonly string[]): boolean =>
  named.some((one) => symbols.some((other) => sameToken(one, other)))

/** True if an earlier call did what a request asks for, as it is or was. `now`: what the plan moves that is to answer it. */
function serves(each: Moved, request: Request, now: Moved, context: RuleContext): boolean {
  const { action, sums, former } = request
  if (repeatable.includes(action)) return false
  const [out, arrived] = [symbolsOf(each.out, context), symbolsOf(each.in, context)]
  const said = [...sums, ...former]
  const [gives, gets] = [tokensIn(said, isGiven), tokensIn(said, isGot)]
  const isNamed = gives.length === 0 || haveOne(gives, out)
  if (now.to.length > 0 || action === 'send' || action === 'sendNft') {
    const receivers = [request.receivers, request.formerReceivers ?? []].flatMap((some) =>
      receiversOf({ ...request, receivers: some }, context),
    )
    return each.to.length > 0 && (receivers.length === 0 || share(receivers, each.to)) && isNamed
  }
  if (each.to.length > 0) return false
  if (taking.includes(action)) return out.length === 0 && haveOne([...gives, ...gets], arrived)
  if (action === 'supply' || action === 'stake' || action === 'repay')
    return out.length > 0 && arrived.length === 0 && isNamed
  if (gets.length > 0) return out.length > 0 && haveOne(gets, arrived)
  return out.length > 0 && gives.length > 0 && isNamed
}

const receiversOf = ({ receivers }: Request, { names }: RuleContext) =>
  receivers.flatMap(({ meaning }) => addressOf(meaning, names) ?? [])

/** True if a request names several receivers or tokens, or all there is, and the two calls serve different ones. */
function isOtherPart(each: Moved, request: Request, now: Moved, context: RuleContext): boolean {
  const { sums } = request
  const isApart = (named: readonly string[], one: readonly AssetAmount[], other: readonly AssetAmount[]) => {
    const served = named.filter((symbol) => haveOne([symbol], symbolsOf(one, context)))
    return named.length > 1 && !haveOne(served, symbolsOf(other, context))
  }
  const isAll = sums.some(({ amount, part }) => isGiven(part) && (amount?.is === 'share' || amount?.is === 'percent'))
  const isNft = now.out.some(({ asset }) => asset.kind === 'erc721' || asset.kind === 'erc1155')
  return (
    (receiversOf(request, context).length > 1 && !share(each.to, now.to)) ||
    isApart(tokensIn(sums, isGot), each.in, now.in) ||
    isApart(tokensIn(sums, isGiven), each.out, now.out) ||
    ((isAll || isNft) && !each.out.some((one) => now.out.some((other) => isSameAsset(one, other))))
  )
}

/** Returns how often a request says that it is to be done: "twice", "in 3 payments". */
function countOf({ limits, unexplained }: Request): number {
  const counts = limits.flatMap(({ role, meanings }) => (role === 'count' ? meanings : []))
  const figures = [...counts, ...unexplained.flatMap(({ meanings }) => meanings.filter(({ is }) => is === 'times'))]
  return Math.max(1, ...figures.map((each) => (each.is === 'times' || each.is === 'number' ? Number(each.value) : 1)))
}

const movesIn = ({ part }: Sum, call: Moved): readonly AssetAmount[] => (part === 'get' ? call.in : call.out)

/** True if these calls are no more than a request says, and each is of the amount that it says. */
function isWithinCount(request: Request, calls: readonly Moved[], context: RuleContext): boolean {
  if (calls.length > countOf(request)) return false
  return calls.every((call) =>
    request.sums.every((sum) => {
      const { amount, part } = sum
      if (amount?.is !== 'number' || part === 'keep') return true
      return movesIn(sum, call).some((moved) => {
        const token = tokenOf(moved.asset, context)
        const meant = token && parseAmount(amount.value, token.decimals)
        return meant !== null && isClose(meant, moved.amount)
      })
    }),
  )
}

/** True if one of the amounts that a request says covers all of these calls: "30 USDC in two halves". */
function isWithinAmount({ sums }: Request, calls: readonly Moved[], context: RuleContext): boolean {
  const { prices, chains } = context
  return sums.some((sum) => {
    const { amount, what, part } = sum
    if (part === 'keep') return false
    if (amount?.is === 'dollars') {
      const { usd, unpriced } = worthOf(
        calls.flatMap((call) => movesIn(sum, call)),
        prices,
        chains,
      )
      return unpriced.length === 0 && usd * 100n <= (parseAmount(amount.value, 8) ?? 0n) * 105n
    }
    if (amount?.is !== 'number' || (what && what.is !== 'token')) return false
    const [first] = calls
    return (first ? movesIn(sum, first) : []).some(({ asset }) => {
      const token = tokenOf(asset, context)
      if (!token || (what && !sameToken(what.symbol, token.symbol))) return false
      const moved = calls.map((call) => amountIn(movesIn(sum, call), asset))
      const total = moved.reduce((all, each) => all + each, 0n)
      return (
        moved.every((each) => each > 0n) && total * 200n <= (parseAmount(amount.value, token.decimals) ?? 0n) * 201n
      )
    })
  })
}

/** True if an amount is what earlier calls for the same request have left of the stated one: 100 of it, and then "make it 200". */
export function isRestOf(sum: Sum, { asset, amount }: AssetAmount, request: Request, context: RuleContext): boolean {
  const token = tokenOf(asset, context)
  const meant = sum.amount?.is === 'number' && token ? parseAmount(sum.amount.value, token.decimals) : null
  const used = madeFor(request, context).reduce((total, call) => total + amountIn(movesIn(sum, call), asset), 0n)
  return meant !== null && used > 0n && isClose(meant, used + amount)
}
