import { formatUnits, parseUnits } from 'viem'
import { areAlike, stableCoins } from '@/lib/language/alike'
import type { Draft } from '@/lib/language/steps/draft'
import { isPurchase, type NewOffer, type PlanTerms } from '@/lib/wire/plan'
import { dueAt, type Schedule, startOfDay } from '@/lib/wire/schedule'
import type { PlanAmount, PlanRequest, PlanToken } from '../../meaning/plan-request'
import type { Plan } from '../../plans/plan'
import type { Rhythm } from '../../plans/rhythm'
import { ask } from '../../replies/questions'
import type { KeptScene, Scene } from '../reading'
import { type Reply, say } from '../reply'
import { dayText, onceText } from './plan-text'
import { meantPlans, offerPlan, planTermsOf } from './plans'

type PlanAdjustment = Extract<PlanRequest, { do: 'adjust' }>

/** Answers "make it $30 instead" and "use DAI instead" with an offer of the changed plan. Never proposes a call. */
export async function answerAdjustment({ which, ...asked }: PlanAdjustment, scene: KeptScene): Promise<Reply> {
  const meant = await meantPlans(which, ({ state }) => state === 'active', 'change', scene)
  if ('question' in meant) return say(meant.question)
  const [plan, ...others] = meant.plans
  if (!plan || others.length > 0) return say(ask('which-plan', 'I change one plan at a time.'))
  const { text, offer } = await adjustPlan(plan, asked, scene)
  return { ...say(text), ...(offer && { offer }) }
}

/**
 * Offers a plan with new terms to replace an old one. Terms that are not named stay. `offer` is null if the plan cannot
 * be changed like that; `text` then says why.
 */
export async function adjustPlan(
  plan: Plan,
  { amount, token, rhythm }: Omit<PlanAdjustment, 'do' | 'which'>,
  scene: KeptScene,
): Promise<{ offer: NewOffer | null; text: string }> {
  const refused = (text: string) => ({ offer: null, text })
  const { number, state, left, next } = plan
  if (state === 'paused') return refused(`Plan ${number} is paused. Say “resume plan ${number}” first, then change it.`)
  const before = orderOf(plan, amount, scene)
  if (!before) return refused(ask('amount', `Plan ${number} pays with ${plan.terms.sells}.`))
  const order = token ? withToken(before, token) : before
  if (typeof order === 'string') return refused(ask('action', order))
  const terms = await planTermsOf(order, rhythmOf(plan, rhythm), scene)
  if ('question' in terms) return refused(terms.question)
  const changes = { number, left, next: next[0] ?? null }
  return offerPlan({ terms, changes }, scene, rhythm.end === undefined ? endText(plan, terms) : '')
}

/** Tells how the plan's end changes if none was given: the end date stays, or the number of dates does. */
function endText(before: Plan, terms: PlanTerms): string {
  const after = { terms, left: terms.schedule.times }
  const [was, is] = [lastOf(before), lastOf(after)]
  if (was === null || is === null || (was === is && before.left === after.left)) return ''
  const { until, spanEnd } = terms.schedule
  const kept = until ?? spanEnd
  if (kept === undefined || before.left === after.left)
    return `The number of ${onceText(terms)}s stays ${after.left} (${sumText(after)} in all), so the last is now on ${dayText(is)}, not ${dayText(was)}. For a different end, say it like “end it after 10 weeks”.`
  const said = until ? 'You named its last day' : 'You said how long it lasts'
  return `${said}, so it still ends by ${dayText(startOfDay(kept))}: that is now ${countText(after)}; it was ${countText(before)}.`
}

/** Decimals of the finest token. */
const finest = 18

const timesAsMuch = (value: string, part: bigint, whole = 1n): string =>
  formatUnits((parseUnits(value, finest) * part) / whole, finest)

type Counted = Pick<Plan, 'terms' | 'left'>

const lastOf = ({ terms: { schedule } }: Counted): number | null =>
  schedule.times === null ? null : dueAt(schedule, schedule.times - 1)

const countText = (plan: Counted): string =>
  `${plan.left === 1 ? `1 ${onceText(plan.terms)}` : `${plan.left} ${onceText(plan.terms)}s`}, ${sumText(plan)} in all`

/** Returns the sum of all dates to come. */
function sumText({ terms: { amount, sells }, left }: Counted): string {
  const value = timesAsMuch(amount.value, BigInt(left ?? 0))
  return amount.kind === 'usd' ? `$${value}` : `${value} ${sells}`
}

