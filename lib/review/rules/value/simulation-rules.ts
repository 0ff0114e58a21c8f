import { cleanChainString } from '@/lib/wire/text'
import { Unavailable } from '../../context'
import { figure } from '../../findings/figures'
import { revertReason } from '../../simulation/revert-reason'
import type { Rule } from '../rule'

/**
 * G5: each step must succeed in the simulation.
 *
 * @finds BLOCK where a step reverts in the simulation. UNVERIFIED where the node cannot simulate all steps.
 */
export const revertRule: Rule = {
  id: 'G5',
  about: 'whether this would succeed',
  check: (context) => {
    const simulation = context.simulation()
    switch (simulation.kind) {
      case 'simulated': {
        const failed = simulation.steps.find(({ ok }) => !ok)
        if (failed) return wouldFail(failed.step.title, revertReason(failed.returned))
        return null
      }
      case 'called':
        if (!simulation.ok)
          return wouldFail(
            simulation.step.title,
            simulation.returned === '0x' && simulation.reason
              ? `the node says “${cleanChainString(simulation.reason, 120)}”`
              : revertReason(simulation.returned),
          )
        throw new Unavailable(
          context.plan.steps.length > 1
            ? 'this node could only try the first step'
            : 'this node could try it, but not show what it changes',
        )
      case 'underfunded':
        // G6 reports it, with figures.
        return null
      case 'unsupported':
      case 'unreachable':
        throw new Unavailable(simulation.reason)
    }
  },
}

const wouldFail = (title: string, reason: string) =>
  ({
    level: 'BLOCK',
    title: 'This would fail.',
    observed: `“${title}”: ${reason}`,
    why: 'Sent now, it would cost the network fee and do nothing else.',
    fix: { kind: 'refresh', label: 'Check again' },
  }) as const

/**
 * G6: the account must be able to pay the value of the steps and the network fee.
 *
 * @finds BLOCK where the balance is less than what the steps send plus the highest network fee.
 */
export const fundsRule: Rule = {
  id: 'G6',
  about: 'whether the account can pay the network fee',
  check: (context) => {
    const { plan } = context
    const native = { kind: 'native', chainId: plan.steps[0].chainId } as const
    const info = context.token(native)
    const sent = plan.steps.reduce((sum, { value }) => sum + value, 0n)
    const short = (needed: string, balance: bigint) =>
      ({
        level: 'BLOCK',
        title: `Not enough ${info.symbol}.`,
        terms: { claim: 'Needed', observed: 'Found' },
        claim: needed,
        observed: `The account holds ${figure(balance, native, info, 'in')}`,
        // A smaller amount of a token needs the same fee.
        why:
          sent > 0n
            ? `Add ${info.symbol} to this account, or ask for a smaller amount.`
            : `Add ${info.symbol} to this account.`,
      }) as const
    const balance = context.balance()
    if (balance < sent) return short(`${figure(sent, native, info)} is sent, not counting the network fee`, balance)
    if (context.simulation().kind === 'underfunded')
      return short(`The node says the account cannot cover ${sent > 0n ? 'what is sent' : 'the network fee'}`, balance)
    const { total } = context.fee()
    if (balance < sent + total)
      return short(
        sent > 0n
          ? `${figure(sent + total, native, info)} is needed, including a network fee of at most ${figure(total, native, info)}`
          : `The network fee is at most ${figure(total, native, info)}`,
        balance,
      )
    return null
  },
}
