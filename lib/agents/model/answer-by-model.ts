import { APICallError, type ModelMessage, RetryError, type StepResult, streamText, type ToolSet } from 'ai'
import { tools } from '@/lib/tools/registry'
import type { FunctionCall } from '@/lib/wire/parts'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { witnessesOf } from '../abilities/witness'
import { type AgentContext, AgentFailure, type AgentOutput, type AgentTurn } from '../agent'
import { toModelMessages } from './conversation'
import { bounded, isSpent } from './limits'
import { type Heard, listen } from './listen'
import type { AgentModel } from './model'

export type ModelAgent = {
  instructions: string
  /** Tools that run here, and those of the wallet, which do not. */
  tools: (turn: AgentTurn, context: AgentContext) => ToolSet
}

/**
 * Runs one turn of a model: yields its words as they come, and the calls of wallet tools that it ends with, each once.
 * The model's reads run here, and their errors go back to it, as do those of unreadable or refused calls. A call made
 * beside either is held back until the model has heard of it and made all calls again. Throws AgentFailure when the
 * model fails, and the signal's reason.
 */
export async function* answerByModel(
  { model, timeoutMs, maxTokens, retries }: AgentModel,
  { instructions, tools }: ModelAgent,
  turn: AgentTurn,
  context: AgentContext,
): AsyncGenerator<AgentOutput> {
  const stop = new AbortController()
  const late = new Error('The turn took too long')
  const timer = setTimeout(() => stop.abort(late), timeoutMs)
  const signal = AbortSignal.any([turn.signal, stop.signal])
  const allowed = bounded(tools({ ...turn, signal }, context))
  const taken: StepResult<ToolSet>[] = []
  let hasSpoken = false
  try {
    const scene = { chains: context.chains, account: turn.owner.address, signal }
    let messages = toModelMessages(turn.history, await witnessesOf(turn.history, scene), await turn.underWay?.())
    for (;;) {
      const asked = streamText({
        model,
        maxRetries: retries,
        system: `${instructions}\n\n${facts(turn, context)}`,
        messages,
        tools: allowed,
        stopWhen: ({ steps }) => isSpent([...taken, ...steps], maxTokens),
        abortSignal: signal,
        includeRawChunks: true,
        // The stream carries the error too. Without this it would also be written to the console.
        onError: () => undefined,
      })
      const heard: Heard = yield* listen(asked.fullStream, { maxTokens, hasSpoken, signal: turn.signal })
      const { calls, isUnread, hasRead, isCutShort } = heard
      hasSpoken = heard.hasSpoken
      if (isCutShort || (!hasSpoken && calls.length === 0)) throw cutShort()
      if (!(isUnread || hasRead) || calls.length === 0) {
        // Only at a good end: a turn that fails proposes nothing.
        const once = withoutDoubles(calls)
        if (once.length < calls.length) yield { type: 'text', delta: `${hasSpoken ? '\n\n' : ''}${onceText}` }
        for (const { name, parameters: given } of once) {
          const { replaces, ...parameters } = given
          yield { type: 'call', name, parameters, ...(typeof replaces === 'string' && { replaces }) }
        }
        return
      }
      taken.push(...(await asked.steps))
      if (isSpent(taken, maxTokens)) throw cutShort()
      messages = [...messages, ...(await asked.response).messages, notProposed(calls, isUnread)]
    }
  } catch (error) {
    turn.signal.throwIfAborted()
    throw error instanceof AgentFailure ? error : failureOf(error, stop.signal.reason === late)
  } finally {
    clearTimeout(timer)
    // If it still writes, nobody listens any more.
    stop.abort()
  }
}

/**
 * Otherwise half of a request would look like all of it, or a call would depend on a read that the model has not heard.
 */
const notProposed = (calls: readonly FunctionCall[], isUnread: boolean): ModelMessage => ({
  role: 'tool',
  content: calls.map(({ id, name }) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: {
      type: 'error-text',
      value: `Not proposed, because ${isUnread ? 'another call beside it could not be taken' : 'something was read beside it that you had not heard of yet'}. Call all that is to be proposed again.`,
    },
  })),
})

/** States the facts of this turn, whatever the conversation says. */
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
    `The language model reached no answer within the limits of one turn. ${nothing} Try again, or ask for less at a time.`,
  )

function failureOf(cause: unknown, isLate: boolean): AgentFailure {
  if (isLate)
    return new AgentFailure(
      'model-slow',
      `The language model took too long. ${nothing} Try again, or ask for less at a time.`,
      {
        cause,
      },
    )
  const error = RetryError.isInstance(cause) ? cause.lastError : cause
  if (APICallError.isInstance(error) && error.statusCode === 429)
    return new AgentFailure(
      'model-busy',
      `The language model is not taking more requests right now. ${nothing} Try again in a minute.`,
      {
        cause,
      },
    )
  return new AgentFailure('model-failed', `The language model could not be used. ${nothing} Try again in a moment.`, {
    cause,
  })
}

/** Said if the same call was made more than once. */
const onceText =
  'The language model asked for the same thing more than once; it is proposed once. If you want it twice, ask for it again when this one is done.'

/** Returns calls of equal meaning once each, in order: nobody is asked twice for the same thing. */
function withoutDoubles(calls: readonly FunctionCall[]): readonly FunctionCall[] {
  const seen = new Set<string>()
  return calls.filter((call) => {
    const key = meaningOf(call)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** Normalises a call, so that the order of its fields and the spelling of its addresses and numbers do not matter. */
function meaningOf({ name, parameters }: FunctionCall): string {
  const known = canonicalToolName(name)
  const read = known ? tools[known].schema.safeParse(parameters) : null
  return JSON.stringify([known ?? name, read?.success ? read.data : parameters], inOrder)
}

const inOrder = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
