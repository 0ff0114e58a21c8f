import type { Context } from '@/lib/language/reader/features'
import type { Message } from '@/lib/wire/task'

/** Returns what was said before a message of the person: the first one after these. The page reads it in the same light. */
export function contextAfter(history: readonly Message[]): Context {
  const at = history.findLastIndex(({ role }) => role === 'agent')
  const agent = textOf(history[at])
  const earlier = history.slice(0, Math.max(at, 0))
  const before = textOf(earlier.findLast((message) => message.role === 'user' && textOf(message) !== ''))
  return { ...(agent && { agent: agent.slice(-500) }), ...(before && { before }) }
}

/** Returns the words of a message. */
export const textOf = (message: Message | undefined): string =>
  (message?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
