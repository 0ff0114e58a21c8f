import { isAddressEqual } from 'viem'
import type { Token } from '@/lib/chain/chains/chain'
import { formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import { chainName, tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { AssetAmount } from '@/lib/tools/plan'
import { assetOf } from '@/lib/tools/shared/approval'
import { isPurchase } from '@/lib/wire/plan'
import { type RuleContext, Unavailable } from '../../context'
import { worthOf } from '../../findings/budget'
import { figure } from '../../findings/figures'
import { balanceChanges } from '../../simulation/balance-changes'
import { assetKey } from '../../simulation/possible-effects'
import type { Basis } from '../../words/basis'
import { recipientsOf } from '../addresses/address-rules'
import type { Observation, Rule } from '../rule'

/**
 * G34: a proposal initiated by the service must keep to the plan that the person confirmed, or to the permission they
 * signed, in this browser. Without either it is unknown what they agreed to.
 *
 * @finds For what the service proposes by itself. DANGER where it goes beyond the plan or permission that you confirmed
 * or signed in this browser: another token, network, receiver, more of it, or no date for it; WARN where it is less, or
 * where you have asked for something in that conversation. UNVERIFIED where you confirmed nothing here. DANGER for a
 * permission that it asks for by itself.
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
  const { plan, chain } = context
  const once = isPurchase(terms) ? 'purchase' : 'transfer'
  if (done >= dates)
    yield differs(
      'No date of your plan has come for this.',
      `${dates === 1 ? '1 date' : `${dates} dates`} so far`,
      `${once} ${done + 1}`,
      context,
    )
  const elsewhere = plan.steps.find(({ chainId }) => chainId !== terms.chainId)
  if (elsewhere || !chain)
    return yield differs(
      'This is on a different network from your plan.',
      chainName(terms.chainId),
      chainName(elsewhere?.chainId ?? plan.steps[0].chainId),
      context,
    )
  const sold = tokenBySymbol(chain, terms.sells)
  const bought = isPurchase(terms) ? tokenBySymbol(chain, terms.buys) : null
  if (!sold || (isPurchase(terms) && !bought)) throw new Unavailable('this app does not list a token of your plan')
  const { left, arrived } = balanceChanges(context.effects().balances)
  const [other] = left.filter((each) => !isOf(sold, each))
  if (other) yield differs('Something leaves that is not in your plan.', terms.sells, named(other, context), context)
  if (bought && !arrived.some((each) => isOf(bought, each)))
    yield differs(
      'What arrives is not what your plan buys.',
      bought.symbol,
      arrived.map((each) => named(each, context)).join(', ') || 'nothing',
      context,
    )
  const [stranger] = isPurchase(terms)
    ? recipientsOf(context)
    : recipientsOf(context).filter((each) => !isAddressEqual(each, terms.to))
  if (stranger)
    yield differs(
      'It goes to someone who is not in your plan.',
      isPurchase(terms) ? 'your own account' : terms.to,
      stranger,
      context,
    )
  yield* sum(terms.amount, left.find((each) => isOf(sold, each)) ?? { asset: assetOf(sold), amount: 0n }, sold, context)
}

function* sum(
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
  if (amount > meant + slack) yield differs('More leaves than your plan says.', write(meant), write(amount), context)
  if (amount + slack + meant / 100n < meant)
    yield { ...differs('Less leaves than your plan says.', write(meant), write(amount), context), level: 'WARN' }
}

function* againstPermission(
  { permission, hasEnded }: Extract<Basis, { is: 'permission' }>,
  context: RuleContext,
): Generator<Observation> {
  const { chainId, token } = permission
  if (hasEnded) yield differs('Your permission for this has ended.', 'an end before now', 'a move now', context)
  const elsewhere = context.plan.steps.find((step) => step.chainId !== chainId)
  if (elsewhere)
    return yield differs(
      'This is on a different network from your permission.',
      chainName(chainId),
      chainName(elsewhere.chainId),
      context,
    )
  const [stranger] = recipientsOf(context)
  if (stranger) yield differs('It goes to someone else.', 'moves between places of your own', stranger, context)
  const { left, arrived } = balanceChanges(context.effects().balances)
  const moved = [...left, ...arrived].find(
    ({ asset }) => asset.kind === 'erc20' && isAddressEqual(asset.address, token),
  )
  if (!moved) return yield differs('It moves a token that your permission does not cover.', token, 'another', context)
  const most = BigInt(permission.maxAmountPerMove)
  // A withdrawn amount may have earned interest since the proposal.
  if (moved.amount > most + most / 100n)
    yield differs(
      'It moves more than your permission allows.',
      named({ ...moved, amount: most }, context),
      named(moved, context),
      context,
    )
}

const isOf = (token: Token, { asset }: AssetAmount): boolean => assetKey(asset) === assetKey(assetOf(token))
const named = ({ asset, amount }: AssetAmount, context: RuleContext): string =>
  figure(amount, asset, context.token(asset))

/** Reports a difference, less severely if the person wrote in that conversation: they may want something else. */
const differs = (title: string, claim: string, observed: string, { ownWords }: RuleContext): Observation => ({
  level: ownWords.length > 0 ? 'WARN' : 'DANGER',
  title,
  terms: { claim: 'You agreed to', observed: 'This is' },
  claim,
  observed,
  why: 'Decline it unless you have asked for this yourself.',
})
