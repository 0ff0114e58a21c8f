import { draftedFields } from '@/lib/language/drafted'
import type { Context } from '@/lib/language/reader/features'
import { requestsIn } from '@/lib/language/request'
import { namesOf } from '@/lib/language/wallet-names'
import { type DraftField, fieldsOfAction, missingIn, type RequestFields, requestSentence } from '@/lib/wire/draft'
import type { Message } from '@/lib/wire/task'
import type { Scene } from '../abilities/reading'
import type { Reply } from '../abilities/reply'
import { doubted, isRequested } from '../frames/step'
import type { Step, Understanding } from '../frames/understanding'
import { askedIn, type QuestionTopic } from '../replies/questions'
import { fieldsOfStep, stepOfFields } from './fields'

/** What a field of a draft answers. Which of several places is meant, or which of several requests, no field does. */
const fieldTopics: ReadonlySet<QuestionTopic | null> = new Set<QuestionTopic>([
  ...(['amount', 'from', 'to', 'recipient', 'from-chain', 'to-chain', 'slippage', 'confirm'] as const),
])

/** The field that answers a question. */
const fieldOf: Partial<Record<QuestionTopic, DraftField>> = {
  amount: 'amount',
  from: 'token',
  to: 'receives',
  recipient: 'receiver',
  'from-chain': 'chainId',
  'to-chain': 'toChainId',
}

/** Below this the reader is too unsure of a request to offer it. */
const sureEnough = 0.3

/** The words of a turn, and what was said before them. */
type Said = { text: string; history: readonly Message[] }

/**
 * The reply, or in its place a draft of what the person asks for, where the reply would ask back or say that it has not
 * understood. What is missing stays empty. Nothing is drafted of what was only asked, told or refused.
 */
export async function withDraft(
  reply: Reply,
  understood: Understanding,
  said: Said,
  scene: Scene,
  answer: Answer,
): Promise<Reply> {
  if (!scene.reader || reply.calls.length > 0 || reply.offer || reply.withdraws) return reply
  const nameOf = (id: number) => scene.chains.get(id)?.name
  const step = isRequested(understood) && !understood.rest?.length && !understood.beside ? understood : null
  const asked = askedIn(reply.text)
  if (step && fieldTopics.has(asked) && !isUnclear(step)) {
    const own = fieldsOfStep(step)
    if (!own) return reply
    if (asked === 'confirm') return (await refused(own, answer, nameOf)) ?? drafted(reply, own, nameOf)
    const fields = filled(own, await readFields(said, scene), asked)
    const answers = asked && fieldOf[asked]
    if (answers && own[answers] === undefined && fields[answers] !== undefined) return offered(fields, answer, nameOf)
    return drafted(reply, fields, nameOf)
  }
  if (step ? !isUnclear(step) : !isMissed(understood)) return reply
  const fields = await readFields(said, scene)
  return fields ? offered(fields, answer, nameOf) : reply
}

type Answer = (step: Step) => Promise<Reply>
type NameOf = (chainId: number) => string | undefined

/** Words and draft of what the reader alone has understood. */
async function offered(fields: RequestFields, answer: Answer, nameOf: NameOf): Promise<Reply> {
  const other = await refused(fields, answer, nameOf)
  if (other) return other
  return drafted(await answer(doubted(stepOfFields(fields, nameOf))), fields, nameOf)
}

/** What is said of whole fields that are not prepared as they are, with a draft where it ends in a question; else null. */
async function refused(fields: RequestFields, answer: Answer, nameOf: NameOf): Promise<Reply | null> {
  if (missingIn(fields).length > 0) return null
  const reply = await answer(stepOfFields(fields, nameOf))
  if (reply.calls.length > 0) return null
  const asked = askedIn(reply.text)
  if (asked === 'recipient') return drafted(reply, without(fields, 'receiver'), nameOf)
  return asked ? drafted(reply, fields, nameOf) : reply
}

/** The reply with its draft. What no question of it says is said before it. */
function drafted(reply: Reply, fields: RequestFields, nameOf: NameOf): Reply {
  if (missingIn(fields).length === 0) return { ...reply, draft: fields }
  const sentence = requestSentence(fields, (id) => nameOf(id) ?? `network ${id}`)
  return { ...reply, text: `So far I read this: “${sentence}”. ${reply.text}`, draft: fields }
}

function isMissed(understood: Understanding): boolean {
  switch (understood.kind) {
    case 'talk':
      return understood.topic === 'unclear' || understood.topic === 'unknown' || understood.topic === 'beyond'
    case 'abstain':
      return understood.topic === 'lending' || understood.topic === 'staking'
    default:
      return understood.kind === 'bare'
  }
}

/** Something in it can be read in more than one way. */
const isUnclear = (step: Step): boolean =>
  step.kind === 'request' ? step.draft.unclear !== undefined : step.kind === 'job' && step.job.unclear !== undefined

function without(fields: RequestFields, field: DraftField): RequestFields {
  const { [field]: _, ...rest } = fields
  return rest
}

/**
 * Fields of the one reading, and where they are missing those of the other, if both are of the same action. An address that
 * the reply has refused is none to confirm.
 */
function filled(own: RequestFields, read: RequestFields | null, asked: QuestionTopic | null): RequestFields {
  const kept = asked === 'recipient' ? without(own, 'receiver') : own
  if (read?.action !== own.action) return kept
  const missing = fieldsOfAction[own.action].filter((field) => own[field] === undefined)
  const more = missing.flatMap((field) => (read[field] === undefined ? [] : [[field, read[field]]]))
  return { ...kept, ...Object.fromEntries(more) }
}

/** What the last words ask for by the reader; null where that is not one request, or none that a draft can hold. */
async function readFields({ text, history }: Said, { reader, chains }: Scene): Promise<RequestFields | null> {
  const loaded = await reader?.()
  if (!loaded) return null
  const reading = loaded.read(text, namesOf(chains), contextOf(history))
  const { latest } = requestsIn([{ text, reading }])
  const [request, ...others] = latest
  return request && others.length === 0 && request.p >= sureEnough ? draftedFields(request) : null
}

/** What was said before the last message. The page reads it in the same context. */
function contextOf(history: readonly Message[]): Context {
  const at = history.findLastIndex(({ role }) => role === 'agent')
  const agent = textOf(history[at])
  const before = textOf(history.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user'))
  return { ...(agent && { agent: agent.slice(-500) }), ...(before && { before }) }
}

const textOf = (message: Message | undefined): string =>
  (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
