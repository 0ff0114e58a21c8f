import type { Chains } from '@/lib/chain/chains/chain'
import { planOfferPart } from '@/lib/wire/data-parts'
import { textPart } from '@/lib/wire/parts'
import type { NewOffer, PlanOffer } from '@/lib/wire/plan'
import { dueOrEnd } from '@/lib/wire/schedule'
import { confirmedText } from '../../abilities/plan-text'
import { type Confirmed, isAsOffered, type Plan, type PlanBook, sameAmong } from '../plan'

/** Plans in memory, for tests of agents without a service. */
export type MemoryPlans = PlanBook & {
  plans: Plan[]
  /** Sets up the offered plan, as the service does when the person confirms it. */
  confirm: (offer: NewOffer) => Confirmed
}

export function memoryPlans(): MemoryPlans {
  const plans: Plan[] = []
  const living = () => plans.filter(({ state }) => state !== 'canceled')
  return {
    plans,
    confirm: ({ terms, changes }) => {
      const at = plans.findIndex((each) => each.number === changes?.number && isAsOffered(each, changes))
      const old = plans[at] ?? null
      if (changes && !old) return { is: 'moved' }
      const same = sameAmong(living(), terms)
      if (same) return { is: 'there', plan: same, changed: null }
      if (old) plans[at] = { ...old, state: 'canceled' }
      const next = [0, 1, 2].flatMap((index) => dueOrEnd(terms.schedule, index) ?? [])
      const plan: Plan = { number: plans.length + 1, terms, state: 'active', next, left: terms.schedule.times }
      plans.push(plan)
      return { is: 'made', plan, changed: old }
    },
    list: async () => living(),
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

/** Builds the parts of the service's message after an offer was confirmed. */
export function confirmedParts(offer: PlanOffer, book: MemoryPlans, chains: Chains) {
  const confirmed = book.confirm(offer)
  const text = confirmedText(confirmed, chains)
  const isSet = 'plan' in confirmed
  return {
    text,
    parts: [textPart(text), ...(isSet ? [planOfferPart({ ...offer, number: confirmed.plan.number })] : [])],
  }
}
