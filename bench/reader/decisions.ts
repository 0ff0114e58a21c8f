import type { Reader } from '../../lib/language/reader/reader'
import { contextOf, type Example } from './examples'
import { names } from './names'

/** Returns a reader's decisions on some of the lines as one text each: clauses with kind, action and roles. */
export function decisionsOf({ read }: Reader, examples: readonly Example[]): string[] {
  return examples
    .filter((_, index) => index % 15 === 0)
    .map(({ text, line }) => {
      const { english, clauses } = read(text, names, line && contextOf(line))
      const told = clauses.map(({ start, end, kind, action, parts }) => {
        const pieces = parts.map((part) => `${part.role}=${text.slice(part.start, part.end)}`)
        return `${kind} ${action} “${text.slice(start, end)}” ${pieces.join(', ')}`.trim()
      })
      return [text, ...(english ? told : ['(not English)'])].join('\n  ')
    })
}
