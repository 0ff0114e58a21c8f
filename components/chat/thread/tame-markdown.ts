/**
 * How much markdown is drawn as such. The parser's time grows with the square of what is nested or left open, so that a
 * message made for it would hold the page for many seconds, its cards included. Good answers stay far below.
 */
const most = {
  /** Characters of one piece. */
  length: 20_000,
  lines: 2_000,
  /** Quotes and lists within each other. */
  depth: 24,
  /** The same, of all lines together. */
  depths: 1_500,
  /** Characters that may begin or end something. */
  marks: 3_000,
  /** Places of a table: its widest line by all lines, as rows that are too short are filled up. */
  cells: 5_000,
}

/** Quotes and list items that a line begins with, each indented or not. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

/** Whether an agent's text is drawn as markdown; what is not is shown as it was written. */
export function isTame(text: string): boolean {
  if (text.length > most.length) return false
  const lines = text.split('\n')
  const depths = lines.map(depthOf)
  const widest = lines.reduce((width, line) => Math.max(width, count(line, /\|/g)), 0)
  return (
    lines.length <= most.lines &&
    count(text, /[*_~`[\]<|]/g) <= most.marks &&
    widest * lines.length <= most.cells &&
    depths.every((depth) => depth <= most.depth) &&
    depths.reduce((sum, depth) => sum + depth, 0) <= most.depths
  )
}

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0

/** A list within a list is indented by two columns at least. */
function depthOf(line: string): number {
  const [opening = ''] = containers.exec(line) ?? []
  if (opening === '') return 0
  const indent = /^[ \t]*/.exec(opening)?.[0].length ?? 0
  return count(opening, />|[-+*]|\d+[.)]/g) + Math.floor(indent / 2)
}
