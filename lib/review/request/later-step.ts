import type { Action } from '@/lib/language/labels'
import type { Amount, Request, Sum } from '@/lib/language/request'
import type { Asset } from '@/lib/tools/plan'
import type { RuleContext } from '../context'
import { begunAt, type Earlier, latestOf, tokenOf } from './earlier'
import { type PlanEffects, sameToken } from './effects'
import { accountFor } from './parts/amounts'
import { taking } from './parts/limits'

/** Actions that pass something on. */
const using: readonly Action[] = ['send', 'supply', 'stake', 'swap', 'bridge', 'repay', 'wrap', 'unwrap']
/** Actions that bring what the next step may pass on. */
const bringing: readonly Action[] = [...taking, 'swap', 'bridge', 'wrap', 'rebalance']

/**
 * How much of an asset a later step may use. `brought`: what the steps before brought and did not use. `isSure`: false if
 * that, or whether the step is limited to it, cannot be known. `isWhole`: shares are of what was brought.
 */
export type Allowed = { brought: bigint; isSure: boolean; isWhole: boolean }

/**
 * Returns how much of an asset a plan may use as a later step of what the person asked for: of what the steps before have
 * brought, nothing if none of them was carried out. Null if the request does not limit it to that.
 */
export function allowedBy(asset: Asset, request: Request, moves: PlanEffects, context: RuleContext): Allowed | null {
  const latest = latestOf(context)
  const steps = latest.slice(0, Math.max(latest.indexOf(request), 0)).filter(({ action }) => bringing.includes(action))
  const token = tokenOf(asset, context)
  // "Swap it and send what comes out to …" may be read as one request: here is its second step.
  const isStep = isSecondStep(request, moves)
  const before = isStep ? [request] : steps
  const calls = context.earlier.filter(({ after }) => after > Math.min(...[request, ...before].map(begunAt)))
  const known = broughtBy(calls, asset, context)
  if (known.isBrought) return { brought: known.amount, isSure: true, isWhole: steps.length > 0 && refersToAll(request) }
  if (before.length === 0) return afterOthers(asset, request, context)
  const isLimited = isStep || isLaterStep(request, before, token?.symbol ?? null)
  if (!isLimited) return null
  const isOnTheWay = calls.some(
    (call) => call.in.length === 0 && call.out.some((each) => isElsewhere(each.asset, asset)),
  )
  // "Take 100 USDC and send it to …" may mean what is at hand.
  const isStated = before.some((step) => step.sums.some(isFigure) && accountFor(step, moves, context) === 'stated')
  return { brought: known.bridged, isSure: !isOnTheWay && !isStated, isWhole: !isStep && refersToAll(request) }
}

/** A request of its own that refers to something: perhaps what an earlier call of the conversation brought. */
function afterOthers(asset: Asset, request: Request, context: RuleContext): Allowed | null {
  if (!request.refers || request.sums.some(({ part }) => part !== 'get') || !using.includes(request.action)) return null
  const { amount, isBrought } = broughtBy(context.earlier, asset, context)
  return isBrought ? { brought: amount, isSure: false, isWhole: false } : null
}

/** True if a plan pays somebody, and its request names a receiver of what another action brings. */
export const isSecondStep = ({ receivers, action }: Request, moves: PlanEffects): boolean =>
  moves.recipients.length > 0 && receivers.length > 0 && action !== 'send' && action !== 'sendNft'

const isElsewhere = (one: Asset, other: Asset): boolean => one.chainId !== other.chainId

/** Returns what is left of what calls brought of a token or its wrapped coin, and what they sent to its chain from others. */
function broughtBy(calls: readonly Earlier[], asset: Asset, context: RuleContext) {
  const token = tokenOf(asset, context)
  const sumOf = (call: Earlier, side: 'in' | 'out', isHere: boolean): bigint =>
    call[side].reduce((sum, each) => {
      const other = tokenOf(each.asset, context)
      const isSame = token && other && sameToken(token.symbol, other.symbol) && token.decimals === other.decimals
      return isSame && isElsewhere(each.asset, asset) !== isHere ? sum + each.amount : sum
    }, 0n)
  const total = (side: 'in' | 'out', isHere: boolean, all = calls) =>
    all.reduce((sum, call) => sum + sumOf(call, side, isHere), 0n)
  const [brought, used] = [total('in', true), total('out', true)]
  return {
    isBrought: brought > 0n,
    amount: brought > used ? brought - used : 0n,
    bridged: total(
      'out',
      false,
      calls.filter((call) => call.in.length === 0 && call.to.length === 0),
    ),
  }
}

/** True if a request uses what the steps before it bring: by a reference, a share of it, or its name without an amount. */
function isLaterStep(request: Request, steps: readonly Request[], symbol: string | null): boolean {
  const { action, sums, refers } = request
  if (!using.includes(action) || sums.some(({ amount }) => amount && !isShare(amount))) return false
  const given = sums.filter(({ part, what }) => part !== 'get' && part !== 'keep' && what !== null)
  const [named] = given
  if (named)
    return (
      named.amount === null &&
      steps.some((step) => bringsOf(step).some((each) => isOf(named, each))) &&
      isOf(named, symbol)
    )
  return refers === true || refersToAll(request)
}

const isOf = ({ what }: Sum, symbol: string | null): boolean =>
  what?.is === 'token' && symbol !== null && sameToken(what.symbol, symbol)

const isFigure = ({ amount }: Sum): boolean => amount?.is === 'number' || amount?.is === 'dollars'

const isShare = (amount: Amount): boolean =>
  (amount.is === 'share' && !amount.rest && !amount.but) || amount.is === 'percent'

/** True if a request takes a share without saying what of: "all of what you got", "half of it". */
const refersToAll = ({ sums }: Request): boolean =>
  sums.some(({ part, amount, what }) => part === 'unsaid' && amount !== null && isShare(amount) && what === null)

/** Returns the symbols of what a step brings. */
function bringsOf({ action, sums }: Request): string[] {
  const isBrought = ({ part }: Sum) => part === 'get' || taking.includes(action) || action === 'bridge'
  return sums.flatMap((sum) => (sum.what?.is === 'token' && isBrought(sum) ? [sum.what.symbol] : []))
}
