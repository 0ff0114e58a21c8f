import { buySame, type Plan, type PlanBook } from '../plan'
import { dueOrEnd } from '../schedule'

/** Plans that live as long as the test, for agents that are tried without a service. */
export function memoryPlans(): PlanBook & { plans: Plan[] } {
  const plans: Plan[] = []
  return {
    plans,
    create: async (terms) => {
      const same = plans.find((plan) => plan.state !== 'canceled' && buySame(plan.terms, terms))
      if (same) return { plan: same, isNew: false }
      const next = [0, 1, 2].flatMap((index) => dueOrEnd(terms.schedule, index) ?? [])
      const plan: Plan = { number: plans.length + 1, terms, state: 'active', next, left: terms.schedule.times }
      plans.push(plan)
      return { plan, isNew: true }
    },
    list: async () => plans.filter(({ state }) => state !== 'canceled'),
    change: async (number, to) => {
      const at = plans.findIndex((each) => each.number === number && each.state !== 'canceled')
      const plan = plans[at]
      if (!plan) return null
      const changed = { ...plan, state: to }
      plans[at] = changed
      return changed
    },
  }
}
