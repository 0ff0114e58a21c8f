import { isAddressEqual } from 'viem'
import { formatUsd } from '@/lib/chain/amount'
import { percentText } from '@/lib/tools/execute-router-swap/price-rules'
import type { Plan } from '@/lib/tools/plan'
import { worthOf } from '../budget'
import { Unread } from '../context'
import { movedBy } from '../moved'
import { runningCalls, type Subjects } from '../subjects'
import { isStrange } from './names-rule'
import type { Rule } from './rule'

/** Parts of what is put in that are lost to whoever sets the pool's price right; as for swaps (review-rules.md, 1). */
const levels = [
  [0.25, 'BLOCK'],
  [0.1, 'DANGER'],
  [0.05, 'WARN'],
] as const

/**
 * G32: what is put into a pool of two tokens can be taken out of it for as much of the other one as the pool's price
 * says. So both have to be worth something, and as much as each other: a pool of equal parts at a price that is off is
 * brought back by others, at the cost of those who put in.
 */
export const poolRule: Rule = {
  id: 'G32',
  about: 'whether the pool’s price is right for what you put in',
  applies: ({ plan, subjects }) => isPooling(plan, subjects),
  check: (context) => {
    const { balances } = context.effects()
    const stranger = balances.find(isStrange)
    if (stranger)
      return {
        level: 'DANGER',
        title: 'The pool is of a token that nobody here knows.',
        observed: stranger.asset.kind === 'erc20' ? stranger.asset.address : '',
        why: 'Whoever can make more of that token can take out what you put in with it, for nothing. Decline it, unless you know the token.',
      }
    const { left } = movedBy(balances)
    const sides = left.map((side) => worthOf([side], context.prices, context.chains))
    const [one, other] = sides.map(({ usd }) => Number(usd))
    if (sides.length !== 2 || one === undefined || other === undefined || sides.some(({ unpriced }) => unpriced.length))
      throw new Unread('there is no on-chain price for what is put in. Compare the pool’s price elsewhere')
    const whole = one + other
    // What is left once others have traded until both halves are worth the same: x · y stays, x + y shrinks to 2√(xy).
    const lost = whole === 0 ? 0 : 1 - (2 * Math.sqrt(one * other)) / whole
    const level = levels.find(([least]) => lost >= least)?.[1]
    if (!level) return null
    return {
      level,
      title: `The pool’s price is off: you would lose ${percentText(lost)} of what you put in.`,
      observed: `${formatUsd(BigInt(one))} and ${formatUsd(BigInt(other))}, by on-chain prices`,
      why: 'Others set such a price right at the cost of whoever has just put in. Wait until it is, or ask for another pool.',
    }
  },
}

/** Whether the account itself puts tokens into a pool, by functions that are known to. */
const isPooling = ({ account }: Pick<Plan, 'account'>, subjects: Subjects): boolean =>
  runningCalls(subjects).some(
    ({ call: { known, caller } }) =>
      known !== null && /^addLiquidity/.test(known.signature) && isAddressEqual(caller, account),
  )
