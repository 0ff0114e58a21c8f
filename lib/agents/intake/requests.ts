import { isRequestForSure, isSurelyAsked } from '@/lib/language/drafted'
import type { Entity } from '@/lib/language/entity'
import type { Action, Role } from '@/lib/language/labels'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { type Request, requestsIn } from '@/lib/language/request'
import type { Job } from '../frames/job'
import { doubted, openOf, stepOf, told } from '../frames/step'
import type { Dialogue, Requested, Step } from '../frames/understanding'
import { type Asked, stepsOf, unheldBound, withBrought } from './asked-for'
import { type Change, changed, changeOf } from './follow-up'
import { actionOf, certain, hasSign, isChange, type Message, missed, type Understood, weak, within } from './message'
import { rhythmOf } from './rhythm'

/** What the requests of a message come to. */
export function requested(asked: readonly Clause[], message: Message, dialogue: Dialogue): Understood {
  const { reading, collections } = message
  const { clauses, entities } = reading
  const read = asked.map((clause) => readClause(clause, message))
  if (read.some(({ request }) => ofContracts.includes(request.action)))
    return certain({ kind: 'abstain', topic: 'contract' })
  const isRebalance = read.some(({ request }) => request.action === 'rebalance')
  if (!isRebalance && clauses.some(({ kind }) => kind === 'condition'))
    return certain({ kind: 'abstain', topic: 'conditional' })
  if (read.some(({ entities }) => entities.some(isPast))) return weak({ kind: 'abstain', topic: 'past' })
  const every = read.some(({ request }) => request.limits.some(({ role }) => role === 'every'))
  if (every && !isRebalance) return plan(read, message, dialogue)
  const bound = read.map(({ request }) => unheldBound(request)).find((each) => each !== null)
  if (bound !== undefined) {
    const isLater = read.some(({ request }) =>
      request.limits.some(({ role, text }) => role === 'when' && text === bound),
    )
    return certain(isLater ? { kind: 'abstain', topic: 'scheduled' } : { kind: 'bound', text: bound })
  }
  const steps: Step[] = []
  let replaces = false
  let isRepeated = false
  /** True if something stands in it that its own words only point to. */
  let inherits = false
  for (const each of read) {
    const before = steps.at(-1) ?? null
    const pointsBack = refersBack(each.clause, reading)
    const found = isChange(each.request.action) ? [] : stepsOf({ ...each, collections })
    const [first] = found
    if (!first) {
      const base = steps.pop() ?? stepOf(dialogue)
      if (!base || !isChange(each.request.action)) return missed
      if (!before && (dialogue.standing === 'done' || dialogue.standing === 'uncertain')) {
        // What has been done is changed no more: it can only be done again, after one more question.
        isRepeated = true
      }
      if (!before && dialogue.calls.length > 1) return certain({ kind: 'which-step' })
      const next = changed(base, changeIn(each, message))
      if (!next) return isRepeated ? certain({ kind: 'settled' }) : missed
      steps.push(next)
      replaces ||= !before
      continue
    }
    if (before) steps.push(...found.map((step) => withBrought(withReceiver(step, before), before, pointsBack)))
    else {
      const inherited = fromDialogue(first, each, pointsBack, dialogue, message)
      replaces ||= inherited.replaces
      inherits ||= inherited.step !== first && !inherited.replaces
      steps.push(inherited.step, ...found.slice(1))
    }
  }
  const [first, ...rest] = steps
  if (!first || rest.length > 4) return missed
  const isTold = clauses.some(({ kind }) => kind === 'hypothetical' || kind === 'refusal' || kind === 'question')
  const open = openIn(reading, asked)
  const isSigned = entities.some((each) => hasSign(message.text, each))
  const isSure =
    !isSigned &&
    read.every(({ request }) => isSurelyAsked(request)) &&
    open.words <= 2 &&
    open.facts === 0 &&
    !isTold &&
    !isRepeated &&
    !inherits
  const isOffered = !isSigned && read.every(offerable) && open.facts === 0
  const isLikely = isOffered || !isComplete(first)
  const step = isSure ? first : doubted(first)
  const isOpen = (dialogue.standing === 'proposed' && dialogue.calls.length <= 1) || dialogue.revises.length === 1
  const is: Requested = {
    ...step,
    ...(rest.length > 0 ? { rest } : replaces && { rest: dialogue.rest }),
    ...(replaces && isOpen && openOf(dialogue).length > 0 && { replaces: true as const }),
    ...(dialogue.standing === 'uncertain' && { unsettled: true as const }),
  }
  return { is, certainty: isSure ? 'certain' : isLikely ? 'likely' : 'weak' }
}

const ofContracts: readonly Action[] = ['approve', 'revoke', 'claim', 'callContract']

