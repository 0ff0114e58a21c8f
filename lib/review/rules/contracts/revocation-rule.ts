import type { Step } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import { granting } from '../../facts/decoded-plan'
import type { Rule } from '../rule'

/** Gas limit of a revocation: far more than honest tokens need to write one word [Rabby 1118]. */
const mostGas = 1_000_000n

/**
 * G27: spam tokens lure people into revoking a permission at a high gas cost, from which their author earns.
 *
 * @finds WARN where revoking a permission may use more than 1,000,000 gas.
 * @source Rabby 1118
 */
export const revocationRule: Rule = {
  id: 'G27',
  about: 'what it costs to revoke the permission',
  applies: (context) => revocations(context).length > 0,
  check: (context) => {
    const { gas } = context.fee()
    return revocations(context).flatMap((step) => {
      const needed = gas[context.plan.steps.indexOf(step)] ?? 0n
      if (needed <= mostGas) return []
      return [
        {
          level: 'WARN',
          title: 'Revoking this permission is far too expensive.',
          observed: `“${step.title}” may use ${needed.toLocaleString('en')} gas; an honest token needs about 50,000`,
          why: 'Whoever made this token may be earning from the fee. If the token is worth nothing, leave it alone.',
        },
      ]
    })
  },
}

/** Returns the steps that revoke a permission, each once. */
const revocations = ({ decoded, isCollection }: RuleContext): Step[] => {
  const given = granting(decoded, isCollection)
  return [
    ...new Set([
      ...decoded.approvals.filter((each) => !each.increase && !given.includes(each)).map(({ step }) => step),
      ...decoded.operators.filter(({ approved }) => !approved).map(({ step }) => step),
    ]),
  ]
}
