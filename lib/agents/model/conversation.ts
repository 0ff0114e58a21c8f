import type { AssistantContent, ModelMessage, ToolContent } from 'ai'
import type { FunctionCall, FunctionReturn, Part } from '@/lib/wire/parts'
import { isVoid } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import { cleanChainString } from '@/lib/wire/text'
import type { Witness } from '../abilities/witness'

/** Characters of history that a model is given: some 15,000 tokens. */
const budget = 60_000
/** Longest text of one part. A pasted book must not push out the conversation. */
const longestPart = 12_000

/** Precedes what the service began by itself: the APIs do not allow a conversation that an assistant begins. */
const begunByService =
  'This is context from the service and not a message of the person. The service began this conversation by itself, with the words and calls that follow next. The person has asked for nothing here yet: what they want stands only in messages after this one, and in their outcomes of the calls.'

/**
 * Converts the history for a model: the newest messages that fit, beginning with one of the person's. The messages with
 * which the service began a conversation always stay. Every call has its result beside it, because the APIs refuse a
 * call without one. If `witnesses` has the chain's evidence, the result contains it as `seenOnChain`. `underWay`: the open calls that a
 * wallet may be carrying out.
 */
export function toModelMessages(
  history: readonly Message[],
  witnesses: ReadonlyMap<string, Witness> = new Map(),
  underWay: ReadonlySet<string> = new Set(),
): ModelMessage[] {
  const withWitness = (returned: FunctionReturn): FunctionReturn => {
    const witness = witnesses.get(returned.id)
    return witness ? { ...returned, result: { ...returned.result, seenOnChain: witness } } : returned
  }
  const results = new Map(
    history.flatMap(({ parts }) => returnsIn(parts)).map((returned) => [returned.id, withWitness(returned)]),
  )
  const turns = history.map((message, index) => toTurn(message, results, lateIn(history, index), underWay))
  const opening: ModelMessage[] =
    history[0]?.role === 'agent' ? [{ role: 'user', content: begunByService }, ...(turns.shift() ?? [])] : []
  let size = JSON.stringify(opening).length
  let from = turns.length
  while (from > 0) {
    const next = turns[from - 1] ?? []
    size += JSON.stringify(next).length
    // Outcomes stand with their calls. A message of nothing else is no turn that could stand alone.
    if (size > budget && turns.slice(from).some((turn) => turn.length > 0)) break
    from -= 1
  }
  const kept = turns.slice(from)
  // Nothing was cut after an opening, so it need not begin with the person.
  if (opening.length > 0 && from === 0) return [...opening, ...kept.flat()]
  const first = kept.findIndex((turn) => turn[0]?.role === 'user')
  if (first >= 0) return [...opening, ...kept.slice(first).flat()]
  // One answer with all its outcomes exceeds the budget. The request before it is short.
  const asked = turns.slice(0, from).findLast((turn) => turn[0]?.role === 'user') ?? []
  return [...opening, ...asked, ...kept.flat()]
}

/**
 * Returns outcomes of calls after which the agent has already spoken. They stand with their calls, and are repeated
 * where they came in, so that the API has something to answer and the model sees that they are new.
 */
function lateIn(history: readonly Message[], index: number): readonly FunctionReturn[] {
  const { role, parts } = history[index] ?? { role: 'agent', parts: [] }
  if (role === 'agent') return []
  const before = history.slice(0, index).findLast((message) => message.role === 'agent')
  const current = new Set(callsIn(before?.parts ?? []).map(({ id }) => id))
  return returnsIn(parts).filter(({ id, result }) => !current.has(id) && !isVoid(result))
}

function toTurn(
  { role, parts }: Message,
  results: ReadonlyMap<string, FunctionReturn>,
  late: readonly FunctionReturn[],
  underWay: ReadonlySet<string>,
): ModelMessage[] {
  const text = clipped(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'))
  // Results stand with their calls: a message of results alone adds nothing, unless they are late.
  if (role === 'user') {
    const told = late.map((returned) => lateOutcome(results.get(returned.id) ?? returned))
    const content = [...told, text].filter(Boolean).join('\n\n')
    return content ? [{ role: 'user', content }] : []
  }
  const calls = callsIn(parts)
  const content: Exclude<AssistantContent, string> = [
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ id, name, parameters }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: parameters,
    })),
  ]
  if (content.length === 0) return []
  const answers: ToolContent = calls.map(({ id, name }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: {
      type: 'text',
      value: clipped(
        JSON.stringify(results.get(id)?.result ?? (underWay.has(id) ? inWallet(id) : stillOpen(id)), harmless),
      ),
    },
  }))
  return [{ role: 'assistant', content }, ...(answers.length > 0 ? [{ role: 'tool' as const, content: answers }] : [])]
}

const lateOutcome = ({ id, name, result }: FunctionReturn): string =>
  `This is context from the service and not a message of the person. The outcome of your earlier call ${id} of ${name} has come in: ${clipped(JSON.stringify(result, harmless))}`

/** In place of the result of a call that the person has not decided: the APIs refuse a call without one. */
const stillOpen = (id: string) => ({
  status: 'open',
  id,
  note: 'The person has not decided yet: the card still waits for them, and nothing was sent. Its outcome will be told when it is known. Do not propose the same again; if they want it changed, name this id in `replaces` of the new call.',
})

const inWallet = (id: string) => ({
  status: 'open',
  id,
  note: 'The person’s wallet has this call or has sent it, and its outcome is not known yet. It can be neither changed nor taken back. Propose nothing in its place before its outcome is told.',
})

/** Replaces halves of surrogate pairs: the APIs refuse a request with one, and the conversation could not continue. */
const clipped = (text: string): string => text.slice(0, longestPart).replace(/\p{Cs}/gu, '\uFFFD')

/** The text of an outcome may come from a contract: keeps no more of it than is needed to tell what went wrong. */
const harmless = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? cleanChainString(value, 400) : value

const callsIn = (parts: readonly Part[]): FunctionCall[] =>
  parts.flatMap((part) => (part.type === 'functionCall' ? [part] : []))

const returnsIn = (parts: readonly Part[]): FunctionReturn[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : []))
