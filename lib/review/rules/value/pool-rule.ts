import { formatUsd } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { impactLevel } from '@/lib/tools/execute-router-swap/rules/price-rules'
import { Unavailable } from '../../context'
import { callsItself } from '../../facts/decoded-plan'
import { worthOfOne } from '../../findings/budget'
import { balanceChanges, isStrange } from '../../simulation/balance-changes'
import type { Rule } from '../rule'

/**
 * G32: anybody can exchange one token of a pool for the other at the pool's price. So both must be worth something, and
 * both halves of a deposit the same: others correct a wrong price by trading, at the expense of those who deposited.
 *
 * @finds DANGER where the pool’s other token is unknown. As `swap.price` for what is lost to a price that is off.
 */
export const poolRule: Rule = {
  id: 'G32',
  about: 'whether the pool’s price is right for what you put in',
  applies: ({ plan, decoded }) => callsItself(plan, decoded, pooling),
  check: (context) => {
    const { balances } = context.effects()
    const stranger = balances.find(isStrange)
    if (stranger)
      return {
        level: 'DANGER',
        title: 'The pool holds an unknown token.',
        observed: stranger.asset.kind === 'erc20' ? stranger.asset.address : '',
        why: 'Whoever can mint more of that token can use it to take out what you put in, for nothing. Decline it unless you know the token.',
      }
    const { left } = balanceChanges(balances)
    const [one, other, ...more] = left.map((side) => worthOfOne(side, context.prices, context.chains))
    if (typeof one !== 'bigint' || typeof other !== 'bigint' || more.length > 0)
      throw new Unavailable('there is no on-chain price for what is put in. Compare the pool’s price elsewhere')
    const whole = Number(one + other)
    // After others have traded until both halves are worth the same, x · y is unchanged and x + y shrinks to 2√(xy).
    const lost = whole === 0 ? 0 : 1 - (2 * Math.sqrt(Number(one) * Number(other))) / whole
    // Traders gain what is lost. It is judged like the loss of a swap.
    const level = impactLevel(lost, 'swap')
    if (!level) return null
    return {
      level,
      title: `The pool’s price is off: you would lose ${percentOf(lost)} of what you put in.`,
      observed: `${formatUsd(one)} and ${formatUsd(other)}, by on-chain prices`,
      why: 'Traders correct such a price at the expense of whoever has just deposited. Wait until it is corrected, or ask for another pool.',
    }
  },
}

const pooling = /^addLiquidity/
