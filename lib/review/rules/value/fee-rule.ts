import { isAddressEqual } from 'viem'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { AssetAmount } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import { worthOf } from '../../findings/budget'
import { figure } from '../../findings/figures'
import { balanceChanges } from '../../simulation/balance-changes'
import type { Observation, Rule } from '../rule'

/** Far more gas than swaps over many pools or deposits into nested vaults need, which is below two million. */
const muchGas = 5_000_000n
/** Gas limit of one transaction on Ethereum [EIP-7825]. */
const mostGas = 16_777_216n

/** USD with 8 decimals. Smaller fees are acceptable, whatever moves. */
const largeFee = 50_00000000n
const hugeFee = 250_00000000n
/** A fee of at most one in this many parts of a sum is a normal price for moving it [LI.FI: value lost]. */
const partOfSum = 10n

/**
 * G31: checks the size of the network fee. A contract that burns gas costs its callers money and may earn from it; a
 * node that reports a wrong gas price costs as much. Compares in dollars if the native coin has a price, otherwise with
 * the native coins sent.
 *
 * @finds WARN above 5,000,000 gas, DANGER above 16,777,216. WARN above a tenth of the sum and $50, DANGER above $250.
 * For small sums INFO above a tenth of what moves, WARN above all of it.
 * @source EIP-7825; LI.FI for the tenth
 */
export const feeRule: Rule = {
  id: 'G31',
  about: 'how much the network fee comes to',
  check: function* (context) {
    const { plan, chains, prices } = context
    const { gas, total } = context.fee()
    for (const [index, needed] of gas.entries()) {
      const title = plan.steps[index]?.title ?? ''
      if (needed > muchGas) yield burning(needed, title)
    }
    const native = { kind: 'native', chainId: plan.steps[0].chainId } as const
    const fee: AssetAmount = { asset: native, amount: total }
    const written = figure(total, native, context.token(native))
    const { left, arrived } = balanceChanges(context.effects().balances)
    const { usd, unpriced } = worthOf([fee], prices, chains)
    if (unpriced.length > 0) {
      const moved = left.length > 0 ? left : arrived
      const sent = moved.reduce((sum, { amount }) => sum + amount, 0n)
      if (moved.length > 0 && moved.every(({ asset }) => asset.kind === 'native'))
        yield* besideSum(total, sent, (amount) => figure(amount, native, context.token(native)))
      return
    }
    const [sum = null] = [left, arrived].flatMap((side) => {
      const worth = worthOf(side, prices, chains)
      return side.length === 0 || worth.unpriced.length > 0 ? [] : [worth.usd]
    })
    const isSmallPart = sum !== null && usd * partOfSum <= sum
    if (usd > largeFee && !isSmallPart)
      yield {
        level: usd > hugeFee ? 'DANGER' : 'WARN',
        title: `The network fee may come to ${formatUsd(usd)}.`,
        observed: written,
        why: 'That is a lot for what this does. Ask again when the network is less busy. If only this contract costs so much, it is burning what you pay.',
      }
    else if (sum !== null && !isRouted(context)) yield* besideSum(usd, sum, formatUsd)
  },
}

/** True if the plan uses the pinned router, whose tool judges the fees with its quote. */
const isRouted = ({ plan, chain }: RuleContext): boolean =>
  plan.steps.some(({ to }) => chain?.diamond !== undefined && isAddressEqual(to, chain.diamond))

const burning = (gas: bigint, title: string): Observation => ({
  level: gas > mostGas ? 'DANGER' : 'WARN',
  title: gas > mostGas ? 'This burns more gas than a transaction should.' : 'This needs far more gas than most calls.',
  observed: `“${title}” may use ${gas.toLocaleString('en')} gas`,
  why: 'You pay for all of it, whatever the call does. Some contracts burn gas to profit from those who call them.',
})

/** Reports a fee that is a large part of what moves, or exceeds it. Both amounts are in the same unit. */
function* besideSum(fee: bigint, sum: bigint, write: (amount: bigint) => string): Generator<Observation> {
  if (fee * partOfSum <= sum) return
  const isMore = fee > sum
  yield {
    level: isMore ? 'WARN' : 'INFO',
    title: isMore
      ? 'The network fee may be more than what this moves.'
      : `The network fee may be ${percentOfWhole(fee, sum)} of what this moves.`,
    terms: { claim: 'It moves', observed: 'The fee is at most' },
    claim: write(sum),
    observed: write(fee),
    why: 'Move more at once, or use a cheaper network.',
  }
}
