import type { Chains } from '@/lib/chain/chains/chain'
import { fieldsOfStep, stepOfFields } from '@/lib/language/steps/fields'
import type { Display } from '@/lib/wire/display'
import { type DraftField, missingIn, type RequestFields, requestSentence } from '@/lib/wire/draft'
import type { Reply } from '../abilities/reply'
import { comesNext } from '../abilities/steps'
import { consent } from '../intake/commands'
import { isRequested } from '../meaning/step'
import type { Step, Understanding } from '../meaning/understanding'
import { ask, askedIn, type QuestionTopic, withoutQuestion } from '../replies/questions'

/** Questions that a draft can answer. No field says which of several places or requests is meant. */
const fieldTopics: ReadonlySet<QuestionTopic | null> = new Set<QuestionTopic>([
  ...(['amount', 'from', 'to', 'recipient', 'from-chain', 'to-chain', 'slippage', 'confirm'] as const),
])

/** Maps each question to the field that answers it. */
const fieldOf: Partial<Record<QuestionTopic, DraftField>> = {
  amount: 'amount',
  from: 'token',
  to: 'receives',
  recipient: 'receiver',
  'from-chain': 'chainId',
  'to-chain': 'toChainId',
}

/** Answers, as buttons, to the question whether that is meant, where no form can hold what was read. */
export const yesOrNo = { type: 'choices', options: [consent, 'No'] } satisfies Display

/**
 * Returns the reply with a draft of what is asked for, where the reply would ask for a part of it, or whether that is
 * what is meant. Missing fields stay empty. What no draft can hold is confirmed by a button.
 */
export async function withDraft(
  reply: Reply,
  understood: Understanding,
  chains: Chains,
  answer: Answer,
): Promise<Reply> {
  const isSettled = reply.calls.length > 0 || reply.offer || reply.display || reply.withdraws
  if (isSettled || !isRequested(understood) || isUnclear(understood)) return reply
  const nameOf = (id: number) => chains.get(id)?.name
  const asked = askedIn(reply.text)
  const own = fieldTopics.has(asked) ? fieldsOfStep(understood) : null
  if (!asked || (!own && asked !== 'confirm')) return reply
  const { rest = [] } = understood
  const told =
    rest.length > 0 ? { ...reply, text: ask(asked, `${withoutQuestion(reply.text)} ${comesNext(rest)}`) } : reply
  if (!own) return { ...told, display: yesOrNo }
  if (asked === 'confirm') return (await refused(own, answer, nameOf)) ?? drafted(told, own, nameOf)
  const field = fieldOf[asked]
  // The person fills in what the agent asked for: the value that was read there was not certain enough.
  return drafted(told, field && askedOfPerson.includes(field) ? without(own, field) : own, nameOf)
}

type Answer = (step: Step) => Promise<Reply>
type NameOf = (chainId: number) => string | undefined

/**
 * Returns the reply to fields that are not prepared as they are, with a draft if it asks a question. Null if a call would
 * be prepared, or if fields are missing and the reply asks for them or offers a choice.
 */
async function refused(fields: RequestFields, answer: Answer, nameOf: NameOf): Promise<Reply | null> {
  const reply = await answer(stepOfFields(fields, nameOf))
  if (reply.calls.length > 0) return null
  const asked = askedIn(reply.text)
  if (missingIn(fields).length > 0) return asked || reply.display ? null : reply
  if (asked === 'recipient') return drafted(reply, without(fields, 'receiver'), nameOf)
  return asked ? drafted(reply, fields, nameOf) : reply
}

/** Adds the draft to the reply. If fields are missing, first says what was read: the question does not. */
function drafted(reply: Reply, fields: RequestFields, nameOf: NameOf): Reply {
  if (missingIn(fields).length === 0) return { ...reply, draft: fields }
  const sentence = requestSentence(fields, (id) => nameOf(id) ?? `network ${id}`)
  return { ...reply, text: `So far I read this: “${sentence}”. ${reply.text}`, draft: fields }
}

/** True if something in the step can be read in more than one way. */
const isUnclear = (step: Step): boolean =>
  step.kind === 'request' ? step.draft.unclear !== undefined : step.kind === 'job' && step.job.unclear !== undefined

function without(fields: RequestFields, field: DraftField): RequestFields {
  const { [field]: _, ...rest } = fields
  return rest
}

/** Fields that only the person fills in once the reply has asked for them. */
const askedOfPerson: readonly DraftField[] = ['amount', 'receiver']
