import { imitationFinding } from '@/lib/tools/execute-router-swap/token-rules'
import type { Rule } from './rule'

/** G9: a token that arrives and calls itself like one of our list, whichever call it comes by, is not what it is taken for. */
export const imitationRule: Rule = {
  id: 'G9',
  about: 'whether what arrives is what its name says',
  check: ({ effects, chain }) =>
    effects().balances.flatMap(({ asset, before, after, symbol, listed, vouched }) => {
      if (!chain || asset.kind !== 'erc20' || listed || vouched || after <= before) return []
      const found = imitationFinding({ symbol, address: asset.address }, chain)
      if (!found) return []
      const { rule: _, ...observation } = found
      return [observation]
    }),
}
