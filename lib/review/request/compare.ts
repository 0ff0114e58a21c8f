import { parseAmount } from '@/lib/chain/tokens/amount'
import type { Request, Requests, Sum } from '@/lib/language/request'
import type { RuleContext } from '../context'
import type { RequestPart } from '../review'
import { unread } from './comparison'
import { type PlanEffects, slippageOf } from './effects'
import { withoutLabels } from './labels'
import { isSecondStep } from './later-step'
import { openWords } from './open-words'
import { judgedParts } from './parts/all-parts'
import { sumPart } from './parts/sums'
import { isOfOffer } from './quotes'
import { weigh, wholeOf } from './weigh'

/**
 * A request that a plan may answer, compared with it. `doubts`: words of it that could not be compared. `waits`: times and
 * conditions that may not have come yet.
 */
export type Answer = { request: Request; parts: RequestPart[]; doubts: string[]; waits: string[] }

/** Returns the latest request that the plan answers best, with the comparison. Null if there is none. */
export function answered({ latest, named }: Requests, moves: PlanEffects, context: RuleContext): Answer | null {
  const all = (named ? [named] : latest).map((request) => ({
    answer: compare(request, moves, context),
    is: likeness(request, moves, context),
  }))
  return all.toSorted((a, b) => b.is - a.is)[0]?.answer ?? null
}

/** Returns how much of a request the plan meets, however sure the reader is of it. */
function likeness(request: Request, moves: PlanEffects, context: RuleContext): number {
  return judgedParts(request, moves, context).reduce((sum, { part: { is, respect } }) => {
    const weight = respect === 'action' ? 3 : respect === 'gives' || respect === 'gets' ? 2 : 1
    return sum + (is === 'met' ? weight : is === 'different' ? -weight : 0)
  }, 0)
}

/**
 * Compares a plan with one request, in everything that the request says. A difference counts if the reader is sure of
 * the role of the words, or if no role of theirs would account for what the plan does. Else it is a doubt.
 */
function compare(asked: Request, moves: PlanEffects, context: RuleContext): Answer {
  const isStep = isSecondStep(asked, moves)
  const taken = withoutSlippage(isStep ? { ...asked, action: 'send' } : asked, context)
  const request = withoutLabels(withOwnSums(withGrouping(taken, context), moves, context))
  const whole = wholeOf(asked, request, isStep, moves, context)
  const weighed = whole.judged.map((each) => weigh(each, whole, moves))
  const parts = weighed.map(({ part }) => part)
  const doubts = weighed.flatMap(({ doubt }) => doubt ?? [])
  doubts.push(...openWords(whole, doubts, moves, context))
  // What is left open is listed with the parts.
  const isListed = (text: string) => parts.some((part) => part.asked === text)
  const open = doubts.filter((text) => text !== '' && !isListed(text))
  const all = [...parts, ...open.map((asked): RequestPart => ({ respect: 'limit', asked, ...unread }))]
  return {
    request: asked,
    parts: all.map((part) => (isOfOffer(part, asked) ? { ...part, offered: true as const } : part)),
    doubts: [...new Set(doubts)],
    waits: [...new Set(weighed.flatMap(({ wait }) => wait ?? []))],
  }
}

/**
 * Takes the comma in "1,500" for one between thousands where the person's own figures have a point before the decimals.
 * Anywhere else such a figure stays open: a thousandth of it may be meant.
 */
function withGrouping(request: Request, { decimalMark }: RuleContext): Request {
  if (decimalMark !== '.') return request
  const sums = request.sums.map((sum): Sum => {
    const { amount, text } = sum
    if (amount?.is !== 'number' || !amount.either || !grouped.test(text)) return sum
    const value = amount.either.find((each) => /^\d{4,}$/.test(each))
    return value === undefined ? sum : { ...sum, amount: { is: 'number', value } }
  })
  return { ...request, sums }
}

/** A figure with a comma before exactly three digits, and no other mark. */
const grouped = /(?<![\d.,])\d{1,3},\d{3}(?![\d.,]*\d)/

/** Takes a figure that later words said for the slippage, if it is just that, and puts back what it replaced. */
function withoutSlippage(request: Request, context: RuleContext): Request {
  const real = slippageOf(context)
  const isSlippage = ({ amount, said }: Sum) => {
    if (real === null || said === 0 || (amount?.is !== 'number' && amount?.is !== 'percent')) return false
    const meant = parseAmount(amount.value, 2)
    return meant !== null && meant < 1_000n && real <= meant + 1n && real + 2n >= meant
  }
  if (!request.sums.some(isSlippage)) return request
  const sums = request.sums.flatMap((sum) =>
    isSlippage(sum) ? request.former.filter(({ part }) => part === sum.part) : [sum],
  )
  return { ...request, sums }
}

/**
 * Puts back what the person asked for where the offer they agreed to states other figures, and the plan does as they
 * asked: "Withdraw 700." "That leaves 3,300. Proceed?" "Yes."
 */
function withOwnSums(request: Request, moves: PlanEffects, context: RuleContext): Request {
  if (!request.adopted) return request
  const is = (sum: Sum) => sumPart(sum, request, moves, context).part.is
  const own = request.former.filter((sum) => sum.amount !== null && is(sum) === 'met')
  const sums = request.sums.filter((sum) => is(sum) !== 'different')
  return own.length === 0 ? request : { ...request, sums: [...own, ...sums] }
}
