import type { Message } from '@/lib/wire/task'

/**
 * Returns the calls of a conversation that nobody has asked for: those with which the service began it, those that
 * followed from their outcomes alone, and their replacements. They are valid only as long as the service's reason for
 * them.
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

/** True if only outcomes have come since the agent's last message, among them one of these calls. */
function followsFrom(calls: ReadonlySet<string>, history: readonly Message[]): boolean {
  const since = history.slice(history.findLastIndex(({ role }) => role === 'agent') + 1)
  return (
    since.every(({ parts }) => returnsOnly(parts)) &&
    since.some(({ parts }) => returnIds(parts).some((id) => calls.has(id)))
  )
}

/**
 * True if nobody asked for the turn to answer: the service began this conversation, and since the agent's last message
 * only the outcome of its own proposals has come.
 */
export const isUnasked = (history: readonly Message[]): boolean =>
  history[0]?.role === 'agent' && (history.length === 1 || followsFrom(unaskedCalls(history), history))

/**
 * True if the last message brings only outcomes of withdrawn calls. The wallet was asked before; the outcome is to be
 * reported, not followed up.
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