/** What must be sure for a draft: less than for a call. The action of a change matters little. */
const offered = { kind: 0.7, action: 0.6, placed: 0.25, whole: 0.15 }

function offerable({ clause: { parts, action }, request: { sure, p }, entities }: ReadClause): boolean {
  if (sure.kind < offered.kind) return false
  if (isChange(action)) return parts.length > 0 && parts.every((part) => part.p >= 0.5)
  // Where a vault or a market is named, what is done there is told by that and the side of the token.
  const isPlaced = entities.some(({ is }) => is === 'position')
  return sure.action >= (isPlaced ? offered.placed : offered.action) && p >= offered.whole
}

/** Entities that a step takes from its clause without a part, or that say nothing of what is to be done. */
const light: ReadonlySet<Entity['is']> = new Set([
  ...(['position', 'lockup', 'collection', 'nft', 'some', 'pronoun', 'ordinal'] as const),
])

/** Counts what the reading leaves open outside of what is only told: entities, and words. */
function openIn(
  { unexplained, entities, clauses }: Reading,
  asked: readonly Clause[],
): { facts: number; words: number } {
  const told = clauses.filter((clause) => !asked.includes(clause) && clause.kind === 'report')
  const spans = unexplained.filter((span) => !told.some((clause) => within(span, clause)))
  const inside = entities.filter((each) => spans.some((span) => within(each, span)))
  const isLight = (each: Entity) =>
    light.has(each.is) ||
    each.maybe === true ||
    (each.is === 'date' && (each.day?.kind === 'now' || each.day?.kind === 'today') && !each.time)
  const facts = inside.filter((each) => !isLight(each)).length
  return { facts, words: spans.filter((span) => !inside.some((each) => within(each, span))).length }
}

type ReadClause = { clause: Clause } & Pick<Asked, 'request' | 'entities' | 'words'>

/** Reads one clause by itself: as a request that nothing was said before. */
function readClause(clause: Clause, { text, reading }: Message): ReadClause {
  const { of: _, ...own } = clause
  const { latest } = requestsIn([{ text, reading: { ...reading, clauses: [own] } }])
  const request = latest[0] ?? emptyRequest(own, text)
  const words = text.slice(clause.start, clause.end).toLowerCase().split(/\W+/)
  return { clause, request, entities: reading.entities.filter((each) => within(each, clause)), words }
}

const emptyRequest = ({ action, start, end, p, sure }: Clause, text: string): Request => ({
  ...{ action: action ?? 'revise', texts: [text.slice(start, end)], sums: [], receivers: [], chains: [] },
  ...{ former: [], limits: [], unexplained: [], message: 0, p, sure },
})

const partsOf = ({ parts }: Clause, role: Role) => parts.filter((part) => part.role === role)

/** True for a clause with an "it" that stands for a thing said before. */
const refersBack = (clause: Clause, { entities }: Reading): boolean =>
  partsOf(clause, 'reference').length > 0 ||
  entities.some((each) => each.is === 'pronoun' && each.for === 'thing' && within(each, clause))

function changeIn(
  { clause, request }: Pick<ReadClause, 'request'> & { clause?: Clause },
  { reading }: Message,
): Change {
  const discarded = (clause ? [clause] : reading.clauses).flatMap((each) =>
    [...partsOf(each, 'discarded'), ...partsOf(each, 'excluded')].flatMap(({ entities }) =>
      entities.flatMap((at) => {
        const entity = reading.entities[at]
        return entity?.is === 'token' ? [entity.symbol] : []
      }),
    ),
  )
  return changeOf(request, discarded)
}

/** "… and 50 USDC to him too": whoever got the one before gets this as well. */
function withReceiver(step: Step, before: Step): Step {
  const isSend = step.kind === 'request' && step.draft.action === 'send' && before.kind === 'request'
  if (!isSend || !before.draft.recipient) return step
  const { recipient } = step.draft
  if (recipient && recipient.kind !== 'nobody') return step
  return { kind: 'request', draft: { ...step.draft, recipient: before.draft.recipient } }
}

