/**
 * Cuts Markdown that arrives in pieces into top-level blocks that later text cannot change (CommonMark 0.31, chapters 3
 * to 5, and the tables of GFM). Reads complete lines only, once each, and cuts only where the outcome is certain;
 * otherwise the text stays together. Two limits: raw HTML is text here, so its blocks are not recognised; and an
 * ordered item that does not begin with 1 right below text counts as a list, while parsers treat it as text.
 */
export type BlockSplitter = {
  /** Takes the next piece. Returns the blocks that it completed; together with `tail` they are the whole text. */
  push: (piece: string) => readonly string[]
  /** Returns the text that belongs to no finished block yet. */
  tail: () => string
}

type Fence = { marker: string; length: number }
type Open =
  | { kind: 'none' }
  /**
   * Includes tables and block quotes, since all of them end at an empty line. In a table, `===` is a row, not an
   * underline.
   */
  | { kind: 'paragraph'; quote: boolean; table: boolean }
  | { kind: 'indented' }
  | { kind: 'fence'; fence: Fence }
  /**
   * `marker` is null if items of two kinds follow each other in a way that parsers read differently. `content` is the
   * column at which the text of the last item starts. `afterBlank` is set after an empty line, `bare` after an item
   * without text.
   */
  | { kind: 'list'; marker: string | null; content: number; fence: Fence | null; afterBlank: boolean; bare: boolean }

const blank = /^[ \t]*$/
const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|/
const quote = /^ {0,3}>/
const item = /^( {0,3})([-+*]|\d{1,9}[.)])([ \t]+|$)(.*)/

/** The text of a footnote, like a list item's, continues after empty lines if indented by four. */
const footnote = /^ {0,3}\[\^[^\]]+\]:/

export function createBlockSplitter(): BlockSplitter {
  let open: Open = { kind: 'none' }
  /** Complete lines of the open block. */
  let block = ''
  /** Empty lines before a block belong to it. Alone they make none. */
  let hasText = false
  /** The unfinished last line. */
  let line = ''

  const take = (complete: string, finished: string[]): void => {
    const text = complete.replace(/\r?\n$/, '')
    const cut = () => {
      if (!hasText) return
      finished.push(block)
      block = ''
      hasText = false
      open = { kind: 'none' }
    }
    if (!continues(open, text)) cut()
    const next = advance(open, text)
    block += complete
    hasText ||= !blank.test(text)
    open = next
    if (next.kind === 'none') cut()
  }

  return {
    push: (piece) => {
      const finished: string[] = []
      let from = 0
      for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
        const complete = line + piece.slice(from, end + 1)
        line = ''
        from = end + 1
        take(complete, finished)
      }
      line += piece.slice(from)
      return finished
    },
    tail: () => block + line,
  }
}

/** True if a line can belong to the open block. */
function continues(open: Open, line: string): boolean {
  switch (open.kind) {
    case 'none':
    case 'fence':
      return true
    case 'indented':
      if (blank.test(line) || indentOf(line) >= 4) return true
      // Our parser reads an item that cannot interrupt a paragraph as text, even after an empty line.
      return markerOf(line) !== null && !interrupts(line, 'plain')
    case 'paragraph':
      return blank.test(line) || !interrupts(line, open.quote ? 'quoted' : 'plain')
    case 'list':
      if (blank.test(line) || indentOf(line) >= open.content) return true
      if (sameList(open, markerOf(line))) return true
      // Without an empty line between, a plain line continues the item's paragraph. A fence inside ends with the item.
      return !open.afterBlank && !open.bare && open.fence === null && !interrupts(line, 'in an item')
  }
}

/** True if a line ends a paragraph right before it (CommonMark 5.3, and each block's own section). */
function interrupts(line: string, paragraph: 'plain' | 'quoted' | 'in an item'): boolean {
  if (indentOf(line) >= 4) return false
  if (underline.test(line) && paragraph === 'plain') return false
  if (heading.test(line) || fenceStart.test(line) || rule.test(line)) return true
  if (quote.test(line)) return paragraph !== 'quoted'
  const start = markerOf(line)
  return start !== null && !start.empty && (/^ {0,3}[-+*]/.test(line) || /^ {0,3}1[.)]/.test(line))
}

