import { formatUsd } from '@/lib/chain/tokens/amount'
import { type RuleContext, Unavailable } from '../../context'
import { worthOf } from '../../findings/budget'
import { figure } from '../../findings/figures'
import { balanceChanges } from '../../simulation/balance-changes'
import type { Observation, Rule } from '../rule'

/**
 * G26: checks the person's limits on what may leave the account in one proposal and within 24 hours. All outflows
 * count, including swaps and loans, but not network fees. Assets without a price cannot be counted and are UNVERIFIED.
 *
 * @finds BLOCK where what leaves exceeds your limit for one proposal or for 24 hours. UNVERIFIED where something has no
 * price.
 */
export const budgetRule: Rule = {
  id: 'G26',
  about: 'whether this stays within your spending limits',
  applies: ({ budget }) => budget !== null,
  check: function* (context) {
    const { budget, prices, chains } = context
    if (budget === null) return
    if (budget === 'unreadable') throw new Unavailable('the limits stored in this browser cannot be read')
    const { limits, spent, unrecorded } = budget
    const now = worthOf(leaving(context), prices, chains)
    if (limits.perProposal !== null && now.usd > limits.perProposal)
      yield exceeded('This is over your limit for one proposal.', limits.perProposal, formatUsd(now.usd))
    const earlier = worthOf(spent, prices, chains)
    if (limits.perDay !== null && now.usd + earlier.usd > limits.perDay)
      yield exceeded(
        'This is over your limit for 24 hours.',
        limits.perDay,
        `${formatUsd(now.usd + earlier.usd)}: ${formatUsd(now.usd)} now, and ${formatUsd(earlier.usd)} in the last 24 hours`,
      )
    const [unpriced] = now.unpriced
    if (unpriced)
      throw new Unavailable(
        `there is no price for ${figure(unpriced.amount, unpriced.asset, context.token(unpriced.asset))}`,
      )
    if (limits.perDay === null) return
    if (earlier.unpriced.length > 0) throw new Unavailable('something you moved in the last 24 hours has no price')
    if (unrecorded > 0)
      throw new Unavailable('there is no record of what an earlier proposal in the last 24 hours moved')
  },
}

const leaving = (context: RuleContext) => balanceChanges(context.effects().balances).left

const exceeded = (title: string, limit: bigint, observed: string): Observation => ({
  level: 'BLOCK',
  title,
  terms: { claim: 'Your limit', observed: 'It would be' },
  claim: formatUsd(limit),
  observed,
  why: 'You set this limit yourself. Ask for less, or change it in the account menu, under Settings, “Spending limits”.',
})
