import type { Entity } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import type { Limit } from '@/lib/language/request'
import type { PlanAmount, PlanRequest, PlanToken, WhichPlans } from '../meaning/plan-request'
import { stepOf } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import { stepsOf } from './asked-for'
import { certaintyOf } from './certainty'
import type { ReadClause } from './clauses'
import { changed, changeOf } from './follow-up'
import { certain, isChange, type Message, type Understood } from './message'
import { rhythmOf } from './rhythm'

/** Bounds that no purchase of a plan can be held to. */
const bounds: readonly Limit['role'][] = ['atMost', 'atLeast', 'limit', 'rate', 'protocol']

const trades: readonly string[] = ['swap', 'send', 'bridge']

/** True for a request for something regular: "every Friday", "DCA $50 into ETH". */
export const isRegular = ({ request, entities }: ReadClause): boolean =>
  request.limits.some(({ role }) => role === 'every') ||
  (trades.includes(request.action) && entities.some(({ is }) => is === 'plan' || is === 'recurrence'))

/** What a request for something regular comes to: an offer of a plan, which the person still has to confirm. */
export function planned(
  read: readonly ReadClause[],
  asked: readonly Clause[],
  message: Message,
  dialogue: Dialogue,
): Understood {
  const [only, ...others] = read
  if (!only || others.length > 0) return certain({ kind: 'several' })
  const bound = only.request.limits.find(({ role }) => bounds.includes(role))
  if (bound) return certain({ kind: 'bound', text: bound.text })
  const { reading, text } = message
  const rhythm = rhythmOf(reading.entities)
  const order = isChange(only.request.action)
    ? dialogue.plan?.do === 'create'
      ? changed({ kind: 'request', draft: dialogue.plan.order }, changeOf(only.request, []))
      : stepOf(dialogue)
    : stepsOf({ ...only, collections: message.collections })[0]
  if (order?.kind !== 'request' || order.draft.action === 'bridge') {
    const every = reading.entities.find(({ is }) => is === 'recurrence')
    const said = every && text.slice(every.start, every.end)
    return certain({ kind: 'abstain', topic: 'scheduled', ...(said && { said }) })
  }
  const { unsure: _, ...draft } = order.draft
  const certainty = certaintyOf(read, asked, message, dialogue)
  const unsure = certainty === 'weak' && { unsure: true as const }
  return { is: { kind: 'plan', plan: { do: 'create', order: draft, rhythm, ...unsure } }, certainty }
}

/** What a change comes to where the talk is of a plan that is set up; null if it is of something else. */
export function adjustedPlan(read: readonly ReadClause[], dialogue: Dialogue): Understood | null {
  const [only, ...others] = read
  if (!only || others.length > 0 || dialogue.plan || stepOf(dialogue)) return null
  const { request, entities } = only
  const isNamed = entities.some(({ is }) => is === 'plan')
  if (!isChange(request.action) || (!isNamed && dialogue.planTold === null)) return null
  const { which, rest } = planNamed(entities, isNamed, dialogue)
  const figure = rest.find((each) => each.is === 'number' || each.is === 'dollars' || each.is === 'times')
  const token = request.sums.find(({ what }) => what?.is === 'token' && what.known)
  const amount = figure && amountOf(figure, token?.what?.is === 'token' ? token.what.symbol : undefined)
  const swapped: PlanToken | undefined =
    token?.what?.is === 'token' && !(amount && amount.kind === 'exact')
      ? { symbol: token.what.symbol, ...(token.part === 'get' && { side: 'buys' as const }) }
      : undefined
  const rhythm = rhythmOf(rest)
  if (!amount && !swapped && Object.keys(rhythm).length === 0) return null
  const plan: PlanRequest = {
    do: 'adjust',
    which,
    rhythm,
    ...(amount && { amount }),
    ...(swapped && { token: swapped }),
  }
  return certain({ kind: 'plan', plan })
}

function amountOf(figure: Entity, symbol: string | undefined): PlanAmount | undefined {
  if (figure.is === 'dollars') return { kind: 'usd', value: figure.value }
  if (figure.is === 'times')
    return /^\d{1,6}$/.test(figure.value) ? { kind: 'times', times: BigInt(figure.value) } : undefined
  return figure.is === 'number' ? { kind: 'exact', value: figure.value, ...(symbol && { symbol }) } : undefined
}

/** Returns the plan that is meant, and the entities that are not its number: "change plan 1 to 30". */
function planNamed(
  entities: readonly Entity[],
  isNamed: boolean,
  { planTold }: Dialogue,
): { which: WhichPlans; rest: readonly Entity[] } {
  const at = isNamed ? entities.findIndex(({ is }) => is === 'plan') : -1
  const next = at < 0 ? undefined : entities[at + 1]
  const isNumber = next?.is === 'number' && /^\d{1,6}$/.test(next.value) && entities.filter(isFigure).length > 1
  if (isNumber) return { which: { number: Number(next.value) }, rest: entities.filter((each) => each !== next) }
  return { which: planTold === null ? 'only' : { number: planTold }, rest: entities }
}

const isFigure = ({ is }: Entity): boolean => is === 'number' || is === 'dollars'
