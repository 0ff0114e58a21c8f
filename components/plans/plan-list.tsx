'use client'

import { SidePageSkeleton } from '@/components/app/frame/side-page-skeleton'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { ListProblem } from '../lists/list-problem'
import { useList } from '../lists/use-list'
import { Button } from '../ui/button'
import { PlanItem } from './plan-item'
import { fetchPlans, type ListedPlan } from './plans-client'

const example = 'Buy $50 of ETH every Friday for 10 weeks'

/** Lists the account's recurring purchases. */
export default function PlanList() {
  const { items: plans, setItems, problem, again, words } = useList(fetchPlans)
  const replace = (changed: ListedPlan) =>
    setItems((list) => (list ?? []).map((each) => (each.number === changed.number ? changed : each)))
  if (problem) return <ListProblem problem={problem} again={again} />
  if (!plans) return <SidePageSkeleton />
  if (plans.length === 0)
    return (
      <section aria-label="No plans" className="sheet mt-6 px-5 py-6">
        <p className="font-semibold">You have no plans.</p>
        <p className="mt-1 text-pretty text-small text-ink-muted">
          Tell the agent what to buy or send, how much and how often. Each date then brings a proposal.
        </p>
        <Button size="small" className="mt-3" onClick={() => putIntoComposer(example, { suggested: true })}>
          “{example}”
        </Button>
      </section>
    )
  return (
    <>
      <ul className="mt-6 flex flex-col gap-3">
        {plans.map((plan) => (
          <li key={plan.number}>
            <PlanItem plan={plan} onChanged={replace} words={words} />
          </li>
        ))}
      </ul>
      {plans.some(({ state }) => state === 'active') && (
        <p className="mt-4 text-small text-pretty text-ink-muted">
          “Change …” begins a message to the agent. Add the new amount, token or days, such as “$30” or “every Monday”.
          The plan stays as it is until you confirm the new terms.
        </p>
      )}
    </>
  )
}
