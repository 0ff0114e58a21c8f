import type { FinishReason, TextStreamPart, ToolSet } from 'ai'
import { z } from 'zod'
import type { FunctionCall } from '@/lib/wire/parts'
import { newOfferSchema } from '@/lib/wire/plan'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { AgentOutput } from '../agent'
import { isTooLong } from './limits'
import { newRawEnd } from './raw-end'

/** The result of a model's stream. */
export type Heard = {
  hasSpoken: boolean
  /** Calls of wallet tools in its last step, with the model's own ids. */
  calls: readonly FunctionCall[]
  /** True if that step also had an unreadable call. */
  isUnread: boolean
  /** True if that step also read something, of which the model has not heard yet. */
  hasRead: boolean
  /** True if a limit stopped the model before it was done. */
  isCutShort: boolean
}

/** A tool reports in its own words what it has done for the person, because a model might report it differently. */
const toldSchema = z.object({ toldToThePerson: z.string(), offer: newOfferSchema.optional() })
const parametersSchema = z.record(z.string(), z.unknown())

/** Ends of an incomplete answer. */
const endsEarly: ReadonlySet<FinishReason> = new Set(['length', 'content-filter'])
/** Ends after which no call is missing. */
const wholeWithCalls: ReadonlySet<FinishReason> = new Set(['stop', 'tool-calls'])

type Listening = {
  maxTokens: number
  /** True if something was said in this turn already. */
  hasSpoken: boolean
  signal: AbortSignal
}

/** Yields the words of a model as they come. Throws the errors of its stream, and the signal's reason. */
export async function* listen(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  { maxTokens, signal, ...before }: Listening,
): AsyncGenerator<AgentOutput, Heard> {
  let { hasSpoken } = before
  let calls: FunctionCall[] = []
  let isUnread = false
  let hasRead = false
  let isCutShort = false
  let written = 0
  let isMalformed = false
  let rawEnd = newRawEnd()
  // Blanks before a word are held back: only words are an answer.
  let blank = ''
  for await (const part of stream) {
    signal.throwIfAborted()
    switch (part.type) {
      case 'start-step':
        calls = []
        isUnread = false
        hasRead = false
        rawEnd = newRawEnd()
        break
      case 'raw':
        rawEnd.take(part.rawValue)
        break
      case 'text-start':
        blank = hasSpoken ? '\n\n' : ''
        break
      case 'text-delta':
        if (part.text.trim() === '') {
          if (hasSpoken) blank += part.text
          break
        }
        yield { type: 'text', delta: hasSpoken ? blank + part.text : part.text.trimStart() }
        blank = ''
        hasSpoken = true
        break
      case 'tool-error':
        hasRead = true
        break
      case 'tool-result': {
        hasRead = true
        const told = toldSchema.safeParse(part.output)
        if (!told.success) break
        yield { type: 'text', delta: `${hasSpoken ? '\n\n' : ''}${told.data.toldToThePerson}` }
        if (told.data.offer) yield { type: 'offer', offer: told.data.offer }
        hasSpoken = true
        break
      }
      case 'tool-call':
        if (part.invalid) isUnread = true
        else if (canonicalToolName(part.toolName))
          calls.push({ id: part.toolCallId, name: part.toolName, parameters: parametersSchema.parse(part.input) })
        break
      case 'finish-step':
        isMalformed ||= rawEnd.isMalformed()
        break
      case 'finish':
        isCutShort =
          isMalformed ||
          endsEarly.has(part.finishReason) ||
          (part.finishReason === 'tool-calls' && calls.length === 0) ||
          (calls.length > 0 && !wholeWithCalls.has(part.finishReason))
        break
      case 'error':
        throw part.error
      case 'abort':
        throw new Error('The model was stopped')
    }
    written += lengthOf(part)
    if (isTooLong(written, maxTokens)) return { hasSpoken, calls, isUnread, hasRead, isCutShort: true }
  }
  return { hasSpoken, calls, isUnread, hasRead, isCutShort }
}

/** Returns the number of characters that the model has written in a part of its stream. */
function lengthOf(part: TextStreamPart<ToolSet>): number {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text.length
  return part.type === 'tool-input-delta' ? part.delta.length : 0
}
