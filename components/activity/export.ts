import { chainName } from '@/lib/chain/tokens/tokens'
import { readReceipt } from '@/lib/execution/ledger/stored-effects'
import { type Move, moveText } from './moves'
import type { Row } from './rows'

const columns: Columns<Row> = [
  ['Date (UTC)', ({ at }) => new Date(at).toISOString()],
  ['Kind', ({ kind }) => kind],
  ['What', ({ headline }) => headline],
  ['State', ({ statusLabel }) => statusLabel.word],
  ['Known from', ({ isServiceReported }) => (isServiceReported ? 'the service' : 'this browser')],
  ['Leaves', (row) => sideText(row, 'out')],
  ['Arrives', (row) => sideText(row, 'in')],
  ['Amounts by', ({ movesBy, moves }) => (moves.length > 0 ? movesBy : '')],
  ['Asked for', ({ moves, movesBy }) => (movesBy === 'request' ? moves.map(moveText).join('; ') : '')],
  ['Network fee (wei)', ({ entry }) => (entry.receipt ? (readReceipt(entry.receipt).fee ?? '').toString() : '')],
  ['Chains', ({ chainIds }) => chainIds.map(chainName).join('; ')],
  ['Worst finding', ({ worst }) => worst?.level ?? ''],
  ['Finding', ({ worst }) => worst?.title ?? ''],
  ['Transactions', ({ hashes }) => hashes.map(({ hash }) => hash).join('; ')],
  ['Conversation', ({ entry }) => entry.taskId],
  ['Call', ({ entry }) => entry.callId],
]

/** Lists what left or arrived; nothing if it is only known what was asked for. */
export const sideText = ({ moves, movesBy }: Pick<Row, 'moves' | 'movesBy'>, way: Move['way']): string =>
  movesBy === 'request'
    ? ''
    : moves
        .filter((move) => move.way === way)
        .map(moveText)
        .join('; ')

/** Formats proposals as CSV. */
export const csvOf = (rows: readonly Row[]): string => tableOf(columns, rows)

export type Columns<Line> = readonly (readonly [title: string, text: (line: Line) => string])[]

/** Formats a table as CSV (RFC 4180): a UTF-8 BOM for spreadsheets, every cell in quotes, lines that end in CRLF. */
export const tableOf = <Line>(columns: Columns<Line>, lines: readonly Line[]): string =>
  `\uFEFF${[columns.map(([title]) => title), ...lines.map((line) => columns.map(([, text]) => text(line)))]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')}\r\n`

/**
 * Quotes a cell. Puts an apostrophe before anything that a spreadsheet could take for a formula, also after blanks or
 * in full-width characters (OWASP, "CSV Injection").
 */
export const cellOf = (text: string): string =>
  `"${/^\s*[=+\-@|%\t\r\n＝＋－＠]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`

/** Formats everything known of the rows as JSON, with figures in base units as strings. */
export const jsonOf = (rows: readonly Row[]): string =>
  `${JSON.stringify(
    rows.map(({ entry, ...row }) => ({
      at: new Date(row.at).toISOString(),
      taskId: entry.taskId,
      callId: entry.callId,
      tool: entry.toolName,
      kind: row.kind,
      what: row.headline,
      state: entry.state,
      knownFrom: row.isServiceReported ? 'service' : 'browser',
      account: entry.owner,
      parameters: entry.parameters,
      chainIds: row.chainIds,
      amountsBy: row.movesBy,
      moves: row.moves,
      networkFee: entry.receipt ? readReceipt(entry.receipt).fee : null,
      worstFinding: row.worst,
      transactions: row.hashes,
      outcome: entry.outcome ?? null,
      toldToAgent: entry.reported,
    })),
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )}\n`
