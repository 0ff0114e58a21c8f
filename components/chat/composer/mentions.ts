import type { Contact } from '@/lib/execution/call/kept/address-book'

/** An `@` and the letters after it, up to the caret. `start` is the index of the `@`. */
export type Mention = { start: number; query: string }

const mostShown = 6

/** Returns the mention that the caret is in, or null. An `@` inside a word begins none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|\s)@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** Returns the contacts whose names contain the query, those that begin with it first. */
export function contactsFor(contacts: readonly Contact[], { query }: Mention): readonly Contact[] {
  const wanted = query.toLocaleLowerCase()
  const at = ({ name }: Contact) => name.toLocaleLowerCase().indexOf(wanted)
  return contacts
    .filter((contact) => at(contact) >= 0)
    .toSorted((a, b) => Number(at(a) > 0) - Number(at(b) > 0))
    .slice(0, mostShown)
}

/** Puts the contact's address in place of the mention. Returns the text, and the caret behind the address. */
export function withAddress(
  text: string,
  { start, query }: Mention,
  { address }: Contact,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const inserted = /^\s/.test(rest) ? address : `${address} `
  return { text: `${text.slice(0, start)}${inserted}${rest}`, caret: start + inserted.length }
}
