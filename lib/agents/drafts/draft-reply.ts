import { draftActionOf, draftedFields, isRequestForSure, soleRequest } from '@/lib/language/drafted'
import type { Entity } from '@/lib/language/entity'
import type { Action, Kind } from '@/lib/language/labels'
import type { Context } from '@/lib/language/reader/features'
import { requestsIn } from '@/lib/language/request'
import { namesOf } from '@/lib/language/wallet-names'
import {
  type DraftField,
  draftFields,
  fieldsOfAction,
  missingIn,
  type RequestFields,
  requestSentence,
} from '@/lib/wire/draft'
import type { Message } from '@/lib/wire/task'
import type { Scene } from '../abilities/reading'
import type { Reply } from '../abilities/reply'
import { doubted, isRequested } from '../frames/step'
import type { Step, Understanding } from '../frames/understanding'
import { askedIn, type QuestionTopic } from '../replies/questions'
import { fieldsOfStep, stepOfFields } from './fields'

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

/** The person's message of a turn, and the messages before it. */
export type Said = { text: string; history: readonly Message[] }

/**
 * Returns the reply, or one with a draft of the person's request where the reply would ask back or say that it has not
 * understood. Missing fields stay empty. Drafts nothing from words that only ask, tell or refuse.
 */
export async function withDraft(
  reply: Reply,
  understood: Understanding,
  said: Said,
  scene: Scene,
  answer: Answer,
): Promise<Reply> {
  if (!scene.reader || reply.calls.length > 0 || reply.offer || reply.display || reply.withdraws) return reply
  const nameOf = (id: number) => scene.chains.get(id)?.name
  const step = isRequested(understood) && !understood.rest?.length && !understood.beside ? understood : null
  const asked = askedIn(reply.text)
  const read = step?.isRead ? { isTold: false, actions: [], fields: fieldsOfStep(step) } : await readWords(said, scene)
  if (step && fieldTopics.has(asked) && !isUnclear(step)) {
    const own = fieldsOfStep(step)
    if (!own || read.isTold) return reply
    if (asked === 'confirm')
      return fits(read, own) ? ((await refused(own, answer, nameOf)) ?? drafted(reply, own, nameOf)) : reply
    const fields = filled(own, read.fields, asked)
    const answers = asked && fieldOf[asked]
    if (answers && own[answers] === undefined && fields[answers] !== undefined) return offered(fields, answer, nameOf)
    return drafted(reply, fields, nameOf)
  }
  if (step ? step.isRead || !isUnclear(step) : !isMissed(understood)) return reply
  // Only the person can say whether it goes to a lending market or into a vault.
  if (step?.kind === 'job' && step.job.unclear === 'deposit') return reply
  return read.fields ? offered(read.fields, answer, nameOf) : reply
}

type Answer = (step: Step) => Promise<Reply>
type NameOf = (chainId: number) => string | undefined

/** Returns the reply and draft for a request that only the reader has understood. */
async function offered(fields: RequestFields, answer: Answer, nameOf: NameOf): Promise<Reply> {
  const other = await refused(fields, answer, nameOf)
  if (other) return other
  return drafted(await answer(doubted(stepOfFields(fields, nameOf))), fields, nameOf)
}

/**
 * Returns the reply to complete fields that are not prepared as they are, with a draft if it asks a question. Null if
 * fields are missing, or if a call would be prepared.
 */
async function refused(fields: RequestFields, answer: Answer, nameOf: NameOf): Promise<Reply | null> {
  if (missingIn(fields).length > 0) return null
  const reply = await answer(stepOfFields(fields, nameOf))
  if (reply.calls.length > 0) return null
  const asked = askedIn(reply.text)
  if (asked === 'recipient') return drafted(reply, without(fields, 'receiver'), nameOf)
  return asked ? drafted(reply, fields, nameOf) : reply
}

/** Adds the draft to the reply. If fields are missing, first says what was read: the question does not. */
function drafted(reply: Reply, fields: RequestFields, nameOf: NameOf): Reply {
  if (missingIn(fields).length === 0) return { ...reply, draft: fields }
  const sentence = requestSentence(fields, (id) => nameOf(id) ?? `network ${id}`)
  return { ...reply, text: `So far I read this: “${sentence}”. ${reply.text}`, draft: fields }
}

