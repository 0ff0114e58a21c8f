import type { FunctionCall, FunctionReturn, Part } from '@/lib/wire/parts'
import { isVoid, readToolResult, type ToolResult } from '@/lib/wire/result'
import { proposes } from '../abilities/reply'
import { dialogueAt, told } from '../meaning/step'
import type { Dialogue, Step } from '../meaning/understanding'

/** The calls of a conversation, by their ids. */
export type Calls = ReadonlyMap<string, FunctionCall>

export const callsOf = (parts: readonly Part[]): readonly FunctionCall[] =>
  parts.flatMap((part) => (part.type === 'functionCall' ? [part] : []))

export const returnsOf = (parts: readonly Part[]): readonly FunctionReturn[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : []))

/** Returns the dialogue after the results in a message. */
export function afterReturns(dialogue: Dialogue, parts: readonly Part[], calls: Calls): Dialogue {
  const returns = returnsOf(parts)
  return returns
    .filter(({ result }) => !isVoid(result))
    .reduce((next, returned) => afterReturn(next, returned, calls).dialogue, withClosed(dialogue, returns))
}

/** The dialogue without these calls among the open ones. */
export const withClosed = (dialogue: Dialogue, returns: readonly FunctionReturn[]): Dialogue => ({
  ...dialogue,
  open: dialogue.open.filter(({ id }) => returns.every((returned) => returned.id !== id)),
})

/**
 * The dialogue after a result. `next`: it has cleared the way for the next step. `dropped`: the steps that were to
 * follow one that was not carried out.
 */
type After = { dialogue: Dialogue; next: boolean; dropped: readonly Step[] }

export function afterReturn(before: Dialogue, returned: FunctionReturn, calls: Calls): After {
  const dialogue = before.revises === returned.id ? { ...before, revises: null } : before
  const same = { dialogue, next: false, dropped: [] }
  if (dialogue.standing !== 'proposed' || !proposes(returned.name)) return same
  const result = readToolResult(returned.result)
  const isTogether = dialogue.calls.length > 1
  // The result of a call before the last request leads to nothing.
  const call = dialogue.calls.includes(returned.id) ? calls.get(returned.id) : undefined
  const [step, ...rest] = dialogue.rest
  if (result?.status === 'success' && step && call && !isTogether) {
    const next = dialogueAt(told(step, { call, result: returned.result }))
    return { ...same, dialogue: { ...next, rest, open: dialogue.open }, next: true }
  }
  const arrival = result?.status === 'success' && call && !isTogether ? { call, result: returned.result } : null
  const ended = call && !isTogether ? { call, result: returned.result } : null
  const next = { ...dialogue, ...standingAfter(result, dialogue), arrival, ended }
  return isTogether ? { ...same, dialogue: next } : { ...same, dialogue: { ...next, rest: [] }, dropped: dialogue.rest }
}

function standingAfter(result: ToolResult | null, { calls }: Dialogue): Partial<Dialogue> {
  if (result?.status === 'success') return { standing: 'done' }
  // A revert moves nothing but the fee, and what was never sent moves nothing at all.
  const untouched =
    result?.status === 'rejected' ||
    (result?.status === 'error' && (result.txHash === undefined || result.code === 'reverted'))
  if (!untouched) return { standing: 'uncertain' }
  // Another of several proposals may have been carried out, so they stay as they are.
  return calls.length > 1 ? {} : { standing: 'declined', asked: null }
}