/** Returns the plan's order with the new amount. Null if that is in a token that the plan does not pay with. */
function orderOf({ terms }: Plan, amount: PlanAmount | undefined, { chains }: Scene): Draft | null {
  const { sells, chainId } = terms
  const place = { text: chains.get(chainId)?.name ?? '', id: chainId }
  const isOther = amount?.kind === 'exact' && amount.symbol !== undefined && amount.symbol !== sells
  if (isOther) return null
  const order = { amount: newAmount(terms.amount, amount), from: { text: sells, symbol: sells }, fromChain: place }
  if (!isPurchase(terms)) return { ...order, action: 'send', recipient: { kind: 'address', address: terms.to } }
  const { buys, slippage } = terms
  return {
    ...order,
    action: 'swap',
    to: { text: buys, symbol: buys },
    toChain: place,
    ...(slippage === undefined ? {} : { slippage }),
  }
}

/** Returns the order with another token on one of its sides; or, as a sentence, an objection or question. */
function withToken(order: Draft, { side, ...named }: PlanToken): Draft | string {
  const [pays, brings] = [order.from?.symbol ?? '', order.to?.symbol ?? '']
  const isIn = (symbol: string | undefined) => symbol === pays || symbol === brings
  // "WBTC, not ETH" and "not ETH, WBTC": the one that the plan has is the one that goes.
  const isTurned = named.insteadOf !== undefined && isIn(named.symbol) && !isIn(named.insteadOf)
  const symbol = isTurned ? (named.insteadOf ?? named.symbol) : named.symbol
  const insteadOf = isTurned ? named.symbol : named.insteadOf
  const isSend = order.action === 'send'
  if (isSend && symbol === pays) return `That plan already sends ${symbol}.`
  if (isSend) return otherToken(order, symbol)
  if (symbol === pays || symbol === brings) return `That plan already has ${symbol}: it swaps ${pays} for ${brings}.`
  const isStable = (each: string) => stableCoins.includes(each)
  const place =
    insteadOf === pays ? 'sells' : insteadOf === brings ? 'buys' : insteadOf === undefined ? side : undefined
  // For USDC to ETH, "DAI instead" can only be what is paid, and "WBTC instead" what is bought.
  const isClear = isStable(pays) !== isStable(brings) && insteadOf === undefined
  const found = place ?? (isClear ? (isStable(symbol) === isStable(pays) ? 'sells' : 'buys') : undefined)
  if (found === undefined) return `Say “pay with ${symbol} instead” or “buy ${symbol} instead”.`
  return found === 'buys' ? { ...order, to: { text: symbol, symbol } } : otherToken(order, symbol)
}

/**
 * Returns the order with another token to pay with. An exact amount carries over only between tokens of equal worth.
 */
function otherToken(order: Draft, symbol: string): Draft | string {
  const pays = order.from?.symbol ?? ''
  return order.amount?.kind === 'exact' && !areAlike(pays, symbol)
    ? `An amount of ${pays} is not the same amount of ${symbol}: say the whole plan again, with how much ${symbol} each time.`
    : { ...order, from: { text: symbol, symbol } }
}

function newAmount(old: Plan['terms']['amount'], amount: PlanAmount | undefined): Plan['terms']['amount'] {
  if (!amount) return old
  if (amount.kind === 'share') return { ...old, value: timesAsMuch(old.value, amount.part, amount.whole) }
  // "30" alone is in the unit of the old amount.
  return amount.kind === 'exact' && amount.symbol === undefined
    ? { ...old, value: amount.value }
    : { kind: amount.kind, value: amount.value }
}

/** Returns the plan's rhythm from its next date on, with the changes. */
function rhythmOf({ terms: { schedule }, next, left }: Plan, changed: Rhythm): Rhythm {
  const { every, hour } = schedule
  const [at] = next
  const date = at === undefined ? null : new Date(at)
  // A new day, or every day, begins as soon as possible. Anything else begins with the next date.
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

/**
 * Returns the plan's end if no new one is given: a day or a time span that was named stays, even if the frequency
 * changes.
 */
function endOf({ every, until, spanEnd }: Schedule, left: number | null, changed: Rhythm): Pick<Rhythm, 'end'> {
  const [year, month = 1, day] = until?.split('-').map(Number) ?? []
  if (year !== undefined && day !== undefined)
    return { end: { kind: 'until', day: { kind: 'date', year, month: month - 1, day } } }
  if (left === null) return {}
  if (spanEnd === undefined) return { end: { kind: 'times', times: left } }
  // Another day or another sum leaves the number of dates unchanged.
  return { end: { kind: 'within', last: spanEnd, ...(isAsOften(every, changed.every) ? { times: left } : {}) } }
}

/** True if the interval between dates stays the same. */
function isAsOften(every: Schedule['every'], changed: Rhythm['every']): boolean {
  if (!changed) return true
  if (every.unit !== 'day')
    return every.unit === changed.unit && (every.unit === 'weekday' || every.count === changed.count)
  return changed.unit === 'week'
    ? every.count === 7 * changed.count
    : changed.unit === 'day' && every.count === changed.count
}
