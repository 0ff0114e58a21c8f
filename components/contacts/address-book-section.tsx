'use client'

import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FileButton } from '@/components/ui/file-button'
import { IconButton } from '@/components/ui/icon-button'
import { Boundary } from '@/components/ui/page/boundary'
import { filesNotLoaded, saveFile } from '@/components/ui/page/files'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { TitledAddress } from '@/components/ui/text/address'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import { foldText } from '@/lib/wire/folded-text'
import { useContacts } from './use-contacts'

const ContactDialog = lazy(() => import('./contact-dialog').then((part) => ({ default: part.ContactDialog })))

/** Contacts drawn at first, and added by each "Show more". From so many on, there is a search. */
const page = 20

/** The account's address book: names, renames, removes, imports and exports contacts. */
export function AddressBookSection() {
  const work = useWork()
  const { chains } = useApp()
  const { addressBook } = work
  const contacts = useContacts()
  const [edited, setEdited] = useState<Partial<Contact> | null>(null)
  const [removed, setRemoved] = useState<Contact | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const take = async (file: File) => {
    const told = await import('./import-words').then(
      ({ importContacts }) => importContacts(file, work, chains),
      () => `${filesNotLoaded} Nothing was imported.`,
    )
    setTold(told)
  }
  const save = () =>
    import('@/lib/execution/call/kept/address-book-file').then(
      ({ writeExport }) => saveFile('address-book.csv', 'text/csv;charset=utf-8', writeExport(contacts)),
      () => setTold(filesNotLoaded),
    )
  return (
    <section aria-labelledby="address-book-heading" className="mt-12 border-t pt-6">
      <h2 id="address-book-heading" className="text-lead font-semibold">
        Address book
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        Your names for addresses, kept in this browser. Cards and messages show them, and cards warn of look-alike
        addresses. Type @ in a message to insert one.
      </p>
      <ContactList contacts={contacts} onEdit={setEdited} onRemove={setRemoved} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button onClick={() => setEdited({})}>
          <Plus /> Add contact
        </Button>
        <FileButton
          label="Address book to import"
          accept=".csv,.txt,text/csv,text/plain"
          onChoose={(file) => void take(file)}
        >
          Import
        </FileButton>
        {contacts.length > 0 && (
          <Button look="quiet" onClick={() => void save()}>
            Export
          </Button>
        )}
      </div>
      <p role="status" className="mt-2 text-small text-ink-muted text-pretty">
        {told}
      </p>
      {edited && (
        <Boundary fallback={<NotLoaded />}>
          <Suspense>
            <ContactDialog contact={edited} onClose={() => setEdited(null)} />
          </Suspense>
        </Boundary>
      )}
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

/** The contacts by name, those that a search finds if there are many. */
function ContactList({
  contacts,
  onEdit,
  onRemove,
}: {
  contacts: readonly Contact[]
  onEdit: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(page)
  if (contacts.length === 0) return null
  const isLong = contacts.length > page
  const found = isLong ? contacts.filter((contact) => isFound(contact, query)) : contacts
  return (
    <>
      {isLong && (
        <div className="mt-4">
          <label htmlFor={id} className="form-label mb-1 block">
            Search {contacts.length} contacts
          </label>
          <input
            id={id}
            dir="auto"
            type="search"
            autoComplete="off"
            placeholder="Name or address"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            className="field h-11 w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-small placeholder:text-ink-faint focus-visible:border-accent"
          />
        </div>
      )}
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {found.length === 0 && 'No contact matches.'}
      </p>
      {found.length > 0 && (
        <ul className="mt-4 divide-y border-y" data-contacts="">
          {found.slice(0, most).map((contact) => (
            <li key={contact.address} className="flex py-3">
              <TitledAddress
                address={contact.address}
                title={<bdi className="font-medium [overflow-wrap:anywhere]">{contact.name}</bdi>}
              >
                <IconButton label={`Rename ${contact.name}`} className="size-8!" onClick={() => onEdit(contact)}>
                  <Pencil />
                </IconButton>
                <IconButton label={`Remove ${contact.name}`} className="size-8!" onClick={() => onRemove(contact)}>
                  <Trash2 />
                </IconButton>
              </TitledAddress>
            </li>
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button look="quiet" className="mt-2" onClick={() => setMost(most + page)}>
          Show {Math.min(page, found.length - most)} more
        </Button>
      )}
    </>
  )
}

/** True if the contact's name holds the words, or its address the characters. */
const isFound = ({ name, address }: Contact, query: string): boolean => {
  const wanted = foldText(query.trim())
  return foldText(name).includes(wanted) || foldText(address).includes(wanted)
}