const isMissed = (understood: Understanding): boolean =>
  understood.kind === 'bare' ||
  (understood.kind === 'talk' && ['unclear', 'unknown', 'beyond'].includes(understood.topic))

/** True if something in the step can be read in more than one way. */
const isUnclear = (step: Step): boolean =>
  step.kind === 'request' ? step.draft.unclear !== undefined : step.kind === 'job' && step.job.unclear !== undefined

function without(fields: RequestFields, field: DraftField): RequestFields {
  const { [field]: _, ...rest } = fields
  return rest
}

/** Fields that only the person fills in once the reply has asked for them: no reading of them was good enough. */
const askedOfPerson: readonly (DraftField | undefined)[] = ['amount', 'receiver']

/** Returns the fields of `own`. Takes missing ones from `read` if both have the same action. */
function filled(own: RequestFields, read: RequestFields | null, asked: QuestionTopic | null): RequestFields {
  const open = asked ? fieldOf[asked] : undefined
  const kept = open && askedOfPerson.includes(open) ? without(own, open) : own
  if (read?.action !== own.action) return kept
  const missing = fieldsOfAction[own.action].filter(
    (field) => kept[field] === undefined && !(field === open && askedOfPerson.includes(open)),
  )
  const more = missing.flatMap((field) => (read[field] === undefined ? [] : [[field, read[field]]]))
  return { ...kept, ...Object.fromEntries(more) }
}

/** True if the reader finds the same request, or one that changes or repeats the previous request. */
const fits = ({ fields, actions }: Read, own: RequestFields): boolean =>
  fields
    ? (['action', ...draftFields] as const).every(
        (field) => fields[field] === undefined || JSON.stringify(fields[field]) === JSON.stringify(own[field]),
      )
    : actions.some((action) => changes.includes(action) || draftActionOf(action) === own.action)

const changes: readonly Action[] = ['revise', 'repeat']

/** The reader's result for the person's last message. */
type Read = {
  /** True if the message only tells, asks or refuses something. */
  isTold: boolean
  /** The actions it surely asks for; empty if a word is left unexplained. */
  actions: readonly Action[]
  /**
   * Its one request as a draft. Null if the message says anything else or leaves a word or a figure unexplained, if the
   * reader is not sure of the request, or if no draft can hold it.
   */
  fields: RequestFields | null
}

async function readWords({ text, history }: Said, { reader, chains }: Scene): Promise<Read> {
  const loaded = await reader?.()
  if (!loaded) return { isTold: false, actions: [], fields: null }
  const reading = loaded.read(text, namesOf(chains), contextOf(history))
  const { clauses, entities, unexplained } = reading
  const requests = requestsIn([{ text, reading }]).latest
  const request = soleRequest(text, reading)
  const fields = request && draftedFields(request)
  const figures = entities.filter(({ is, maybe }) => figureKinds.has(is) && !maybe).length
  const held = [fields?.amount, fields?.slippage].filter((each) => each !== undefined).length
  return {
    isTold: clauses.length > 0 && clauses.every(({ kind }) => toldKinds.has(kind)),
    actions: unexplained.length === 0 ? requests.filter(isRequestForSure).map(({ action }) => action) : [],
    fields: figures > held ? null : fields,
  }
}

const figureKinds: ReadonlySet<Entity['is']> = new Set(['number', 'dollars', 'percent', 'share'])

/** Kinds of clauses that ask for nothing to be done. */
const toldKinds: ReadonlySet<Kind> = new Set(['report', 'refusal', 'question', 'hypothetical'])

/** Returns what was said before the last message. The page reads that message in the same context. */
export function contextOf(history: readonly Message[]): Context {
  const at = history.findLastIndex(({ role }) => role === 'agent')
  const agent = textOf(history[at])
  const before = textOf(history.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user'))
  return { ...(agent && { agent: agent.slice(-500) }), ...(before && { before }) }
}

export const textOf = (message: Message | undefined): string =>
  (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
