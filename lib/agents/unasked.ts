import type { Message } from '@/lib/wire/task'

/**
 * Whether the person has said nothing yet in a conversation that the service began: nobody has asked for what is
 * proposed there, so it stands and falls with what it was begun by.
 */
export const isUnasked = (history: readonly Message[]): boolean =>
  history[0]?.role === 'agent' && history.every(({ role, parts }) => role === 'agent' || returnsOnly(parts))

/**
 * Whether the last message brings nothing but outcomes of calls that had been taken back: the wallet was asked before,
 * and what came of it is to be told, not followed up.
 */
export function isLateOutcome(history: readonly Message[]): boolean {
  const last = history.at(-1)
  if (last?.role !== 'user' || !returnsOnly(last.parts)) return false
  const settled = new Set(history.slice(0, -1).flatMap(({ parts }) => returnIds(parts)))
  return returnIds(last.parts).every((id) => settled.has(id))
}

const returnsOnly = (parts: Message['parts']): boolean => parts.every(({ type }) => type === 'functionReturn')

const returnIds = (parts: Message['parts']): string[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part.id] : []))
