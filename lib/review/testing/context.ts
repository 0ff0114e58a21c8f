import type { Plan } from '@/lib/tools/plan'
import { type Learned, type RuleContext, ruleContext } from '../context'
import { decodePlan } from '../facts/decoded-plan'
import { noAddresses } from '../words/written-addresses'

/** Returns the rule context of a plan about which nothing else is known, with overrides. */
export const contextOfPlan = (
  plan: Plan,
  more: Partial<RuleContext> = {},
  learned: Learned | null = null,
): RuleContext => ({
  ...ruleContext(
    {
      plan,
      decoded: decodePlan(plan),
      wallet: null,
      chain: null,
      known: [],
      userMessages: [],
      reported: null,
      written: noAddresses,
      own: noAddresses,
      isRefusedLater: () => false,
      requests: null,
      agreed: [],
      earlier: [],
      actions: [],
      decimalMark: null,
      basis: null,
      names: new Map(),
      chains: new Map(),
      budget: null,
      prices: new Map(),
    },
    learned,
  ),
  ...more,
})
