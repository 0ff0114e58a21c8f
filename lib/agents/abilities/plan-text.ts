import type { Chains } from '@/lib/chain/chains/chain'
import type { Plan, PlanTerms } from '../plans/plan'
import { dueAt, type Schedule, startOfDay } from '../plans/schedule'
import { list } from './reading'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "Fri 27 Nov 2026", in UTC. */
export function dayText(at: number): string {
  const date = new Date(at)
  const weekday = (weekdays[date.getUTCDay()] ?? '').slice(0, 3)
  return `${weekday} ${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** "every Friday", "every 2 weeks on Friday", "every month on the 31st (the last day where a month is shorter)". */
export function rhythmText({ every, start }: Schedule): string {
  switch (every.unit) {
    case 'day': {
      const { count } = every
      if (count === 1) return 'every day'
      if (count % 7 !== 0) return `every ${count} days`
      const weekday = weekdays[new Date(startOfDay(start)).getUTCDay()] ?? ''
      return count === 7 ? `every ${weekday}` : `every ${count / 7} weeks on ${weekday}`
    }
    case 'weekday':
      return 'every weekday, Monday to Friday'
    case 'month': {
      const period = every.count === 1 ? 'every month' : `every ${every.count} months`
      const shorter = every.day > 28 ? ' (the last day where a month is shorter)' : ''
      return `${period} on the ${nth(every.day)}${shorter}`
    }
  }
}

function nth(day: number): string {
  const ending = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

/** "$50 of ETH" or "20 USDC for WBTC": what one purchase is. */
export function purchaseText({ amount, sells, buys }: Pick<PlanTerms, 'amount' | 'sells' | 'buys'>): string {
  return amount.kind === 'usd' ? `$${amount.value} of ${buys}` : `${amount.value} ${sells} for ${buys}`
}

const paidText = ({ amount, sells }: PlanTerms): string => (amount.kind === 'usd' ? `, paid with ${sells}` : '')

/** The whole of a plan in one phrase: "$50 of ETH, paid with USDC on Base, every Friday at 12:00 UTC". */
export function termsText(terms: PlanTerms, chains: Chains): string {
  const { schedule, chainId } = terms
  const network = chains.get(chainId)?.name ?? `chain ${chainId}`
  const hour = `${String(schedule.hour).padStart(2, '0')}:00 UTC`
  return `${purchaseText(terms)}${paidText(terms)} on ${network}, ${rhythmText(schedule)} at ${hour}`
}

/** What a plan does from now on, for the person who has just made it. */
export function createdText({ number, terms, next, left }: Plan, chains: Chains): string {
  const { times } = terms.schedule
  const dates = next.map(dayText)
  const end =
    times === null || left === null
      ? 'It continues until you pause or cancel it.'
      : `${times === 1 ? 'It is 1 purchase' : `There are ${times} purchases`} in all, the last on ${dayText(dueAt(terms.schedule, times - 1))}.`
  return [
    `Plan ${number} is set up: ${termsText(terms, chains)}.`,
    `The ${dates.length === 1 ? 'date is' : `first ${dates.length} dates are`} ${list(dates)}. ${end}`,
    'Nothing is bought automatically: on each date I start a conversation with that purchase as a proposal, at the price at that moment, and it waits for you to countersign it. A date that passes unanswered is not added to the next one.',
    `You can say “pause plan ${number}”, “cancel plan ${number}” or “my plans” at any time.`,
  ].join('\n\n')
}

/** One line of a list. */
export function planLine({ number, terms, state, next, left }: Plan, chains: Chains): string {
  const [first] = next
  const rest = left === null ? 'with no end date' : `${left} of ${terms.schedule.times ?? left} left`
  const when = state === 'paused' ? 'Paused' : first === undefined ? 'No dates left' : `Next on ${dayText(first)}`
  return `- Plan ${number}: ${termsText(terms, chains)}. ${when}, ${rest}.`
}

/** What is said in place of a plan that there is already. */
export const alreadyText = (plan: Plan, chains: Chains): string =>
  `You already have that plan, so I have not made it twice.\n\n${planLine(plan, chains)}`

/** The dates that one purchase stands for, in words. */
export function datesText(dates: readonly number[]): string {
  const [first = 0] = dates
  if (dates.length <= 5) return list(dates.map(dayText))
  return `${dates.length} dates, the first ${dayText(first)} and the last ${dayText(dates.at(-1) ?? 0)}`
}

const told = /^Plan (\d+)\b/

/** The number of the plan that a message of the agent is about, where that is one plan. */
export function planIn(text: string): number | null {
  const [first, ...others] = text.split('\n').flatMap((line) => told.exec(line)?.[1] ?? [])
  return first !== undefined && others.length === 0 ? Number(first) : null
}
