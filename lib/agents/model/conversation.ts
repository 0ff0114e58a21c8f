import type { AssistantContent, ModelMessage, ToolContent } from 'ai'
import type { FunctionCall, FunctionReturn, Part } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'

/** Characters of history that a model is given: some 15,000 tokens. */
const budget = 60_000
/** Longest text of one part. A pasted book must not push the conversation out. */
const longestPart = 12_000

/**
 * The history as a model reads it: the newest messages that fit, beginning with one of the person's. Every call has
 * its result beside it, because the APIs refuse a call without one.
 */
export function toModelMessages(history: readonly Message[]): ModelMessage[] {
  const results = new Map(history.flatMap(({ parts }) => returnsIn(parts)).map((result) => [result.id, result]))
  const turns = history.map((message) => toTurn(message, results))
  let size = 0
  let from = turns.length
  while (from > 0) {
    const next = turns[from - 1] ?? []
    size += JSON.stringify(next).length
    if (size > budget && from < turns.length) break
    from -= 1
  }
  const kept = turns.slice(from)
  const first = kept.findIndex((turn) => turn[0]?.role === 'user')
  return kept.slice(Math.max(0, first)).flat()
}

function toTurn({ role, parts }: Message, results: ReadonlyMap<string, FunctionReturn>): ModelMessage[] {
  const text = parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .slice(0, longestPart)
  // Results stand with their calls: a message of results alone says nothing more.
  if (role === 'user') return text ? [{ role: 'user', content: text }] : []
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
      value: JSON.stringify(results.get(id)?.result ?? { status: 'unanswered' }).slice(0, longestPart),
    },
  }))
  return [{ role: 'assistant', content }, ...(answers.length > 0 ? [{ role: 'tool' as const, content: answers }] : [])]
}

const callsIn = (parts: readonly Part[]): FunctionCall[] =>
  parts.flatMap((part) => (part.type === 'functionCall' ? [part] : []))

const returnsIn = (parts: readonly Part[]): FunctionReturn[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : []))
