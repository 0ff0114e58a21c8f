import { areAlike, stableCoins } from '../frames/alike'
import { timesAsMuch } from '../frames/amount-changes'
import type { Draft } from '../frames/draft'
import type { PlanAmount, PlanRequest, PlanToken } from '../frames/plan-request'
import type { Plan } from '../plans/plan'
import type { Rhythm } from '../plans/rhythm'
import { dueAt, type Schedule, startOfDay } from '../plans/schedule'
import { ask } from '../replies/questions'
import { alreadyText, createdText, dayText } from './plan-text'
import { meantPlans, planTermsOf } from './plans'
import type { KeptScene, Scene } from './reading'
import { type Reply, say } from './reply'

type PlanAdjustment = Extract<PlanRequest, { do: 'adjust' }>

/** Answers "make it $30 instead", "use DAI instead". Never a call. */
export async function answerAdjustment({ which, ...asked }: PlanAdjustment, scene: KeptScene): Promise<Reply> {
  const meant = await meantPlans(which, ({ state }) => state === 'active', 'change', scene)
  if ('question' in meant) return say(meant.question)
  const [plan, ...others] = meant.plans
  if (!plan || others.length > 0) return say(ask('which-plan', 'I change one plan at a time.'))
  return say((await adjustPlan(plan, asked, scene)).text)
}

/**
 * Puts a plan with the new terms in the place of an old one, which is canceled in the same moment. What is not named stays.
 * `plan` is null where nothing has changed, and `text` says why.
 */
export async function adjustPlan(
  plan: Plan,
  { amount, token, rhythm }: Omit<PlanAdjustment, 'do' | 'which'>,
  scene: KeptScene,
): Promise<{ plan: Plan | null; text: string }> {
  const refused = (text: string) => ({ plan: null, text })
  const { number, state } = plan
  if (state === 'paused') return refused(`Plan ${number} is paused. Say “resume plan ${number}” first, then change it.`)
  const before = orderOf(plan, amount, scene)
  if (!before) return refused(ask('amount', `Plan ${number} pays with ${plan.terms.sells}.`))
  const order = token ? withToken(before, token) : before
  if (typeof order === 'string') return refused(ask('action', order))
  const terms = planTermsOf(order, rhythmOf(plan, rhythm), scene)
  if ('question' in terms) return refused(terms.question)
  const replaced = await scene.plans.replace(plan, terms)
  if (replaced.is === 'moved')
    return refused(
      `Plan ${number} has just reached one of its dates, or was changed elsewhere, so I left it as it is. Say that again to change the rest of it.`,
    )
  if (replaced.is === 'there') return refused(alreadyText(replaced.plan, scene.chains))
  const ends = rhythm.end === undefined ? endText(plan, replaced.plan) : ''
  const text =
    `${createdText(replaced.plan, scene.chains)}\n\nIt replaces plan ${number}, which is canceled; an open purchase from that plan stays until you answer it, or until the next is due. ${ends}`.trim()
  return { plan: replaced.plan, text }
}

/** What becomes of the end of a plan, where nothing was said of it: it stays, or the number of purchases does. */
function endText(before: Plan, after: Plan): string {
  const [was, is] = [lastOf(before), lastOf(after)]
  if (was === null || is === null || (was === is && before.left === after.left)) return ''
  const { until, spanEnd } = after.terms.schedule
  const kept = until ?? spanEnd
  if (kept === undefined || before.left === after.left)
    return `The number of purchases stays ${after.left} (${sumText(after)} in all), so the last is now on ${dayText(is)}, not ${dayText(was)}. For a different end, say it like “end it after 10 weeks”.`
  const said = until ? 'You named its last day' : 'You said how long it lasts'
  return `${said}, so it still ends by ${dayText(startOfDay(kept))}: that is now ${countText(after)}; it was ${countText(before)}.`
}

const lastOf = ({ terms: { schedule } }: Plan): number | null =>
  schedule.times === null ? null : dueAt(schedule, schedule.times - 1)

const countText = (plan: Plan): string =>
  `${plan.left === 1 ? '1 purchase' : `${plan.left} purchases`}, ${sumText(plan)} in all`

/** What all purchases to come take together. */
function sumText({ terms: { amount, sells }, left }: Plan): string {
  const value = timesAsMuch(amount.value, BigInt(left ?? 0))
  return amount.kind === 'usd' ? `$${value}` : `${value} ${sells}`
}

