import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { readsTheSame } from '@/lib/chain/accounts/similar-names'
import type { KnownAddress } from '@/lib/review/facts/known-addresses'
import { cleanChainString } from '@/lib/wire/text'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

/** An address that the person has given a name. */
export type Contact = { address: Address; name: string }

/** Characters of a name, and number of contacts. */
export const longestName = 40
export const mostContacts = 1_000

const address = z
  .string()
  .trim()
  .refine((text) => isAddress(text), 'must be an address with the right checksum')
  .transform((text): Address => getAddress(text))
const name = z
  .string()
  .transform((text) => cleanChainString(text, longestName))
  .refine((text) => text !== '', 'must not be empty')
  .refine((text) => !/0x[0-9a-f]{4}/i.test(text), 'must not look like an address')
const contactSchema = z.object({ address, name })
const book = z.array(contactSchema).max(mostContacts)

/** A person's names for addresses, kept in this browser for one account. */
export type AddressBook = {
  /** Returns the contacts by name; none if storage fails or holds something else. */
  read: () => readonly Contact[]
  /** Returns the name of an address, or null. */
  nameOf: (address: Address) => string | null
  /** Adds contacts, or renames those with the same address. Returns false if they could not be stored. */
  save: (contacts: readonly Contact[]) => boolean
  remove: (address: Address) => boolean
  /** Calls the listener on changes, also those made in other tabs. */
  subscribe: (listener: () => void) => () => void
}

export function createAddressBook(owner: Address, storage: TextStorage, events: StorageEvents): AddressBook {
  const { read, write, subscribe } = storedValue<readonly Contact[]>(
    `countersign-address-book:${owner.toLowerCase()}`,
    {
      storage,
      events,
      parse: (text) => (text === null ? [] : book.parse(JSON.parse(text))),
      failed: [],
    },
  )
  const without = (addresses: readonly Address[]) =>
    read().filter((each) => !addresses.some((address) => isAddressEqual(address, each.address)))
  return {
    read,
    nameOf: (address) => read().find((each) => isAddressEqual(each.address, address))?.name ?? null,
    save: (contacts) => {
      const all = [...without(contacts.map(({ address }) => address)), ...contacts]
      const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name))
      return sorted.length <= mostContacts && write(JSON.stringify(sorted))
    },
    remove: (address) => write(JSON.stringify(without([address]))),
    subscribe,
  }
}

/** Returns the number of characters of a name as it would be kept. */
const lengthOf = (text: string): number => [...cleanChainString(text, Number.POSITIVE_INFINITY)].length

/** True for a name that could be kept only in part. */
export const isTooLong = (text: string): boolean => lengthOf(text) > longestName

/** What the person writes is kept whole or not at all; an earlier version cut names, and those are kept as they are. */
const givenSchema = contactSchema.extend({
  name: z
    .string()
    .refine((text) => !isTooLong(text))
    .pipe(name),
})

/** Returns the contact that a form describes, or what is wrong with each field. */
export function readContact(given: { address: string; name: string }): Contact | { problems: Partial<typeof given> } {
  const parsed = givenSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const { fieldErrors } = z.flattenError(parsed.error)
  return {
    problems: {
      ...(fieldErrors.address && { address: addressProblem(given.address.trim()) }),
      ...(fieldErrors.name && { name: nameProblem(given.name) }),
    },
  }
}

const addressProblem = (text: string): string =>
  isAddress(text, { strict: false })
    ? 'Its capital letters do not fit: a character may be wrong. Copy it again from its source.'
    : 'An address is 0x and 40 characters from 0 to 9 and a to f.'
function nameProblem(text: string): string {
  if (isTooLong(text)) return `A name has at most ${longestName} characters. This one has ${lengthOf(text)}.`
  return text.trim() === '' ? 'Give it a name.' : 'A name must not look like an address.'
}

/** Returns the contact with another address whose name is the same, or looks the same. Null if there is none. */
export const namesakeOf = (contact: Contact, contacts: readonly Contact[]): Contact | null =>
  contacts.find(({ address, name }) => !isAddressEqual(address, contact.address) && readsTheSame(name, contact.name)) ??
  null

export const savedAddresses = (contacts: readonly Contact[]): KnownAddress[] =>
  contacts.map(({ address, name }) => ({ address, source: 'saved', label: `“${name}” in your address book` }))
