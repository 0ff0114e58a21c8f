'use client'

import { type AriaAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useContacts } from '@/components/contacts/use-contacts'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import { foldText } from '@/lib/wire/folded-text'
import { ContactList, listId, optionId } from './contact-list'

type Mentions = {
  /** The open list, or null. */
  list: ReactNode
  /** Attributes of the field. */
  aria: AriaAttributes
  /** Tells where the caret is after a change or a move. */
  onCaret: (caret: number) => void
  close: () => void
  /** Returns what a key does in the open list. Null if the key is the field's. */
  actionOf: (key: string) => (() => void) | null
}

/** Lists saved addresses while the caret is behind an `@`, and puts the chosen one into the text. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
): Mentions {
  const contacts = useContacts()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** Index of the `@` whose list was closed with Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  /** Caret position to restore once the field has its new text. */
  const wanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wanted.current !== null) field.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })
  const mention = caret === null ? null : mentionAt(text, caret)
  const options = mention && mention.start !== dismissed ? contactsFor(contacts, mention) : []
  const isOpen = options.length > 0
  const chosen = Math.min(active, options.length - 1)
  const choose = (contact: Contact) => {
    if (!mention) return
    const next = withAddress(text, mention, contact)
    wanted.current = next.caret
    onText(next.text)
    setCaret(next.caret)
  }
  const actionOf = (key: string): (() => void) | null => {
    const contact = options[chosen]
    if (!contact) return null
    if (key === 'ArrowDown') return () => setActive((chosen + 1) % options.length)
    if (key === 'ArrowUp') return () => setActive((chosen + options.length - 1) % options.length)
    if (key === 'Enter' || key === 'Tab') return () => choose(contact)
    if (key === 'Escape') return () => setDismissed(mention?.start ?? null)
    return null
  }
  return {
    list: isOpen && <ContactList field={field} contacts={options} active={chosen} onChoose={choose} />,
    aria: isOpen
      ? { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': optionId(chosen) }
      : {},
    onCaret: (next) => {
      setCaret(next)
      setActive(0)
      if (dismissed !== null && mentionAt(field.current?.value ?? '', next)?.start !== dismissed) setDismissed(null)
    },
    close: () => setCaret(null),
    actionOf,
  }
}

/** An `@` and the letters after it, up to the caret. `start` is the index of the `@`. */
type Mention = { start: number; query: string }

const mostShown = 6

/** Returns the mention that the caret is in, or null. An `@` inside a word begins none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|\s)@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** Returns the contacts whose names contain the query, those that begin with it first. */
export function contactsFor(contacts: readonly Contact[], { query }: Mention): readonly Contact[] {
  const wanted = foldText(query)
  const at = ({ name }: Contact) => foldText(name).indexOf(wanted)
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