/** What the plan buys, with the new amount. Null where that is of another token than it pays with. */
function orderOf({ terms }: Plan, amount: PlanAmount | undefined, { chains }: Scene): Draft | null {
  const { sells, buys, chainId, slippage } = terms
  const place = { text: chains.get(chainId)?.name ?? '', id: chainId }
  const isOther = amount?.kind === 'exact' && amount.symbol !== undefined && amount.symbol !== sells
  if (isOther) return null
  return {
    action: 'swap',
    amount: newAmount(terms.amount, amount),
    from: { text: sells, symbol: sells },
    to: { text: buys, symbol: buys },
    fromChain: place,
    toChain: place,
    ...(slippage === undefined ? {} : { slippage }),
  }
}

/** The order with another token on one of its sides; or, as a sentence, what is to be said first. */
function withToken(order: Draft, { symbol, side, insteadOf }: PlanToken): Draft | string {
  const [pays, brings] = [order.from?.symbol ?? '', order.to?.symbol ?? '']
  if (symbol === pays || symbol === brings) return `That plan already has ${symbol}: it swaps ${pays} for ${brings}.`
  const isStable = (each: string) => stableCoins.includes(each)
  const place =
    insteadOf === pays ? 'sells' : insteadOf === brings ? 'buys' : insteadOf === undefined ? side : undefined
  // Of USDC for ETH, "DAI instead" can only be what is paid, and "WBTC instead" what is bought.
  const isClear = isStable(pays) !== isStable(brings) && insteadOf === undefined
  const found = place ?? (isClear ? (isStable(symbol) === isStable(pays) ? 'sells' : 'buys') : undefined)
  if (found === undefined) return `Say “pay with ${symbol} instead” or “buy ${symbol} instead”.`
  const token = { text: symbol, symbol }
  if (found === 'buys') return { ...order, to: token }
  // A sum of one token is none of another of other worth.
  if (order.amount?.kind === 'exact' && !areAlike(pays, symbol))
    return `An amount of ${pays} is not the same amount of ${symbol}: say the whole plan again, with how much ${symbol} each time.`
  return { ...order, from: token }
}

function newAmount(old: Plan['terms']['amount'], amount: PlanAmount | undefined): Plan['terms']['amount'] {
  if (!amount) return old
  if (amount.kind === 'times') return { ...old, value: timesAsMuch(old.value, amount.times) }
  // "30" alone is of what it was before.
  return amount.kind === 'exact' && amount.symbol === undefined
    ? { ...old, value: amount.value }
    : { kind: amount.kind, value: amount.value }
}

/** The rhythm of the plan from its next date on, with what is new. */
function rhythmOf({ terms: { schedule }, next, left }: Plan, changed: Rhythm): Rhythm {
  const { every, hour } = schedule
  const [at] = next
  const date = at === undefined ? null : new Date(at)
  // A new day, or every day, begins as soon as it can; anything else with the next date.
  const isKept = changed.weekday === undefined && changed.day === undefined && changed.every?.unit !== 'day'
  const start: Rhythm['start'] | null =
    date && isKept
      ? { kind: 'date', year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
      : null
  return {
    every: every.unit === 'weekday' ? { unit: 'weekday', count: 1 } : { unit: every.unit, count: every.count },
    ...(every.unit === 'month' && isKept ? { day: every.day } : {}),
    hour,
    ...(start ? { start } : {}),
    ...endOf(schedule, left, changed),
    ...changed,
  }
}

/** The end of the plan, where none is said anew: a day or a time that was named holds, however often it is now. */
function endOf({ every, until, spanEnd }: Schedule, left: number | null, changed: Rhythm): Pick<Rhythm, 'end'> {
  const [year, month = 1, day] = until?.split('-').map(Number) ?? []
  if (year !== undefined && day !== undefined)
    return { end: { kind: 'until', day: { kind: 'date', year, month: month - 1, day } } }
  if (left === null) return {}
  if (spanEnd === undefined) return { end: { kind: 'times', times: left } }
  // Another day or another sum leaves as many as there were.
  return { end: { kind: 'within', last: spanEnd, ...(isAsOften(every, changed.every) ? { times: left } : {}) } }
}

/** Whether the time from one date to the next stays what it is. */
function isAsOften(every: Schedule['every'], changed: Rhythm['every']): boolean {
  if (!changed) return true
  if (every.unit !== 'day')
    return every.unit === changed.unit && (every.unit === 'weekday' || every.count === changed.count)
  return changed.unit === 'week'
    ? every.count === 7 * changed.count
    : changed.unit === 'day' && every.count === changed.count
}