/** Returns the open block after one more line that belongs to it. `none` means that the line completed it. */
function advance(open: Open, line: string): Open {
  switch (open.kind) {
    case 'none':
      return begin(line)
    case 'fence':
      return closes(line, open.fence) ? { kind: 'none' } : open
    case 'indented':
      return blank.test(line) || indentOf(line) >= 4 ? open : begin(line)
    case 'paragraph':
      if (blank.test(line)) return { kind: 'none' }
      if (!open.quote && (rule.test(line) || (!open.table && underline.test(line)))) return { kind: 'none' }
      // Text of the paragraph or a list, depending on what came before. What follows must fit both.
      return markerOf(line) ? begin(line) : { ...open, table: open.table || delimiterRow.test(line) }
    case 'list':
      return advanceList(open, line)
  }
}

function begin(line: string): Open {
  if (blank.test(line)) return { kind: 'none' }
  if (indentOf(line) >= 4) return { kind: 'indented' }
  const fence = fenceOf(line)
  if (fence) return { kind: 'fence', fence }
  if (heading.test(line) || rule.test(line)) return { kind: 'none' }
  const start = markerOf(line)
  if (start)
    return { ...emptyList, marker: start.marker, content: start.content, fence: start.fence, bare: start.empty }
  if (footnote.test(line)) return { ...emptyList, marker: 'footnote', content: 4 }
  return { kind: 'paragraph', quote: quote.test(line), table: false }
}

const emptyList = { kind: 'list', fence: null, afterBlank: false, bare: false } as const

const sameList = (open: Open & { kind: 'list' }, start: Item | null): boolean =>
  start !== null && (open.marker === null || open.marker === start.marker)

function advanceList(open: Open & { kind: 'list' }, line: string): Open {
  // An item may start with one empty line, not with two (5.2): what follows is not inside.
  if (blank.test(line))
    return { ...open, afterBlank: true, content: open.bare ? Number.POSITIVE_INFINITY : open.content }
  const inside = indentOf(line) >= open.content
  if (inside && open.fence) {
    const fence = closes(line.trimStart(), open.fence) ? null : open.fence
    return { ...open, fence, afterBlank: false, bare: false }
  }
  const start = inside ? null : markerOf(line)
  if (start)
    return {
      ...emptyList,
      marker: sameList(open, start) ? open.marker : null,
      content: start.content,
      fence: start.fence,
      bare: start.empty,
    }
  return { ...open, fence: inside ? fenceOf(line.trimStart()) : null, afterBlank: false, bare: false }
}

/** Columns of white space before the text. A tab goes to the next multiple of four (CommonMark 2.2). */
function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

function fenceOf(line: string): Fence | null {
  const run = fenceStart.exec(line)?.[1]
  return run ? { marker: run.charAt(0), length: run.length } : null
}

function closes(line: string, fence: Fence): boolean {
  const run = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.charAt(0) === fence.marker && run.length >= fence.length
}

type Item = { marker: string; content: number; empty: boolean; fence: Fence | null }

/**
 * Returns the list item that a line starts: its kind of marker, the column of its text, and a fence on the same line.
 */
function markerOf(line: string): Item | null {
  const [, indent, sign, gap, text] = item.exec(line) ?? []
  if (indent === undefined || sign === undefined || gap === undefined || text === undefined || rule.test(line))
    return null
  const before = indent.length + sign.length
  const width = indentOf(gap)
  // Five columns or more mean an indented code block inside. The text of an empty item starts one column further (5.2).
  const content = before + (text === '' || width > 4 ? 1 : width)
  return { marker: sign.slice(-1), content, empty: text === '', fence: fenceOf(text) }
}