/** A first request, with what it leaves out of the one before: the thing that "it" stands for, or an open field. */
function fromDialogue(
  step: Step,
  { request }: Pick<ReadClause, 'request'>,
  pointsBack: boolean,
  dialogue: Dialogue,
  message: Message,
): { step: Step; replaces: boolean } {
  const before = stepOf(dialogue)
  // After a list of places, whichever of them takes it.
  if (step.kind === 'job' && step.job.act === 'supply' && dialogue.topic === 'yields') {
    const token = step.job.token ?? dialogue.job?.token
    const hint = dialogue.job?.hint
    const job: Job = { ...step.job, act: 'stake', isPut: true, ...(token && { token }), ...(hint && { hint }) }
    return { step: { kind: 'job', job }, replaces: false }
  }
  if (dialogue.standing === 'done' && dialogue.arrival && before && pointsBack) {
    const next = withBrought(step, before, true)
    if (next !== step) return { step: told(next, dialogue.arrival), replaces: false }
  }
  const back = dialogue.standing === 'done' && pointsBack && step.kind === 'job' ? takenBack(step, before) : null
  if (back) return { step: doubted(back), replaces: false }
  const isOpen = dialogue.standing === 'open' || dialogue.standing === 'proposed' || dialogue.standing === 'declined'
  if (before && isOpen && actionOf(step) === actionOf(before) && dialogue.calls.length <= 1 && !isComplete(step)) {
    const next = changed(before, changeIn({ request }, message))
    if (next) return { step: next, replaces: true }
  }
  if (before && isOpen && pointsBack) {
    const [amount, token] = [sumOf(before), thingOf(before)]
    return { step: withSum(step, amount, token), replaces: dialogue.standing === 'proposed' }
  }
  const { about } = dialogue
  if (!before && about && (pointsBack || request.sums.every(({ what }) => what === null)))
    return { step: withSum(step, undefined, about), replaces: false }
  return { step, replaces: false }
}

/** "Take it back out", after a deposit: that deposit. */
function takenBack(step: Extract<Step, { kind: 'job' }>, before: Step | null): Step | null {
  if (before?.kind !== 'job' || step.job.token) return null
  const act = ({ stake: 'unstake', supply: 'withdraw' } as const)[before.job.act as 'stake' | 'supply']
  if (!act || (step.job.act !== 'withdraw' && step.job.act !== 'unstake')) return null
  const { amount, token } = before.job
  return {
    kind: 'job',
    job: {
      act,
      ...((step.job.amount ?? amount) ? { amount: step.job.amount ?? amount } : {}),
      ...(token && { token }),
    },
  }
}

const sumOf = (step: Step) =>
  step.kind === 'request' ? step.draft.amount : step.kind === 'job' ? step.job.amount : undefined
const thingOf = (step: Step) =>
  step.kind === 'request' ? step.draft.from : step.kind === 'job' ? step.job.token : undefined

/** The step with an amount and a token where it names none. */
function withSum(step: Step, amount: ReturnType<typeof sumOf>, token: ReturnType<typeof thingOf>): Step {
  if (step.kind === 'job') {
    const { job } = step
    if (job.token || !token) return step
    return { kind: 'job', job: { ...job, token, ...(!job.amount && amount && { amount }) } }
  }
  if (step.kind !== 'request') return step
  const { draft } = step
  if (draft.from || !token) return step
  const to = draft.action === 'bridge' ? { to: token } : {}
  return { kind: 'request', draft: { ...draft, from: token, ...to, ...(!draft.amount && amount && { amount }) } }
}

/** True for a step that leaves nothing open that has to be asked for. */
function isComplete(step: Step): boolean {
  if (step.kind === 'job') return step.job.amount !== undefined && step.job.token !== undefined
  if (step.kind !== 'request') return step.kind !== 'nft' || step.nft.recipient !== undefined
  const { action, amount, from, to, recipient, toChain } = step.draft
  if (!amount || !from) return false
  return action === 'send' ? recipient !== undefined : action === 'bridge' ? toChain !== undefined : to !== undefined
}

/** What a request for something regular comes to. */
function plan(read: readonly ReadClause[], message: Message, dialogue: Dialogue): Understood {
  const [only, ...others] = read
  if (!only || others.length > 0) return certain({ kind: 'several' })
  const { reading } = message
  const rhythm = rhythmOf(reading.entities)
  const order = isChange(only.request.action)
    ? dialogue.plan?.do === 'create'
      ? changed({ kind: 'request', draft: dialogue.plan.order }, changeIn(only, message))
      : stepOf(dialogue)
    : stepsOf({ ...only, collections: message.collections })[0]
  if (order?.kind !== 'request' || order.draft.action === 'bridge')
    return certain({ kind: 'abstain', topic: 'scheduled' })
  const { unsure: _, ...draft } = order.draft
  const isSure = isSurelyAsked(only.request) && reading.unexplained.length === 0 && !isChange(only.request.action)
  return {
    is: { kind: 'plan', plan: { do: 'create', order: draft, rhythm, ...(!isSure && { unsure: true as const }) } },
    certainty: isSure ? 'certain' : isRequestForSure(only.request) ? 'likely' : 'weak',
  }
}

/** True for a date or a time that is over. */
const isPast = (each: Entity): boolean =>
  (each.is === 'duration' && each.side === 'back') ||
  (each.is === 'date' &&
    (each.day?.kind === 'yesterday' ||
      each.day?.kind === 'last' ||
      (each.day?.kind === 'weekday' && each.day.week === 'last')))
