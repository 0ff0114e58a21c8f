import { type Address, isAddressEqual } from 'viem'
import type { Token } from '@/lib/chain/chains/chain'
import { formatAmount, formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { chainName, findToken, tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Action } from '@/lib/language/labels'
import type { AssetAmount, Plan } from '@/lib/tools/plan'
import { assetOf } from '@/lib/tools/shared/approval'
import { isPurchase } from '@/lib/wire/plan'
import { type RuleContext, Unavailable } from '../../context'
import { worthOf } from '../../findings/budget'
import { figure } from '../../findings/figures'
import { isAskedFor } from '../../request/asked'
import { described, figureOf, type PlanEffects, planEffects, slippageOf } from '../../request/effects'
import { vaultsOf } from '../../request/parts/places'
import type { BalanceEffect } from '../../review'
import { balanceChanges, sizeOf } from '../../simulation/balance-changes'
import { assetKey } from '../../simulation/possible-effects'
import type { Basis } from '../../words/basis'
import { recipientsOf } from '../addresses/address-rules'
import type { Observation, Rule } from '../rule'

/**
 * G34: a proposal initiated by the service must keep to the plan that the person confirmed, or to the permission they
 * signed, in this browser. Without either it is unknown what they agreed to. One that the service only names beside the
 * person's own request adds these checks to those of G35.
 *
 * @finds For what the service proposes by itself, or names a plan or permission for. DANGER where it goes beyond the plan
 * or permission that you confirmed or signed in this browser: another action, token, network or receiver, more of it, a
 * longer lock-up, a loan, or no date for it. WARN where it is less, or where your latest words ask for just this.
 * UNVERIFIED where you confirmed nothing here. DANGER for a permission that it asks for by itself.
 */
export const basisRule: Rule = {
  id: 'G34',
  about: 'whether this keeps to the plan or permission that it comes from',
  applies: ({ basis }) => basis !== null,
  check: function* (context) {
    const { basis } = context
    if (basis === null) return
    switch (basis.is) {
      case 'plan':
        return yield* againstPlan(basis, context)
      case 'permission':
        return yield* againstPermission(basis, context)
      case 'unknown':
        throw new Unavailable(notHere[basis.by ?? 'nothing'])
    }
  },
}

const notHere = {
  plan: 'you did not confirm this plan in this browser',
  permission: 'you did not sign this permission in this browser',
  nothing: 'the service proposed it by itself and does not say by which plan or permission',
}

function* againstPlan(
  { terms, dates, done }: Extract<Basis, { is: 'plan' }>,
  context: RuleContext,
): Generator<Observation> {
  const { plan, chain, actions } = context
  const effects = planEffects(context)
  const level = levelFor(effects, context)
  const buys = isPurchase(terms)
  const once = buys ? 'purchase' : 'transfer'
  if (done >= dates)
    yield differs(
      level,
      'No date of your plan has come for this.',
      `${dates === 1 ? '1 date' : `${dates} dates`} so far`,
      `${once} ${done + 1}`,
    )
  const elsewhere = elsewhereIn(terms.chainId, effects, plan)
  if (elsewhere !== null || !chain)
    return yield differs(
      level,
      'This is on a different network from your plan.',
      chainName(terms.chainId),
      chainName(elsewhere ?? plan.steps[0].chainId),
    )
  const sold = tokenBySymbol(chain, terms.sells)
  const bought = buys ? tokenBySymbol(chain, terms.buys) : null
  if (!sold || (buys && !bought)) throw new Unavailable('this app does not list a token of your plan')
  const isItsAction = actions.length === 0 || actions.includes(buys ? 'swap' : 'send')
  if (!isItsAction) yield differs(level, 'Your plan does something else.', `a ${once}`, described(effects))
  yield* borrowed(level, `a ${once}`, effects)
  const { left, arrived } = balanceChanges(context.effects().balances)
  const [other] = left.filter((each) => !isOf(sold, each))
  if (other) yield differs(level, 'Something leaves that is not in your plan.', terms.sells, named(other, context))
  if (bought && !arrived.some((each) => isOf(bought, each)))
    yield differs(
      level,
      'What arrives is not what your plan buys.',
      bought.symbol,
      arrived.map((each) => named(each, context)).join(', ') || 'nothing',
    )
  const receiver = buys ? plan.account : terms.to
  const [stranger] = recipientsOf(context).filter((each) => !isAddressEqual(each, receiver))
  if (stranger)
    yield differs(level, 'It goes to someone who is not in your plan.', buys ? 'your own account' : receiver, stranger)
  else if (!buys && !effects.recipients.some((each) => isAddressEqual(each, receiver)))
    yield differs(level, 'It does not go to the receiver of your plan.', receiver, described(effects))
  const slippage = slippageOf(context)
  if (buys && terms.slippage !== undefined && slippage !== null && Number(slippage) > terms.slippage * 10_000 + 1)
    yield differs(
      level,
      'More may be lost to slippage than your plan allows.',
      percentOf(terms.slippage),
      percentOf(Number(slippage) / 10_000),
    )
  const moved = left.find((each) => isOf(sold, each)) ?? { asset: assetOf(sold), amount: 0n }
  yield* sum(level, terms.amount, moved, sold, context)
}

function* sum(
  level: Level,
  { kind, value }: { kind: 'exact' | 'usd'; value: string },
  moved: AssetAmount,
  { decimals }: Token,
  context: RuleContext,
): Generator<Observation> {
  const inDollars = kind === 'usd'
  const meant = parseAmount(value, inDollars ? 8 : decimals)
  const worth = worthOf([moved], context.prices, context.chains)
  if (meant === null || (inDollars && worth.unpriced.length > 0))
    throw new Unavailable('there is no price for what leaves')
  const amount = inDollars ? worth.usd : moved.amount
  const write = (size: bigint) => (inDollars ? formatUsd(size) : named({ ...moved, amount: size }, context))
  // The amounts in dollars come from prices at two different times.
  const slack = inDollars ? meant / 20n : 0n
  if (amount > meant + slack) yield differs(level, 'More leaves than your plan says.', write(meant), write(amount))
  if (amount + slack + meant / 100n < meant)
    yield differs('WARN', 'Less leaves than your plan says.', write(meant), write(amount))
}

function* againstPermission(
  { permission, hasEnded }: Extract<Basis, { is: 'permission' }>,
  context: RuleContext,
): Generator<Observation> {
  const { chainId, token, maxLockupDays } = permission
  const effects = planEffects(context)
  const level = levelFor(effects, context)
  if (hasEnded) yield differs(level, 'Your permission for this has ended.', 'an end before now', 'a move now')
  const elsewhere = elsewhereIn(chainId, effects, context.plan)
  if (elsewhere !== null)
    return yield differs(
      level,
      'This is on a different network from your permission.',
      chainName(chainId),
      chainName(elsewhere),
    )
  const [stranger] = recipientsOf(context)
  if (stranger) yield differs(level, 'It goes to someone else.', 'moves between places of your own', stranger)
  const isIt = ({ asset }: BalanceEffect) => asset.kind === 'erc20' && isAddressEqual(asset.address, token)
  const [moved] = [...effects.out, ...effects.in].filter(isIt)
  const allowed = `moves of ${context.token({ kind: 'erc20', chainId, address: token }).symbol}`
  if (!moved)
    return yield differs(level, 'It moves a token that your permission does not cover.', allowed, described(effects))
  yield* borrowed(level, allowed, effects)
  if (!isMove(isIt, effects, context))
    yield differs(
      level,
      'This is not a move between places that earn.',
      `a deposit or withdrawal of ${moved.symbol}`,
      described(effects),
    )
  const most = BigInt(permission.maxAmountPerMove)
  // A withdrawn amount may have earned interest since the proposal.
  if (sizeOf(moved) > most + most / 100n)
    yield differs(
      level,
      'It moves more than your permission allows.',
      named({ asset: moved.asset, amount: most }, context),
      figureOf(moved),
    )
  const locked = isIn(moved) ? 0 : Math.max(0, ...vaultsOf(context).map(({ lockupSeconds }) => lockupSeconds ?? 0))
  if (locked > maxLockupDays * 86_400)
    yield differs(
      level,
      'This locks your tokens longer than your permission allows.',
      maxLockupDays === 0 ? 'no lock-up' : daysWords(maxLockupDays),
      daysWords(Math.ceil(locked / 86_400)),
    )
}

const isIn = ({ before, after }: BalanceEffect): boolean => after > before
const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** What moves a position between places that earn. */
const moving: readonly Action[] = ['stake', 'supply', 'unstake', 'withdraw']

/**
 * True if a plan deposits the token or withdraws it, and trades it for nothing. `isIt`: whether a balance is the token's.
 * Tokens of no list are the shares of the place: the tool has checked that, or the place is a known one.
 */
function isMove(isIt: (effect: BalanceEffect) => boolean, effects: PlanEffects, context: RuleContext): boolean {
  const { actions, decoded, isKnownAs, chain } = context
  const isTrade = [...effects.out, ...effects.in].some((effect) => effect.listed && !isIt(effect))
  if (isTrade || effects.paidOut.length > 0) return false
  if (actions.length > 0) return actions.some((action) => moving.includes(action))
  const isPlace = (target: Address) =>
    isKnownAs('pinned', target) && !(chain?.diamond && isAddressEqual(chain.diamond, target))
  const places = decoded.targets.filter((target) => !(chain && findToken(chain, target)))
  return places.length > 0 && places.every(isPlace)
}

/** Returns the network of a plan, or of what it brings later, that is not this one. Null if there is none. */
const elsewhereIn = (chainId: number, { later }: PlanEffects, { steps }: Plan): number | null =>
  [...steps, ...(later ? [later] : [])].find((each) => each.chainId !== chainId)?.chainId ?? null

/** Reports a new debt: no plan or permission covers one. */
function* borrowed(level: Level, claim: string, { owes, positions }: PlanEffects): Generator<Observation> {
  // An older debt may grow by a little interest meanwhile.
  const isNew = ({ before, after }: Pick<BalanceEffect, 'before' | 'after'>) => (after - before) * 10_000n > before
  const [loan] = [...positions.filter(({ debt }) => debt), ...owes].filter(isNew)
  if (loan)
    yield differs(
      level,
      'This borrows.',
      claim,
      `a loan of ${formatAmount(loan.after - loan.before, loan.decimals)} ${loan.symbol}`,
    )
}

const isOf = (token: Token, { asset }: AssetAmount): boolean => assetKey(asset) === assetKey(assetOf(token))
const named = ({ asset, amount }: AssetAmount, context: RuleContext): string =>
  figure(amount, asset, context.token(asset))

type Level = 'WARN' | 'DANGER'

/** What is beyond the terms is a danger, unless the person's latest words ask for just that. */
const levelFor = (effects: PlanEffects, context: RuleContext): Level =>
  isAskedFor(effects, context) ? 'WARN' : 'DANGER'

const differs = (level: Level, title: string, claim: string, observed: string): Observation => ({
  level,
  title,
  terms: { claim: 'You agreed to', observed: 'This is' },
  claim,
  observed,
  why: 'Decline it unless you have asked for this yourself.',
})
