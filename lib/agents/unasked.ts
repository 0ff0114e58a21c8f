import type { Message } from '@/lib/wire/task'

/**
 * The calls of a conversation that nobody has asked for: those that the service began it with, what followed from their
 * outcomes alone, and what stands in their place. They stand and fall with what the service proposed them by.
 */
function unaskedCalls(history: readonly Message[]): ReadonlySet<string> {
  const unasked = new Set<string>()
  history.forEach(({ role, parts }, index) => {
    if (role !== 'agent') return
    const isAsked = index > 0 && !followsFrom(unasked, history.slice(0, index))
    for (const part of parts) {
      if (part.type !== 'functionCall') continue
      const { metadata } = part
      if (!isAsked || (metadata?.replaces !== undefined && unasked.has(metadata.replaces))) unasked.add(part.id)
    }
  })
  return unasked
}

/** Whether since the agent spoke last there came nothing but outcomes, one of them of these calls. */
function followsFrom(calls: ReadonlySet<string>, history: readonly Message[]): boolean {
  const since = history.slice(history.findLastIndex(({ role }) => role === 'agent') + 1)
  return (
    since.every(({ parts }) => returnsOnly(parts)) &&
    since.some(({ parts }) => returnIds(parts).some((id) => calls.has(id)))
  )
}

/**
 * Whether what is to be answered now was asked by nobody: the service began this conversation, and since the agent spoke
 * last there came nothing but the outcome of what it had proposed by itself.
 */
export const isUnasked = (history: readonly Message[]): boolean =>
  history[0]?.role === 'agent' && (history.length === 1 || followsFrom(unaskedCalls(history), history))

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
