import { isChange } from '@/lib/language/requests/clauses'
import { difference, factorIn } from '@/lib/language/requests/figures'
import { hintOf } from '@/lib/language/steps/moves'
import { isLess } from '@/lib/language/words/comparing'
import { amountOf, atCall, doubted, stepOf } from '../../meaning/step'
import type { Dialogue, Step } from '../../meaning/understanding'
import { partsSure } from '../certainty'
import { type Change, changeBy, changeOf, isAmbiguous } from '../changes/change'
import { changed } from '../changes/changed'
import { isVague, partsOf, type ReadClause } from '../clauses/clause'
import type { Message } from '../message'
import { namedBy } from '../open/names'

/**
 * The dialogue, with the one open proposal in view that a change names by what it does or its token: "send 2 instead". After
 * something else in between, the only one is meant as well.
 */
export function inView(read: readonly ReadClause[], message: Message, dialogue: Dialogue): Dialogue {
  const { open } = dialogue
  const isTelling = read.every(
    ({ request: { action, sums, receivers, chains } }) =>
      isChange(action) && (sums.some(({ amount }) => amount !== null) || receivers.length + chains.length > 0),
  )
  if (open.length === 0 || !isTelling) return dialogue
  if (open.length === 1 && isBegun(dialogue)) return dialogue
  const [only] = open
  if (only?.step && open.length === 1 && stepOf(dialogue) === null) return atCall(only, dialogue)
  const tokens = read.flatMap(({ entities }) => entities.filter(({ is }) => is === 'token'))
  const words = read.map(({ clause }) => message.text.slice(clause.start, clause.end)).join(' ')
  for (const named of [namedBy(words, [], message, dialogue), namedBy('', tokens, message, dialogue)]) {
    const [meant, ...others] = named?.calls ?? []
    if (meant?.step && others.length === 0) return { ...atCall(meant, dialogue), open }
  }
  return dialogue
}

/** True if a request is being put together, or was proposed last. After a list of places it is that of none. */
const isBegun = (dialogue: Dialogue): boolean =>
  dialogue.plan !== null || (stepOf(dialogue) !== null && dialogue.topic !== 'yields')

/** Returns the step with the change that a clause makes; null if it changes nothing, or cannot tell what. */
export function changedBy(base: Step, each: ReadClause, message: Message): Step | null {
  const change = changeIn(each, message)
  if (isVague(each.clause, message.reading)) return null
  const less = lessIn(base, each, message)
  if (less !== undefined) return less
  const isSure = !each.isGuessed && partsSure(each, message.reading) >= sureOfRole
  if (!isSure && isAmbiguous(base, change)) return null
  const next = changed(base, change)
  const hint = base.kind === 'job' ? hintOf(each.request.limits, each.entities, each.words) : {}
  if (base.kind !== 'job' || Object.keys(hint).length === 0) return next
  // "Actually use the locked one": another place.
  const { pick: _, best: __, ...job } = next?.kind === 'job' ? next.job : base.job
  return { kind: 'job', job: { ...job, hint } }
}

const sureOfRole = 0.9

/** "20 less": the step with so much less, to be confirmed; null if nothing would be left. Undefined for other words. */
function lessIn(base: Step, { entities }: ReadClause, { text }: Message): Step | null | undefined {
  const figure = entities.find((each) => each.is === 'number' && isLess(text.slice(each.end)))
  const before = amountOf(base)
  if (figure?.is !== 'number' || (before?.kind !== 'exact' && before?.kind !== 'usd')) return undefined
  const value = difference(before.value, figure.value)
  const amount = { kind: before.kind, value: value ?? '' }
  const step = value === null ? null : changed(base, { sums: [{ part: 'unsaid', amount }], discarded: [], chains: [] })
  return step && doubted(step)
}

function changeIn({ clause, request, entities }: ReadClause, { reading }: Message): Change {
  const times = entities.filter(({ is }) => is === 'times')
  const factor = request.sums.length === 0 && times.length === 1 ? factorIn(times) : null
  if (factor) return changeBy(factor)
  const discarded = [...partsOf(clause, 'discarded'), ...partsOf(clause, 'excluded')].flatMap(({ entities }) =>
    entities.flatMap((at) => {
      const entity = reading.entities[at]
      return entity?.is === 'token' ? [entity.symbol] : []
    }),
  )
  return changeOf(request, discarded)
}
