/**
 * Limits on what is rendered as markdown. The parser's time grows with the square of nested or unclosed marks, so that
 * a crafted message would block the page, cards included, for many seconds. Good answers stay far below.
 */
const most = {
  /** Characters of one piece. */
  length: 20_000,
  lines: 2_000,
  /** Levels of nested quotes and lists. */
  depth: 24,
  /** Sum of those levels over all lines. */
  depths: 1_500,
  /** Characters that may open or close a mark. */
  marks: 3_000,
  /** Cells of a table: its widest line times its lines, because the parser pads short rows. */
  cells: 5_000,
}

/** Quotes and list items at the start of a line, each indented or not. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

/** True if an agent's text may be rendered as markdown. Other texts are shown as written. */
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

/** Returns the nesting of a line. A nested list is indented by at least two columns. */
function depthOf(line: string): number {
  const [opening = ''] = containers.exec(line) ?? []
  if (opening === '') return 0
  const indent = /^[ \t]*/.exec(opening)?.[0].length ?? 0
  return count(opening, />|[-+*]|\d+[.)]/g) + Math.floor(indent / 2)
}
