import { useCallback, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { filesNotLoaded, saveFile } from '@/components/ui/page/files'
import { count } from '@/components/ui/text/figures'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import { csvOf, jsonOf } from './export'
import type { Row } from './rows'

/** Ways to save the list: the proposals, or the transactions that they made, one a line. */
const ways = [
  ['csv', 'Save as CSV'],
  ['json', 'Save as JSON'],
  ['transactions', 'Save transactions as CSV'],
] as const
export type SavedAs = (typeof ways)[number][0]

const csvType = 'text/csv;charset=utf-8'

/** Saves proposals as files. `told` is what the person must know of the last one. */
export function useSavedFiles() {
  const { chains } = useApp()
  const { addressBook } = useWork()
  const [busy, setBusy] = useState<SavedAs | null>(null)
  const [told, setTold] = useState('')
  const save = useCallback(
    async (as: SavedAs, rows: readonly Row[]) => {
      setTold('')
      if (as === 'csv') return saveFile('activity.csv', csvType, csvOf(rows))
      if (as === 'json') return saveFile('activity.json', 'application/json', jsonOf(rows))
      setBusy(as)
      setTold(await saveTransactions(rows, chains, addressBook.read()))
      setBusy(null)
    },
    [chains, addressBook],
  )
  return { save, busy, told }
}

/** Reads the transactions from the chains, and saves them. Returns what the person must know of it. */
async function saveTransactions(rows: readonly Row[], chains: Chains, contacts: readonly Contact[]): Promise<string> {
  const part = await import('./transactions').catch(() => null)
  if (!part) return `${filesNotLoaded} Nothing was saved.`
  const names = new Map(contacts.map(({ address, name }) => [address, name]))
  const made = await part.transactionsCsv(rows, chains, names)
  if (made.count === 0) return 'Nothing was saved: none of these proposals has a transaction on a chain.'
  saveFile('transactions.csv', csvType, made.csv)
  const unread =
    made.unread > 0 &&
    `Saved, but ${count(made.unread)} of ${count(made.count)} transactions could not be read from their chains: their date and fee are empty. Save again later.`
  const joined =
    made.areAmountsJoined &&
    'Where a proposal made several transactions, its amounts are on the last one: the others list only their fees.'
  return [unread, joined].filter(Boolean).join(' ')
}

/** The buttons that save the list. `busy` is the way under way. */
export const SaveButtons = ({ busy, onSave }: { busy: SavedAs | null; onSave: (as: SavedAs) => void }) => (
  <span className="-mx-2 flex flex-wrap print:hidden">
    {ways.map(([as, words]) => (
      <Button key={as} size="small" look="quiet" busy={busy === as} onClick={() => onSave(as)}>
        {words}
      </Button>
    ))}
  </span>
)
