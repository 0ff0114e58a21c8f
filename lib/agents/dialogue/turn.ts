import { setImmediate } from 'node:timers/promises'
import type { FunctionCall } from '@/lib/wire/parts'
import { isVoid } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import { proposes } from '../abilities/reply'
import type { Settled } from '../abilities/results'
import { contextAfter, textOf } from '../intake/context'
import type { Said, World } from '../intake/intake'
import { newDialogue } from '../meaning/step'
import type { Dialogue, Requested, Step, Understanding } from '../meaning/understanding'
import { afterAgent, afterPerson, requestedIn } from './after-message'
import { afterReturn, afterReturns, type Calls, callsOf, returnsOf, withClosed } from './after-result'
import { heard, keptOf, keyAfter, sizeOf, understandOnce } from './kept'

/** The turn to answer: the last message, and the state of the conversation before it. */
export type Turn = {
  dialogue: Dialogue
  /** Stands for everything that the reading of `text` depends on. */
  key: string
  /** The person's last words; null if only results came. */
  text: string | null
  /** The conversation up to these words. */
  before: Said['before']
  /** The request by the fields of a draft. It holds even if the words beside the fields say something else. */
  requested: Requested | null
  /** Results that came with the last message, each with the call that it answers, if that is on record. */
  results: readonly Settled[]
  /** True if a result has cleared the way for the next step of the dialogue. */
  next: boolean
  /** Steps that were to follow one that was not carried out. */
  dropped: readonly Step[]
  /** Every call of the conversation, by its id. */
  calls: Calls
}

/**
 * Reads the history. The same history always gives the same turn: the kept readings only save time. Yields between two
 * messages that have to be read, so that no history blocks the thread for longer than one message takes.
 */
export async function readTurn(history: readonly Message[], world: World, signal?: AbortSignal): Promise<Turn> {
  const answered = history.findLastIndex((message) => message.role === 'agent')
  const { dialogues } = keptOf(world)
  const calls = new Map<string, FunctionCall>()
  let dialogue = newDialogue
  let key = `${world.reader.version} ${world.here}`
  /** The dialogue after the last message of the agent, and the messages since then. */
  let stood = dialogue
  let since: Message[] = []
  for (const [index, message] of history.slice(0, answered + 1).entries()) {
    for (const call of callsOf(message.parts)) calls.set(call.id, call)
    const [before, here] = [dialogue, keyAfter(key, message)]
    if (message.role === 'user' && !dialogues.find(here)) await setImmediate()
    signal?.throwIfAborted()
    dialogue = dialogues.of(here, sizeOf(message), () => {
      if (message.role === 'user')
        return afterPerson(before, message, {
          key: here,
          world,
          calls,
          before: () => contextAfter(history.slice(0, index)),
        })
      const unchanged = since.reduce((next, { parts }) => afterReturns(next, parts, calls), stood)
      return afterAgent(before, message, unchanged, world)
    })
    key = here
    if (message.role === 'user') since.push(message)
    else [stood, since] = [dialogue, []]
  }
  const last = history.slice(answered + 1)
  const returns = last.flatMap((message) => returnsOf(message.parts))
  dialogue = withClosed(dialogue, returns)
  const results = returns.filter(({ result }) => !isVoid(result))
  let next = false
  let dropped: readonly Step[] = []
  for (const returned of results) {
    const after = afterReturn(dialogue, returned, calls)
    next ||= after.next
    dropped = [...dropped, ...after.dropped]
    dialogue = after.dialogue
  }
  const text = heard(last.map(textOf).filter(Boolean).join('\n'))
  const words = last.some((message) => message.parts.some((part) => part.type === 'text'))
  const whole = last.reduce(keyAfter, key)
  return {
    dialogue,
    key: last.length === 1 ? whole : `${whole} joined`,
    text: words || results.length === 0 ? text : null,
    before: contextAfter(history.slice(0, answered + 1)),
    requested: last.length === 1 && last[0] ? requestedIn(last[0], dialogue, world) : null,
    results: results.map((returned) => ({ returned, call: calls.get(returned.id) ?? null })),
    next,
    dropped,
    calls,
  }
}

/** True if a card came in this conversation before. */
export const hasProposed = (history: readonly Message[]): boolean =>
  history.some(({ parts }) => callsOf(parts).some(({ name }) => proposes(name)))

/** Returns the meaning of a turn's words. */
export const understoodIn = ({ text, before, requested, key, dialogue }: Turn, world: World): Understanding =>
  requested ?? understandOnce({ text: text ?? '', before }, key, dialogue, world)
