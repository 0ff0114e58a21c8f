import { APICallError, RetryError, stepCountIs, streamText, type ToolSet } from 'ai'
import { z } from 'zod'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { type AgentContext, AgentFailure, type AgentOutput, type AgentTurn } from '../agent'
import { toModelMessages } from './conversation'
import type { AgentModel } from './model'

/** Steps of one turn: a model that reads and reads is stopped. */
const mostSteps = 8
/** Calls of one turn that run here, all steps together: a model may ask for any number at once. */
const mostCalls = 24

export type ModelAgent = {
  instructions: string
  /** Tools that run here, and those of the wallet, which do not. */
  tools: (turn: AgentTurn, context: AgentContext) => ToolSet
}

/** What a tool has done for the person is said by the tool, word for word: a model could tell it otherwise. */
const toldSchema = z.object({ toldToThePerson: z.string() })

/**
 * One turn of a model: its words as they come, and the calls of wallet tools that it ends with. Reads of the model run
 * here, and their errors go back to it. Throws AgentFailure when the model fails, and the signal's reason.
 */
export async function* answerByModel(
  { model, timeoutMs, maxTokens, retries }: AgentModel,
  { instructions, tools }: ModelAgent,
  turn: AgentTurn,
  context: AgentContext,
): AsyncGenerator<AgentOutput> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('The turn took too long')), timeoutMs)
  const signal = AbortSignal.any([turn.signal, late.signal])
  const calls: AgentOutput[] = []
  let hasSpoken = false
  let isCutShort = false
  try {
    const { fullStream } = streamText({
      model,
      maxRetries: retries,
      system: `${instructions}\n\n${facts(turn, context)}`,
      messages: toModelMessages(turn.history),
      tools: bounded(tools({ ...turn, signal }, context)),
      stopWhen: [
        stepCountIs(mostSteps),
        ({ steps }) => steps.reduce((sum, { usage }) => sum + (usage.totalTokens ?? 0), 0) >= maxTokens,
      ],
      abortSignal: signal,
      // The stream carries the error too; without this it is written to the console a second time.
      onError: () => undefined,
    })
    for await (const part of fullStream) {
      turn.signal.throwIfAborted()
      if (part.type === 'text-start' && hasSpoken) yield { type: 'text', delta: '\n\n' }
      else if (part.type === 'text-delta') {
        hasSpoken = true
        yield { type: 'text', delta: part.text }
      } else if (part.type === 'tool-result') {
        const told = toldSchema.safeParse(part.output)
        if (!told.success) continue
        yield { type: 'text', delta: `${hasSpoken ? '\n\n' : ''}${told.data.toldToThePerson}` }
        hasSpoken = true
      } else if (part.type === 'tool-call' && !part.invalid && canonicalToolName(part.toolName))
        calls.push({
          type: 'call',
          name: part.toolName,
          parameters: z.record(z.string(), z.unknown()).parse(part.input),
        })
      else if (part.type === 'finish') isCutShort = part.finishReason === 'tool-calls' && calls.length === 0
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw late.signal.reason ?? new Error('The model was stopped')
    }
  } catch (error) {
    turn.signal.throwIfAborted()
    throw failureOf(error, late.signal.aborted)
  } finally {
    clearTimeout(timer)
  }
  if (isCutShort || (!hasSpoken && calls.length === 0)) throw cutShort()
  // Only once all has gone well: a turn that fails proposes nothing.
  yield* calls
}

/** The tools, of which no more than `mostCalls` calls run. Those of the wallet do not run here. */
function bounded(tools: ToolSet): ToolSet {
  let left = mostCalls
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const { execute } = tool
      if (!execute) return [name, tool]
      const counted: typeof execute = (input, options) => {
        left -= 1
        return left >= 0 ? execute(input, options) : { error: `No more than ${mostCalls} calls run in one turn.` }
      }
      return [name, { ...tool, execute: counted }]
    }),
  )
}

/** What is true of this turn, whatever the conversation says. */
function facts({ owner }: AgentTurn, { chains, now }: AgentContext): string {
  const networks = [...chains.values()].map(({ id, name }) => `${name} (chain id ${id})`).join(', ')
  return [
    `The person is signed in with ${owner.address} on chain ${owner.chainId}. Act for this account only.`,
    `Networks served: ${networks}. It is ${new Date(now()).toUTCString()}.`,
  ].join('\n')
}

const nothing = 'Nothing was proposed, and nothing was sent.'

const cutShort = () =>
  new AgentFailure(
    'model-unfinished',
    `The language model came to no answer within the limits of one turn. ${nothing} Try again, or ask for less at once.`,
  )

function failureOf(cause: unknown, isLate: boolean): AgentFailure {
  if (isLate)
    return new AgentFailure(
      'model-slow',
      `The language model took too long. ${nothing} Try again, or ask for less at once.`,
      {
        cause,
      },
    )
  const error = RetryError.isInstance(cause) ? cause.lastError : cause
  if (APICallError.isInstance(error) && error.statusCode === 429)
    return new AgentFailure(
      'model-busy',
      `The language model takes no more requests for now. ${nothing} Try again in a minute.`,
      {
        cause,
      },
    )
  return new AgentFailure('model-failed', `The language model could not be used. ${nothing} Try again in a moment.`, {
    cause,
  })
}
