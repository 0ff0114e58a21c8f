import type { Reader } from '../../lib/language/reader/reader'
import { contextOf, type Example } from './examples'
import { names } from './names'

/** What a reader decides on some of the lines, a text for each: clauses with kind, action and parts. */
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
