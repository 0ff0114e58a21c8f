import type { Chains } from '@/lib/chain/chains/chain'
import { percentOf } from '@/lib/chain/tokens/percent'
import { isPurchase, type NewOffer, type PlanTerms } from '@/lib/wire/plan'
import { dueAt, dueOrEnd } from '@/lib/wire/schedule'
import { hourText, rhythmText } from '@/lib/wire/schedule-text'
import { type Confirmed, mostPlans, type Plan } from '../../plans/plan'
import { list } from '../reading'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "Fri 27 Nov 2026", in UTC. */
export function dayText(at: number): string {
  const date = new Date(at)
  return `${weekdays[date.getUTCDay()] ?? ''} ${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** "$50 of ETH", "20 USDC for WBTC" or "20 USDC to 0x…": what a plan does each time. */
export function eachText(terms: PlanTerms): string {
  const { amount, sells } = terms
  if (!isPurchase(terms))
    return `${amount.kind === 'usd' ? `$${amount.value} of ${sells}` : `${amount.value} ${sells}`} to ${terms.to}`
  return amount.kind === 'usd' ? `$${amount.value} of ${terms.buys}` : `${amount.value} ${sells} for ${terms.buys}`
}

/** Names one instance of the plan: "purchase" or "transfer". */
export const onceText = (terms: PlanTerms): string => (isPurchase(terms) ? 'purchase' : 'transfer')

function moreText(terms: PlanTerms): string {
  if (!isPurchase(terms)) return ''
  const paid = terms.amount.kind === 'usd' ? `, paid with ${terms.sells}` : ''
  return terms.slippage === undefined ? paid : `${paid}, with ${percentOf(terms.slippage)} slippage`
}

/** Describes a whole plan in one phrase: "$50 of ETH, paid with USDC on Base, every Friday at 12:00 UTC". */
export function termsText(terms: PlanTerms, chains: Chains): string {
  const { schedule, chainId } = terms
  const network = chains.get(chainId)?.name ?? `chain ${chainId}`
  return `${eachText(terms)}${moreText(terms)} on ${network}, ${rhythmText(schedule)} at ${hourText(schedule)}`
}

/** Tells the first dates of a plan, and its end. */
function datesAndEnd(terms: PlanTerms): string {
  const { schedule } = terms
  const { times } = schedule
  const dates = [0, 1, 2].flatMap((index) => dueOrEnd(schedule, index) ?? []).map(dayText)
  const once = onceText(terms)
  if (times === 1) return `There is only one ${once}, on ${list(dates)}.`
  const end =
    times === null
      ? 'It continues until you pause or cancel it.'
      : `There are ${times} ${once}s in all, the last on ${dayText(dueAt(schedule, times - 1))}.`
  return `The first ${dates.length} dates are ${list(dates)}. ${end}`
}

const notByItself = (terms: PlanTerms): string =>
  isPurchase(terms)
    ? 'Nothing is bought automatically: on each date I start a conversation with that purchase as a proposal, at the price at that moment, and it waits for you to countersign it. A date that passes unanswered is not added to the next one.'
    : 'Nothing is sent automatically: on each date I start a conversation with that transfer as a proposal, and it waits for you to countersign it. A date that passes unanswered is not added to the next one.'

/**
 * Describes an offered plan completely, as on its card. `after` tells what becomes of the end of the plan that it
 * changes.
 */
export function offerText({ terms, changes }: NewOffer, chains: Chains, after = ''): string {
  const what = termsText(terms, chains)
  const dates = datesAndEnd(terms)
  if (changes)
    return [
      `Here is what plan ${changes.number} would become: ${what}.`,
      dates,
      `Plan ${changes.number} stays as it is until you confirm this, on the card or with “yes”. Then the new one takes its place; an open ${onceText(terms)} from it stays until you answer it, or until the next is due. ${after}`.trim(),
    ].join('\n\n')
  return [
    `Here is a plan for you to confirm: ${what}.`,
    dates,
    `It is set up only when you confirm it, on the card or with “yes”. ${notByItself(terms)}`,
  ].join('\n\n')
}

/** Tells the person who has just confirmed a plan what it does from now on. */
function createdText({ number, terms }: Plan, chains: Chains): string {
  return [
    `Plan ${number} is set up: ${termsText(terms, chains)}.`,
    datesAndEnd(terms),
    notByItself(terms),
    `You can say “pause plan ${number}”, “cancel plan ${number}” or “my plans” at any time.`,
  ].join('\n\n')
}

/** Tells what became of an offer that the person has confirmed. */
export function confirmedText(confirmed: Confirmed, chains: Chains): string {
  switch (confirmed.is) {
    case 'made': {
      const { plan, changed } = confirmed
      const instead = changed
        ? `\n\nIt replaces plan ${changed.number}, which is canceled; an open ${onceText(plan.terms)} from that plan stays until you answer it, or until the next is due.`
        : ''
      return createdText(plan, chains) + instead
    }
    case 'again':
      return `You have confirmed this before, so nothing was set up twice.\n\n${planLine(confirmed.plan, chains)}`
    case 'there':
      return alreadyText(confirmed.plan, chains)
    case 'moved':
      return 'The plan that this would change has just reached one of its dates, or was changed elsewhere, so I left it as it is. Say again what is to change.'
    case 'full':
      return fullText
    case 'late':
      return 'That offer is no longer open: its first date has come, or it is more than a week old. Nothing was set up. Say the plan again if you want it.'
  }
}

export const fullText = `You already have ${mostPlans} plans, the most I keep. Cancel one first.`

/** One line of a list. */
export function planLine({ number, terms, state, next, left }: Plan, chains: Chains): string {
  const [first] = next
  const rest = left === null ? 'with no end date' : `${left} of ${terms.schedule.times ?? left} left`
  const when = state === 'paused' ? 'Paused' : first === undefined ? 'No dates left' : `Next on ${dayText(first)}`
  return `- Plan ${number}: ${termsText(terms, chains)}. ${when}, ${rest}.`
}

/** Replaces the offer of a plan that already exists. */
export const alreadyText = (plan: Plan, chains: Chains): string =>
  `You already have that plan, so I have not made it twice.\n\n${planLine(plan, chains)}`

/** Lists the dates that one purchase covers. */
export function datesText(dates: readonly number[]): string {
  const [first = 0] = dates
  if (dates.length <= 5) return list(dates.map(dayText))
  return `${dates.length} dates, the first ${dayText(first)} and the last ${dayText(dates.at(-1) ?? 0)}`
}

const told = /^Plan (\d+)\b/

/** Returns the number of the plan that a message of the agent is about; null unless it is exactly one. */
export function planIn(text: string): number | null {
  const [first, ...others] = text.split('\n').flatMap((line) => told.exec(line)?.[1] ?? [])
  return first !== undefined && others.length === 0 ? Number(first) : null
}
