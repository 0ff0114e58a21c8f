import { priceFindings } from '@/lib/tools/execute-router-swap/rules/price-rules'
import type { AssetAmount } from '@/lib/tools/plan'
import { type RuleContext, Unavailable } from '../../context'
import { callsItself } from '../../facts/decoded-plan'
import { worthOf } from '../../findings/budget'
import { isAskedPayout } from '../../request/payouts'
import { balanceChanges } from '../../simulation/balance-changes'
import { receivedBy } from '../../simulation/possible-effects'
import type { Observation, Rule } from '../rule'

/**
 * G29: a swap must give what it takes in worth, by prices it cannot influence. Tools that swap judge their quotes
 * themselves, but a router called directly gives whatever its path gives, and the path may lead through a pool that
 * someone set up for it.
 *
 * @finds As `swap.price`, for a router that is called directly.
 */
export const exchangeRule: Rule = {
  id: 'G29',
  about: 'whether what you get is worth what you give',
  applies: ({ plan, decoded }) => callsItself(plan, decoded, swaps),
  check: (context) => {
    const { left, arrived: own } = balanceChanges(context.effects().balances)
    const arrived = own.length > 0 ? own : passedOn(context)
    // Other rules report if nothing leaves or arrives.
    if (left.length === 0 || arrived.length === 0) return null
    if (arrived.every(({ amount }) => amount <= 0n)) return nothing
    const gave = worthOf(left, context.prices, context.chains)
    const got = worthOf(arrived, context.prices, context.chains)
    if (gave.unpriced.length + got.unpriced.length > 0)
      throw new Unavailable('there is no on-chain price for what is swapped. Compare the rate elsewhere')
    const priceImpact = gave.usd === 0n ? null : Number(((gave.usd - got.usd) * 1_000_000n) / gave.usd) / 1_000_000
    return priceFindings({ priceImpact, fromUsd: gave.usd, toUsd: got.usd }, 'swap').map(({ rule: _, ...each }) => each)
  },
}

const swaps = /^(?:swap|exactInput|exactOutput)/

/** Returns what arrives at the receivers the person asked for, which the own account's effects do not show. */
function passedOn(context: RuleContext): AssetAmount[] {
  const asked = context.decoded.recipients.filter(({ address, earned }) => earned && isAskedPayout(address, context))
  if (asked.length === 0) return []
  const simulation = context.simulation()
  if (simulation.kind !== 'simulated' || simulation.method === 'eth_call')
    throw new Unavailable('this node does not show what someone else receives')
  const logs = simulation.steps.flatMap((step) => step.logs)
  return asked.map(({ address, asset }) => ({ asset, amount: receivedBy(address, asset, logs) }))
}

const nothing: Observation = {
  level: 'DANGER',
  title: 'You pay, and nothing arrives at the address you asked for.',
  why: 'In the simulation none of it gets there. Decline it.',
}
