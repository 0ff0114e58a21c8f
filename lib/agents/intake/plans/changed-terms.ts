import { stableCoins } from '@/lib/language/alike'
import type { Entity } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { factorIn } from '@/lib/language/requests/figures'
import { isWithin } from '@/lib/language/spans'
import type { PlanAmount, PlanRequest, PlanToken, WhichPlans } from '../../meaning/plan-request'
import type { Dialogue } from '../../meaning/understanding'
import { answerTo, type Change, changeBy, changeOf } from '../changes/change'
import { changed } from '../changes/changed'
import type { ReadClause } from '../clauses/clause'
import { readClauses } from '../clauses/read-clauses'
import { certain, type Message, mostWords, type Understood } from '../message'
import { rhythmOf, waitsForPrice } from '../plans/planned'
import { isAboutPlan, isPlan, stateIn, states } from './stopped'

/** The plan that a name stands for, and the entity that names it. */
type Named = { which: Exclude<WhichPlans, string>; of: Entity }

/** Least certainty that a number beside "plan" is an amount. */
const sureOfAmount = 0.8

/** "Plan 1", "plan #1", unless the number counts something; "my ETH plan". */
function planNamed(asked: readonly Clause[], { text, reading: { entities } }: Message): Named | null {
  const counted = asked.flatMap(({ parts }) =>
    parts.flatMap(({ role, p, entities: all }) => (role === 'amount' && p >= sureOfAmount ? all : [])),
  )
  for (const [at, plan] of entities.entries()) {
    if (!isPlan(plan)) continue
    const [before, next] = [entities[at - 1], entities[at + 1]]
    if (before?.is === 'token' && before.known && text.slice(before.end, plan.start).trim() === '')
      return { which: { symbol: before.symbol }, of: before }
    if (!next || !/^[\s#]*$/.test(text.slice(plan.end, next.start)) || counted.includes(at + 1)) continue
    const digits = next.is === 'number' ? next.value : next.is === 'nft' ? next.id : ''
    if (/^\d{1,6}$/.test(digits)) return { which: { number: Number(digits) }, of: next }
  }
  return null
}

/** Below this certainty of its action a clause may be a change: "make it WBTC" is no purchase. */
const sureOfOther = 0.7

/** Reads words that change some of a plan's terms: an offer of the changed plan. */
export function changedTerms(asked: readonly Clause[], message: Message, dialogue: Dialogue): Understood | null {
  const { plan } = dialogue
  const named = planNamed(asked, message)
  const isOpen = plan?.do === 'create' && !(named && 'number' in named.which)
  if (!isOpen && !isAboutPlan(message, dialogue)) return null
  const read = readClauses(asked, message)
  const isMeant = isOpen || named !== null
  const isOwn = ({ clause: { action, sure }, request }: ReadClause) =>
    !isChange(action) &&
    !(action && states[action]) &&
    (sure.action >= sureOfOther ? !isMeant || isWhole(request, named?.of) : !isMeant && isCounted(request))
  if (!changesOnly(message, asked, dialogue) || read.some(isOwn)) return null
  if (asked.some((clause) => stateIn(clause, message, dialogue))) return null
  if (read.some(({ request }) => waitsForPrice(request))) return certain({ kind: 'abstain', topic: 'conditional' })
  const said = termsIn(asked, message, isOpen ? undefined : named?.of)
  const next = isOpen ? changedOffer(plan, read, said, dialogue) : adjusted(said, named, message, dialogue)
  return next && certain({ kind: 'plan', plan: next })
}

/** True if a message tells nothing, and asks for nothing but a change. */
function changesOnly({ text, reading }: Message, asked: readonly Clause[], { asked: question }: Dialogue): boolean {
  const { clauses, entities } = reading
  // "I told my wife $30".
  if (entities.some((each) => each.is === 'pronoun' && each.for === 'person')) return false
  const fits = ({ kind }: Clause) =>
    kind === 'request' ||
    kind === 'agreement' ||
    (kind === 'refusal' && asked.length > 0) ||
    (question !== null && (kind === 'hypothetical' || kind === 'report'))
  const isShort = text.split(/\s+/).length - entities.length <= mostWords
  return clauses.every(fits) && (isShort || asked.some(({ action }) => isChange(action)))
}

/** True for a request that needs nothing said before: "buy $20 of WBTC". `name`: a plan's number is no amount. */
function isWhole({ action, sums, receivers }: ReadClause['request'], name: Entity | undefined): boolean {
  if (action === 'send' || action === 'sendNft') return receivers.length > 0 && sums.length > 0
  const isSwap = action === 'swap'
  return (
    (!isSwap || sums.some(({ amount }) => amount && amount !== name)) &&
    sums.some(({ part, what }) => what && (!isSwap || part === 'get'))
  )
}

const isCounted = ({ sums }: ReadClause['request']): boolean => sums.some(({ amount, what }) => amount && what)

type Terms = {
  /** Everything that the words name, except the plan itself, what they take back, and how often. */
  things: readonly Entity[]
  /** Symbols of the tokens that are taken back. */
  discarded: readonly string[]
  /** The side of a token, where the words are sure of it. */
  sideOf: (symbol: string) => PlanToken['side']
  rhythm: ReturnType<typeof rhythmOf>
}

/** Least certainty of a token's side. */
const sureOfSide = 0.7

function termsIn(asked: readonly Clause[], { text, reading }: Message, name: Entity | undefined): Terms {
  const parts = asked.flatMap((clause) => clause.parts)
  const inPart = (each: Entity, ...roles: readonly string[]) =>
    parts.some((part) => roles.includes(part.role) && part.entities.some((at) => reading.entities[at] === each))
  const isDiscarded = (each: Entity) =>
    inPart(each, 'discarded', 'excluded') ||
    reading.clauses.some((clause) => clause.kind === 'refusal' && isWithin(each, clause))
  const named = reading.entities.filter((each) => each !== name && !isPlan(each) && each.is !== 'pronoun')
  const kept = named.filter((each) => !isDiscarded(each))
  const counts = kept.filter((each) => inPart(each, 'count') && each.is === 'number')
  // "Double", "3x" and "twice" multiply; "8 times" counts.
  const isCount = (each: Entity) => text.slice(each.start, each.end).toLowerCase().endsWith('times')
  const factors = kept.filter(
    (each) =>
      each.is === 'times' &&
      !inPart(each, 'count', 'until', 'every') &&
      (inPart(each, 'amount', 'value') || !isCount(each)),
  )
  const isTime = ({ is }: Entity) => is === 'recurrence' || is === 'date' || is === 'duration'
  const times = kept.filter(
    (each) => isTime(each) || counts.includes(each) || (each.is === 'times' && !factors.includes(each)),
  )
  return {
    things: kept.filter((each) => !times.includes(each)),
    discarded: named.flatMap((each) => (each.is === 'token' && !kept.includes(each) ? [each.symbol] : [])),
    sideOf: (symbol) => {
      for (const { action, sure, parts } of asked)
        for (const { role, entities, p } of parts) {
          if (p < sureOfSide || !entities.some((at) => isToken(reading.entities[at], symbol))) continue
          if (role === 'give') return 'sells'
          if (role === 'get' && !isChange(action) && sure.action >= sureOfOther) return 'buys'
        }
      return undefined
    },
    rhythm: rhythmOf(times, counts),
  }
}

const isToken = (entity: Entity | undefined, symbol: string): boolean =>
  entity?.is === 'token' && entity.symbol === symbol

type NewPlan = Extract<PlanRequest, { do: 'create' }>

/** Returns an offered plan, or one that is being put together, with a change; null if part of it has no place there. */
function changedOffer(plan: NewPlan, read: readonly ReadClause[], terms: Terms, { asked }: Dialogue): NewPlan | null {
  const { things, rhythm } = terms
  const { problem: _, ...kept } = plan.rhythm
  const next = { ...plan, rhythm: { ...kept, ...rhythm } }
  if (things.length === 0) return Object.keys(rhythm).length > 0 ? next : null
  const isAnswer = asked !== null && asked !== 'confirm' && asked !== 'rhythm'
  const change = changeIn(plan.order, isAnswer ? [] : read, terms, isAnswer ? asked : 'amount')
  const order = change && changed({ kind: 'request', draft: plan.order }, change)
  return order?.kind === 'request' ? { ...next, order: order.draft } : null
}

function changeIn(
  { from, to }: NewPlan['order'],
  [only, ...others]: readonly ReadClause[],
  { things, discarded, sideOf }: Terms,
  asked: Parameters<typeof answerTo>[0],
): Change | null {
  const factor = factorIn(things)
  if (factor) return changeBy(factor)
  const isOf = (symbol: string | undefined) => symbol === from?.symbol || symbol === to?.symbol
  const tokens = things.flatMap((each) => (each.is === 'token' ? [each.symbol] : []))
  // "WBTC, not ETH": what the plan has already is what goes.
  const former = tokens.every(isOf) ? [] : tokens.filter(isOf)
  const kept = things.filter((each) => each.is !== 'token' || !former.includes(each.symbol))
  const isRead = only !== undefined && others.length === 0 && only.request.sums.length > 0
  const change = isRead ? changeOf(only.request, [...discarded, ...former]) : answerTo(asked, kept)
  if (!change) return null
  const sums = change.sums.flatMap((sum): Change['sums'] => {
    const { token } = sum
    if (!token) return [sum]
    if (former.includes(token.symbol ?? '')) return []
    if (!isRead || token.symbol === undefined) return [sum]
    // DAI takes the place of what pays for ETH, and WBTC that of ETH.
    const isStable = (symbol: string) => stableCoins.includes(symbol)
    const isLikeBought = to?.symbol !== undefined && isStable(token.symbol) === isStable(to.symbol)
    const side = sideOf(token.symbol) ?? (isLikeBought ? 'buys' : 'sells')
    return [{ ...sum, part: side === 'buys' ? 'get' : 'give' }]
  })
  return { ...change, sums }
}

/** Entities that can change a plan that is set up. */
const adjustable: ReadonlySet<Entity['is']> = new Set(['number', 'dollars', 'token', 'times', 'share', 'ordinal'])

/** Returns the change of a plan that is set up; null if nothing is changed, or something that no plan can change. */
function adjusted(
  { things, discarded, sideOf, rhythm }: Terms,
  named: Named | null,
  message: Message,
  { planTold }: Dialogue,
): PlanRequest | null {
  const isUnknown = (each: Entity) => each.is === 'token' && !each.known && !each.maybe
  if (things.some((each) => !adjustable.has(each.is) || isUnknown(each))) return null
  const figures = things.filter(({ is }) => is === 'number' || is === 'dollars')
  const tokens = things.flatMap((each) => (each.is === 'token' && each.known ? [each] : []))
  const [figure, token, former] = [figures[0], tokens[0], tokens[1]?.symbol ?? discarded[0]]
  const factor = factorIn(things)
  if (figures.length > 1 || tokens.length > 2 || (figure && factor)) return null
  const isCounted = figure?.is === 'number' && token !== undefined && former === undefined
  const amount: PlanAmount | null = factor
    ? { kind: 'share', ...factor }
    : figure?.is === 'dollars'
      ? { kind: 'usd', value: figure.value }
      : figure?.is === 'number'
        ? { kind: 'exact', value: figure.value, ...(isCounted && { symbol: token.symbol }) }
        : null
  const side = token && sideOf(token.symbol)
  const swapped: PlanToken | null =
    token && !isCounted
      ? { symbol: token.symbol, ...(side && { side }), ...(former !== undefined && { insteadOf: former }) }
      : null
  if (!amount && !swapped && Object.keys(rhythm).length === 0) return null
  const isNamed = message.reading.entities.some(isPlan)
  const which = named?.which ?? (planTold === null || isNamed ? 'only' : { number: planTold })
  return { do: 'adjust', which, rhythm, ...(amount && { amount }), ...(swapped && { token: swapped }) }
}
