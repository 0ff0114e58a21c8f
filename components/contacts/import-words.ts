import { familiarTo, imitatedBy } from '@/components/chat/thread/chips/known'
import { readFile } from '@/components/ui/page/files'
import type { Chains } from '@/lib/chain/chains/chain'
import { longestName } from '@/lib/execution/call/kept/address-book'
import { type Import, longestImport, readImport, type Skipped } from '@/lib/execution/call/kept/address-book-file'
import type { Work } from '../app/work-context'

/** Adds the contacts of a file to the address book, and returns what came of it, in words. */
export async function importContacts(
  file: File,
  { addressBook, owner, ledger }: Pick<Work, 'addressBook' | 'owner' | 'ledger'>,
  chains: Chains,
): Promise<string> {
  const read = await readFile(file, longestImport)
  if ('problem' in read) return read.problem
  const contacts = addressBook.read()
  const familiar = familiarTo(owner, contacts, ledger, chains)
  const found = readImport(read.text, {
    contacts,
    owner,
    imitates: (address) => imitatedBy(address, familiar) !== null,
  })
  const changed = [...found.added, ...found.renamed.map(({ contact }) => contact)]
  if (changed.length > 0 && !addressBook.save(changed))
    return 'The contacts could not be saved: this browser has no room for them, or the book would be longer than 1,000 entries. Nothing was imported.'
  return importWords(found)
}

/** Says what an import has changed, and why it left lines out. */
export function importWords({ added, renamed, kept, skipped }: Import): string {
  const done = [
    ...(added.length > 0 ? [`${counted(added.length)} added.`] : []),
    ...(renamed.length > 0 ? [`${counted(renamed.length)} renamed: ${renamedWords(renamed)}.`] : []),
    ...(kept > 0 ? [`${counted(kept)} already in your address book.`] : []),
  ]
  const isUnreadable = done.length === 0 && reasons.every(([reason]) => reason === 'unreadable' || !skipped[reason][0])
  if (isUnreadable)
    return 'This file has no contacts: each line needs an address and a name, with a comma between. Nothing was imported.'
  const left = reasons.flatMap(([reason, words]) =>
    skipped[reason].length > 0 ? [`${linesOf(skipped[reason])} (${words})`] : [],
  )
  return [
    ...(added.length + renamed.length === 0 ? ['Nothing was imported.'] : []),
    ...done,
    ...(left.length > 0 ? [`Left out: ${left.join('; ')}.`] : []),
  ].join(' ')
}

/** Why contacts are left out of an import. */
export const reasons: readonly [Skipped, string][] = [
  ['unreadable', 'no contact'],
  ['long', `a name has at most ${longestName} characters`],
  ['own', 'your own account'],
  ['name', 'another contact has that name, or one that looks like it'],
  ['imitation', 'the address looks like another one that you know'],
]

const counted = (count: number): string => (count === 1 ? 'One contact' : `${count} contacts`)

/** Names at most three of them: the words stand in one line. */
const renamedWords = (renamed: Import['renamed']): string =>
  [
    ...renamed.slice(0, 3).map(({ contact, before }) => `“${before}” is now “${contact.name}”`),
    ...(renamed.length > 3 ? [`and ${renamed.length - 3} more`] : []),
  ].join(', ')

const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' and more' : ''}`
