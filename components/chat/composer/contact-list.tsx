'use client'

import { clsx } from 'clsx'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { shortHex } from '@/lib/chain/tokens/amount'
import type { Contact } from '@/lib/execution/call/kept/address-book'

export const listId = 'composer-contacts'
export const optionId = (index: number) => `${listId}-${index}`

/** The contacts that a mention may mean, above the field. The field keeps the focus and moves `active`. */
export function ContactList({
  field,
  contacts,
  active,
  onChoose,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  contacts: readonly Contact[]
  active: number
  onChoose: (contact: Contact) => void
}) {
  const [place, setPlace] = useState<{ left: number; bottom: number; width: number } | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const box = field.current?.closest('.composer')?.getBoundingClientRect()
      if (box) setPlace({ left: box.left, bottom: window.innerHeight - box.top + 6, width: box.width })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [field])
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Addresses you saved"
      className="sheet fixed z-40 max-h-72 overflow-y-auto p-1 shadow-float"
      style={place ? { left: place.left, bottom: place.bottom, width: `min(24rem, ${place.width}px)` } : undefined}
    >
      {contacts.map((contact, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={contact.address}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={clsx(
            'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2',
            index === active ? 'bg-paper-sunk forced-colors:outline-2' : 'hover:bg-paper-sunk',
          )}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(contact)}
        >
          <AddressAvatar address={contact.address} size={24} />
          <bdi className="min-w-0 flex-1 truncate text-left">{contact.name}</bdi>
          <span className="font-mono text-small text-ink-muted">{shortHex(contact.address)}</span>
        </div>
      ))}
    </div>
  )
}
