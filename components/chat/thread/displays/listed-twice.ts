import { knownToken } from '@/lib/chain/tokens/tokens'
import type { Display } from '@/lib/wire/display'

/** An agent's text in three pieces: what comes before a list, the list, and what comes after it. */
export type SplitText = { before: string; list: string; after: string }

/** The mark of an item of a Markdown list that is not inside another. */
const item = /^(?:[-*+]|\d{1,3}[.)])[ \t]+/

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
  return splitAt(lines, found.from, found.to)
}

function splitAt(lines: readonly string[], from: number, to: number): SplitText {
  const piece = (start: number, end?: number) => lines.slice(start, end).join('\n').trim()
  return { before: piece(0, from), list: piece(from, to), after: piece(to) }
}

/** Finds what a text says that a display beside it shows again: a list, or the sentences about a single price. */
export function saidTwice(text: string, display: Display): SplitText | null {
  switch (display.type) {
    case 'choices':
      return listedTwice(text, display.options.length)
    case 'price': {
      const [row, ...more] = display.rows
      const symbol = row && more.length === 0 ? knownToken(row.chainId, row.token)?.symbol : undefined
      return symbol === undefined ? listedTwice(text, display.rows.length) : pricedTwice(text, symbol)
    }
    case 'activity':
      return null
    default:
      return listedTwice(text, display.rows.length)
  }
}

/** Finds the only paragraph that begins with the price of one token. */
function pricedTwice(text: string, symbol: string): SplitText | null {
  const lines = text.split('\n')
  const isEdge = (at: number) => (lines[at] ?? '').trim() === ''
  const [at, ...more] = lines.flatMap((line, index) => (line.startsWith(`1 ${symbol} is `) ? [index] : []))
  return at === undefined || more.length > 0 || !isEdge(at - 1) || !isEdge(at + 1) ? null : splitAt(lines, at, at + 1)
}

/** What formatting, a link or another line would begin. */
const formatting = /[*_`[\]<>\\~|]/

/**
 * Returns what a list says about each option, in the order of the options. Null unless every item is an option, a colon
 * and plain words.
 */
export function aboutOptions(list: string, options: readonly string[]): readonly string[] | null {
  const abouts = list.split('\n').map((line, index) => {
    const words = line.replace(item, '')
    const label = `${options[index]}: `
    return words.startsWith(label) && !formatting.test(words) ? words.slice(label.length) : null
  })
  return abouts.length === options.length && abouts.every((about) => about !== null) ? abouts : null
}

/** True if nothing else belongs to the list: a line right after it would continue its last item. */
const isAlone = (lines: readonly string[], from: number, to: number): boolean =>
  (lines[from - 1] ?? '').trim() === '' && (lines[to] ?? '').trim() === '' && !/^[ \t]/.test(lines[to + 1] ?? '')
