import { chainName } from '@/lib/chain/tokens/tokens'
import { startOfDay } from '@/lib/chat/page/time-words'
import { queryWords } from '@/lib/wire/folded-text'
import { type Row, type Status, statuses } from './rows'

/** Filter of the list. An empty field matches everything. Days are written as `2026-11-25`, in the reader's time zone. */
export type Filter = {
  text: string
  status: Status | ''
  kind: string
  chainId: string
  token: string
  from: string
  to: string
}

export const everything: Filter = { text: '', status: '', kind: '', chainId: '', token: '', from: '', to: '' }

export const isFiltered = (filter: Filter): boolean => Object.values(filter).some((value) => value !== '')

export const statusWords: Readonly<Record<Status, string>> = {
  open: 'Open',
  underWay: 'Under way',
  done: 'Done',
  declined: 'Declined',
  blocked: 'Blocked',
  failed: 'Failed',
  closed: 'Closed',
}

export function filterRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (!isFiltered(filter)) return rows
  const words = queryWords(filter.text)
  const from = filter.from === '' ? Number.NEGATIVE_INFINITY : startOf(filter.from)
  const until = filter.to === '' ? Number.POSITIVE_INFINITY : startOf(filter.to, 1)
  return rows.filter(
    (row) =>
      (filter.status === '' || row.status === filter.status) &&
      (filter.kind === '' || row.kind === filter.kind) &&
      (filter.chainId === '' || row.chainIds.includes(Number(filter.chainId))) &&
      (filter.token === '' || row.moves.some((move) => move.named && move.symbol === filter.token)) &&
      row.at >= from &&
      row.at < until &&
      words.every((word) => row.searched.includes(word)),
  )
}

/** Returns the start of the day that is `later` days after `day`. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return startOfDay({ year, month: month - 1, day: date + later })
}

/** Returns the choices that occur in these rows. */
export const choicesOf = (rows: readonly Row[]) => ({
  statuses: statuses.filter((status) => rows.some((row) => row.status === status)),
  kinds: sorted(rows.map(({ kind }) => kind)),
  chains: [...new Set(rows.flatMap(({ chainIds }) => chainIds))]
    .map((id) => ({ id: String(id), name: chainName(id) }))
    .sort((a, b) => a.name.localeCompare(b.name)),
  tokens: sorted(rows.flatMap(({ moves }) => moves.filter(({ named }) => named).map(({ symbol }) => symbol))),
})
export type Choices = ReturnType<typeof choicesOf>

const sorted = (words: readonly string[]): string[] => [...new Set(words)].sort((a, b) => a.localeCompare(b))
