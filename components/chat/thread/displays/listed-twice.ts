/** An agent's text in three pieces: what comes before a list, the list, and what comes after it. */
export type SplitText = { before: string; list: string; after: string }

/** An item of a Markdown list that is not inside another. */
const item = /^(?:[-*+]|\d{1,3}[.)])[ \t]/

/**
 * Finds the list of a text that a table beside it shows again: the only one with an item for each of the table's rows.
 * Null if there is none, or if code in the text makes it uncertain what a list is.
 */
export function listedTwice(text: string, rows: number): SplitText | null {
  const lines = text.split('\n')
  if (lines.some((line) => /^\s*(?:```|~~~)/.test(line))) return null
  const lists: { from: number; to: number }[] = []
  for (const [at, line] of lines.entries()) {
    if (!item.test(line)) continue
    const last = lists.at(-1)
    if (last?.to === at) last.to = at + 1
    else lists.push({ from: at, to: at + 1 })
  }
  const [found, ...others] = lists.filter(({ from, to }) => to - from === rows && isAlone(lines, from, to))
  if (!found || others.length > 0) return null
  const piece = (from: number, to?: number) => lines.slice(from, to).join('\n').trim()
  return { before: piece(0, found.from), list: piece(found.from, found.to), after: piece(found.to) }
}

/** True if nothing else belongs to the list: a line right after it would continue its last item. */
const isAlone = (lines: readonly string[], from: number, to: number): boolean =>
  (lines[from - 1] ?? '').trim() === '' && (lines[to] ?? '').trim() === '' && !/^[ \t]/.test(lines[to + 1] ?? '')
