import { expect, it } from 'vitest'
import type { Import } from '@/lib/execution/call/kept/address-book-file'
import { importWords } from './import-words'

const ana = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', name: 'Ana' } as const
const none: Import = {
  added: [],
  renamed: [],
  kept: 0,
  skipped: { unreadable: [], long: [], own: [], name: [], imitation: [] },
}
const noContacts =
  'This file has no contacts: each line needs an address and a name, with a comma between. Nothing was imported.'

it.each<[Partial<Import>, string]>([
  [{ added: [ana] }, 'One contact added.'],
  [{ renamed: [{ contact: ana, before: 'Anna' }] }, 'One contact renamed: “Anna” is now “Ana”.'],
  [{ kept: 2 }, 'Nothing was imported. 2 contacts already in your address book.'],
  [{ skipped: { ...none.skipped, unreadable: [1, 2] } }, noContacts],
  [{}, noContacts],
  [
    { added: [ana], skipped: { unreadable: [3], long: [7], own: [], name: [4, 5], imitation: [6] } },
    'One contact added. Left out: line 3 (no contact); line 7 (a name has at most 40 characters); lines 4, 5 (another contact has that name, or one that looks like it); line 6 (the address looks like another one that you know).',
  ],
  [{ skipped: { ...none.skipped, own: [1] } }, 'Nothing was imported. Left out: line 1 (your own account).'],
])('says what an import did: %j', (found, words) => {
  expect(importWords({ ...none, ...found })).toBe(words)
})
