import { type Address, isAddress, isAddressEqual } from 'viem'
import { matchingEnds } from '@/lib/chain/accounts/matching-ends'
import { type Contact, isTooLong, mostContacts, namesakeOf, readContact } from './address-book'

/** Characters of a text to import. */
export const longestImport = 200_000

/** Why a line of a file is no contact. `long`: its name is too long. */
type Unfit = 'unreadable' | 'long'

/** Why a line of a file was left out. `name`: another contact has the name. `imitation`: its address looks like a known one. */
export type Skipped = Unfit | 'own' | 'name' | 'imitation'

/** What a file would change in an address book. */
export type Import = {
  added: readonly Contact[]
  renamed: readonly { contact: Contact; before: string }[]
  /** Number of contacts that the book has already, by the same name. */
  kept: number
  /** Numbers of the lines or contacts that were left out, from 1. */
  skipped: Readonly<Record<Skipped, readonly number[]>>
}

type Book = {
  contacts: readonly Contact[]
  owner: Address
  /** True if the address looks like another one that the person knows. */
  imitates: (address: Address) => boolean
}

/** A contact of a file with its number. */
type Numbered = { number: number; contact: Contact | Unfit }

/**
 * Reads contacts from lines of `address,name` or `name,address`, with or without quotes, separated by commas, semicolons
 * or tabs; a heading is no contact.
 */
export function readImport(text: string, book: Book): Import {
  const lines = text
    .slice(0, longestImport)
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, fields: fieldsOf(line) }))
    .filter(({ number, fields }) => fields.some((field) => field !== '') && (number > 1 || fields.some(isHexLike)))
  return sortImport(
    lines.map(({ number, fields }) => ({ number, contact: contactOf(fields) })),
    book,
  )
}

/**
 * Sorts the contacts of a file by what they would change. Leaves out whatever could make the person take one contact
 * for another: the file may come from somebody else.
 */
export function sortImport(read: readonly Numbered[], { contacts, owner, imitates }: Book): Import {
  const skipped: Record<Skipped, number[]> = { unreadable: [], long: [], own: [], name: [], imitation: [] }
  const taken = new Map<Address, Contact>()
  const knownAs = new Map(contacts.map((contact) => [contact.address, contact]))
  const reasonAgainst = (contact: Contact): Skipped | null => {
    const others = [...new Map([...knownAs, ...taken]).values()]
    if (isAddressEqual(contact.address, owner)) return 'own'
    if (namesakeOf(contact, others)) return 'name'
    if (knownAs.has(contact.address)) return null
    const isLikeAnother = [...taken.keys()].some((address) => matchingEnds(address, contact.address) === 2)
    return isLikeAnother || imitates(contact.address) ? 'imitation' : null
  }
  for (const { number, contact } of read) {
    if (typeof contact === 'string') {
      skipped[contact].push(number)
      continue
    }
    const reason = taken.size >= mostContacts ? 'unreadable' : reasonAgainst(contact)
    if (reason) skipped[reason].push(number)
    else taken.set(contact.address, contact)
  }
  const sorted = [...taken.values()].map((contact) => ({ contact, before: knownAs.get(contact.address)?.name }))
  return {
    added: sorted.flatMap(({ contact, before }) => (before === undefined ? [contact] : [])),
    renamed: sorted.flatMap(({ contact, before }) =>
      before === undefined || before === contact.name ? [] : [{ contact, before }],
    ),
    kept: sorted.filter(({ contact, before }) => before === contact.name).length,
    skipped,
  }
}

const isHexLike = (field: string): boolean => /^0x/i.test(field)

function contactOf(fields: readonly string[]): Contact | Unfit {
  const at = fields.findIndex((field) => isAddress(field, { strict: false }))
  return contactOrUnfit({ address: fields[at] ?? '', name: unguarded(fields[at === 0 ? 1 : 0] ?? '') })
}

/** Returns the contact that a file names, or why it is none. */
export function contactOrUnfit(given: { address: string; name: string }): Contact | Unfit {
  const contact = readContact(given)
  if (!('problems' in contact)) return contact
  return contact.problems.address === undefined && isTooLong(given.name) ? 'long' : 'unreadable'
}

/** Splits a line by the separator that leaves an address alone in its field: spreadsheets write all three. */
function fieldsOf(line: string): string[] {
  const ways = [',', ';', '\t'].map((separator) => fieldsBetween(line, separator))
  return ways.find((fields) => fields.some((field) => isAddress(field, { strict: false }))) ?? ways[0] ?? []
}

/** Splits a line of CSV (RFC 4180), without line breaks inside quotes. */
const fieldsBetween = (line: string, separator: string): string[] =>
  [...line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g'))].map(
    ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )

/** Writes contacts as CSV. */
export const writeExport = (contacts: readonly Contact[]): string =>
  ['address,name', ...contacts.map(({ address, name }) => `${address},"${guarded(name).replaceAll('"', '""')}"`)].join(
    '\r\n',
  )

const formula = /^[=+\-@\t\r]/

/** A spreadsheet takes a field with such a beginning for a formula (OWASP, CSV injection). */
const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Takes off what `guarded` has put before a name. */
const unguarded = (text: string): string => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)
