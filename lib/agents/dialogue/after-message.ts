import { fieldsOfStep, stepOfFields } from '@/lib/language/steps/fields'
import { draftsIn, planOffersIn, readProposeAgain, readRequest } from '@/lib/wire/data-parts'
import { draftFields, type RequestFields } from '@/lib/wire/draft'
import type { Message } from '@/lib/wire/task'
import { offeredIn } from '../abilities/options'
import { planIn } from '../abilities/plans/plan-text'
import { proposes } from '../abilities/reply'
import { textOf } from '../intake/context'
import { mayObject, type Said, type World } from '../intake/intake'
import type { PlanRequest } from '../meaning/plan-request'
import { dialogueAt, doubted, inPlace, newDialogue, replacedBy, stepOf } from '../meaning/step'
import type { Dialogue, Requested, Step, Understanding } from '../meaning/understanding'
import { askedIn, type QuestionTopic } from '../replies/questions'
import { afterReturns, type Calls, callsOf } from './after-result'
import { afterWords } from './after-words'
import { heardOf, understandOnce } from './kept'

/**
 * Returns the dialogue after a message of the agent. `unchanged`: the dialogue without the words since its last message.
 */
export function afterAgent(before: Dialogue, message: Message, unchanged: Dialogue, world: World): Dialogue {
  const text = textOf(message)
  const asked = askedIn(text)
  const proposed = callsOf(message.parts).filter(({ name }) => proposes(name))
  const listed = offeredIn(text)
  const [draft] = draftsIn(message.parts)
  // A change of an open call that led to nothing has changed nothing: a wallet had the call.
  const isInVain = before.revises !== null && unchanged.standing === 'proposed' && !proposed.length && !draft && !asked
  const dialogue = isInVain ? unchanged : before
  return {
    ...(draft ? afterDraft(dialogue, draft.fields, world) : dialogue),
    plan: planAfter(dialogue.plan, asked, message),
    planTold: planIn(text) ?? (dialogue.missed ? dialogue.planTold : null),
    asked: asked ?? dialogue.asked,
    offered: listed.length > 0 ? listed : dialogue.offered,
    ...(proposed.length > 0 && { standing: 'proposed', calls: proposed.map(({ id }) => id), revises: null }),
    open: [
      ...dialogue.open,
      ...proposed.map(({ id }, at) => ({ id, step: stepsOf(dialogue, proposed.length)[at] ?? null })),
    ],
  }
}

/** Returns the dialogue after a message of the person: results, words, or both. `before`: what was said before it. */
export function afterPerson(
  dialogue: Dialogue,
  message: Message,
  { key, world, calls, before }: { key: string; world: World; calls: Calls; before: () => Said['before'] },
): Dialogue {
  const next = afterReturns(dialogue, message.parts, calls)
  if (!message.parts.some((part) => part.type === 'text')) return next
  const again = againIn(message)
  // A repeated proposal is the previous request, if it was the last one.
  if (again !== null) return next.calls.includes(again) ? next : { ...newDialogue, open: next.open }
  const said = { text: heardOf(message), before: before() }
  const understood = requestedIn(message, next, world) ?? understandOnce(said, key, next, world)
  const missed = isMissed(understood)
  return {
    ...afterWords(next, understood, said, world),
    // The question is answered, or nobody waits for the answer any more.
    ...(next.asked === 'which-open' && { asked: null }),
    missed,
    objected: missed && mayObject(said, world),
    open: next.open,
  }
}

/** The steps that so many calls of one message were proposed for. */
function stepsOf(dialogue: Dialogue, count: number): readonly Step[] {
  const step = stepOf(dialogue)
  const steps = step ? [step, ...dialogue.rest] : []
  return count === 1 ? steps.slice(0, 1) : steps.length === count ? steps : []
}

const isMissed = (understood: Understanding): boolean =>
  understood.kind === 'talk' && ['unclear', 'unknown', 'language'].includes(understood.topic)

/**
 * Reads the request that a message makes by the fields of a draft. It replaces the same call as the draft would have.
 */
export function requestedIn({ role, parts }: Message, dialogue: Dialogue, world: World): Requested | null {
  const request = role === 'user' ? readRequest(parts) : null
  if (!request) return null
  const replaced = dialogue.standing === 'open' ? replacedBy(dialogue) : null
  return { ...stepOfFields(request.fields, nameOf(world)), rest: dialogue.rest, ...inPlace(replaced) }
}

/** A draft stands as what was asked for, to be confirmed: in words, too. */
function afterDraft(dialogue: Dialogue, fields: RequestFields, world: World): Dialogue {
  const step = stepOf(dialogue)
  const before = step && fieldsOfStep(step)
  const isSame = (['action', ...draftFields] as const).every(
    (field) => JSON.stringify(before?.[field]) === JSON.stringify(fields[field]),
  )
  if (isSame) return dialogue
  const { offered, revises } = dialogue
  return { ...dialogueAt(doubted(stepOfFields(fields, nameOf(world)))), offered, revises, open: dialogue.open }
}

const nameOf =
  ({ chains }: World) =>
  (chainId: number): string | undefined =>
    chains.get(chainId)?.name

/**
 * Returns the plan that is being put together, after a message of the agent. An offered plan can be changed as long as
 * nothing else is asked for; one that was set up, changed or refused is finished.
 */
function planAfter(plan: PlanRequest | null, asked: QuestionTopic | null, { parts }: Message): PlanRequest | null {
  const [offer] = planOffersIn(parts)
  if (offer && plan?.do === 'create')
    return offer.number === undefined && !offer.changes ? { ...plan, replaces: offer.id } : null
  return asked ? plan : null
}

/** Returns the call that a message asks to be proposed again. The service does that. */
function againIn({ parts }: Message): string | null {
  try {
    return readProposeAgain(parts)?.callId ?? null
  } catch {
    return null
  }
}
