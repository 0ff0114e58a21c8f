import { buySame, isAsRead, type Plan, type PlanBook, type PlanTerms } from '../plan'
import { dueOrEnd } from '../schedule'

/** Plans that live as long as the test, for agents that are tried without a service. */
export function memoryPlans(): PlanBook & { plans: Plan[] } {
  const plans: Plan[] = []
  const make = (terms: PlanTerms): Plan => {
    const next = [0, 1, 2].flatMap((index) => dueOrEnd(terms.schedule, index) ?? [])
    const plan: Plan = { number: plans.length + 1, terms, state: 'active', next, left: terms.schedule.times }
    plans.push(plan)
    return plan
  }
  return {
    plans,
    create: async (terms) => {
      const same = plans.find((plan) => plan.state !== 'canceled' && buySame(plan.terms, terms))
      return same ? { plan: same, isNew: false } : { plan: make(terms), isNew: true }
    },
    replace: async (old, terms) => {
      const at = plans.findIndex((each) => each.number === old.number && isAsRead(each, old))
      if (at < 0) return { is: 'moved' }
      const same = plans.find((plan) => plan.state !== 'canceled' && buySame(plan.terms, terms))
      if (same) return { is: 'there', plan: same }
      plans[at] = { ...old, state: 'canceled' }
      return { is: 'made', plan: make(terms) }
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
