import { imitationFinding } from '@/lib/tools/shared/token-rules'
import type { Effects } from '../../review'
import type { Observation, Rule } from '../rule'

/**
 * G9: reports incoming tokens whose symbol imitates a token of our list, by any call, and tokens without decimals,
 * whose amounts cannot be judged.
 *
 * @finds BLOCK for wrong decimals or no token at the address. DANGER for a symbol that imitates a listed one, has
 * letters of other scripts, or is not the token named. WARN for an unlisted token, a name that reads like a listed one,
 * or one without decimals.
 * @source UTS 39; Rabby 1008, 1097, 1107
 */
export const imitationRule: Rule = {
  id: 'G9',
  about: 'whether what moves is what its name and figures say',
  check: (context) => {
    const { chain } = context
    const effects = context.effects()
    const imitations = effects.balances.flatMap(({ asset, before, after, symbol, listed, vouched }) => {
      if (!chain || asset.kind !== 'erc20' || listed || vouched || after <= before) return []
      const found = imitationFinding({ symbol, address: asset.address }, chain)
      if (!found) return []
      const { rule: _, ...observation } = found
      return [observation]
    })
    return [...imitations, ...withoutDecimals(effects)]
  },
}

function withoutDecimals({ balances, allowances }: Effects): Observation[] {
  const moved = balances.flatMap(({ asset, before, after, decimals }) =>
    asset.kind === 'erc20' && decimals === null && before !== after ? [asset.address] : [],
  )
  const allowed = allowances.flatMap(({ token, decimals, amount, before }) =>
    decimals === null && amount !== before ? [token] : [],
  )
  return [...new Set([...moved, ...allowed])].map((token) => ({
    level: 'WARN',
    title: 'This token does not say how many decimals it has.',
    observed: token,
    why: 'Its amounts are shown in base units: a large figure may be very little, and there is no price for it. Honest tokens tell their decimals.',
  }))
}
