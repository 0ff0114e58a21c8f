'use client'

import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import { saveFile } from '@/components/ui/page/save-file'
import { TitledAddress } from '@/components/ui/text/address'
import { type Contact, longestImport, readImport, writeExport } from '@/lib/execution/call/kept/address-book'
import { ContactDialog } from './contact-dialog'
import { useContacts } from './use-contacts'

/** The account's address book: names, renames, removes, imports and exports contacts. */
export function AddressBookSection() {
  const { addressBook } = useWork()
  const contacts = useContacts()
  const [edited, setEdited] = useState<Partial<Contact> | null>(null)
  const [removed, setRemoved] = useState<Contact | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setTold(await imported(chosen, addressBook))
  }
  return (
    <section aria-labelledby="address-book-heading" className="mt-12 border-t pt-6">
      <h2 id="address-book-heading" className="text-lead font-semibold">
        Address book
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        Your names for addresses, kept in this browser. Cards and messages show them, and cards warn of look-alike
        addresses. Type @ in a message to insert one.
      </p>
      {contacts.length > 0 && (
        <ul className="mt-4 divide-y border-y" data-contacts="">
          {contacts.map((contact) => (
            <li key={contact.address} className="flex py-3">
              <TitledAddress
                address={contact.address}
                title={<bdi className="font-medium [overflow-wrap:anywhere]">{contact.name}</bdi>}
              >
                <IconButton label={`Rename ${contact.name}`} className="size-8!" onClick={() => setEdited(contact)}>
                  <Pencil />
                </IconButton>
                <IconButton label={`Remove ${contact.name}`} className="size-8!" onClick={() => setRemoved(contact)}>
                  <Trash2 />
                </IconButton>
              </TitledAddress>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button onClick={() => setEdited({})}>
          <Plus /> Add contact
        </Button>
        <Button look="quiet" onClick={() => file.current?.click()}>
          Import
        </Button>
        {contacts.length > 0 && (
          <Button
            look="quiet"
            onClick={() => saveFile('address-book.csv', 'text/csv;charset=utf-8', writeExport(contacts))}
          >
            Export
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          aria-label="Address book to import"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <p role="status" className="mt-2 text-small text-ink-muted text-pretty">
        {told}
      </p>
      {edited && <ContactDialog contact={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title={`Remove ${removed?.name ?? ''}?`}
        lead={<p className="text-pretty">Cards and messages then show only the address. No funds move.</p>}
        act="Remove"
        problem={problem}
        onAct={() => {
          const isGone = !removed || addressBook.remove(removed.address)
          setProblem(isGone ? null : 'This browser does not allow the change to be stored. Nothing has changed.')
          if (isGone) setRemoved(null)
        }}
        onClose={() => setRemoved(null)}
      />
    </section>
  )
}

/** Adds the contacts of a file, and tells what came of it. */
async function imported(file: File, book: ReturnType<typeof useWork>['addressBook']): Promise<string> {
  if (file.size > longestImport)
    return 'This file is too large: an address book has at most 200,000 characters. Nothing was imported.'
  const text = await file.text().catch(() => null)
  if (text === null) return 'This file could not be read. Nothing was imported.'
  const { contacts, unread } = readImport(text)
  if (contacts.length === 0)
    return 'This file has no contacts: each line needs an address and a name, with a comma between. Nothing was imported.'
  if (!book.save(contacts))
    return 'The contacts could not be saved: this browser has no room for them, or the book would be longer than 1,000 entries. Nothing was imported.'
  const skipped = unread.length === 0 ? '' : ` Skipped, because they hold no contact: ${linesOf(unread)}.`
  return `${contacts.length === 1 ? 'One contact' : `${contacts.length} contacts`} imported.${skipped}`
}

const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' and more' : ''}`
