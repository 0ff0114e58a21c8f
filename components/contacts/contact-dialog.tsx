'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { FullAddress, WithAddresses } from '@/components/ui/text/address'
import { type Contact, longestName } from '@/lib/execution/call/kept/address-book'
import { type Told, useContactEntry } from './use-contact-entry'

/**
 * Names an address. `contact.address` is given, and only named; without it, both are entered. `offeredName` stands in
 * the field of a contact that has no name yet.
 */
export function ContactDialog({
  contact,
  offeredName = '',
  onClose,
}: {
  contact: Partial<Contact>
  offeredName?: string | undefined
  onClose: () => void
}) {
  const { address, name, told, busy, save } = useContactEntry(contact, offeredName, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={contact.name ? 'Rename contact' : 'Add to your address book'}
      lead={
        <p className="text-small text-pretty text-ink-muted">
          Cards and messages show this name, and cards warn of look-alike addresses. Get the address from its owner, not
          from a message.
        </p>
      }
    >
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {contact.address ? (
          <div>
            <p className="form-label">Address</p>
            <FullAddress address={contact.address} />
          </div>
        ) : (
          <TextField label="Address or ENS name" {...address} isMono />
        )}
        <TextField label="Name" hint={`At most ${longestName} characters.`} {...name} />
        {told && <Before told={told} />}
        <div className="dialog-foot grid grid-cols-2 gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {told?.kind === 'imitation' ? 'Save anyway' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What to know before the contact is saved. */
function Before({ told }: { told: Told }) {
  if (told.kind === 'failed')
    return (
      <Notice tone="danger" role="alert" title="This contact could not be saved.">
        This browser has no room for it, or does not allow this site to store data. Nothing has changed.
      </Notice>
    )
  if (told.kind === 'named')
    return (
      <Notice role="status" title={`${told.name} points to this address now.`}>
        The address book keeps the address: it does not follow if the name changes hands.
      </Notice>
    )
  return (
    <Notice tone="danger" role="alert" title="This address looks like another one that you know.">
      It begins and ends like <WithAddresses text={told.of.address} /> (<bdi>{told.of.label}</bdi>). Scammers create
      such addresses so that people pay them by mistake. Save it only if you have compared every character with the
      owner’s.
    </Notice>
  )
}

function TextField({
  label,
  hint,
  value,
  problem,
  onChange,
  isMono = false,
}: {
  label: string
  /** What may be entered. A problem takes its place. */
  hint?: string
  value: string
  problem: string | undefined
  onChange: (text: string) => void
  isMono?: boolean
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="form-label">
        {label}
      </label>
      <input
        dir={isMono ? undefined : 'auto'}
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={(problem ?? hint) ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`field mt-1 min-h-11 w-full rounded-control border border-rule-strong bg-paper-raised px-3 py-2 outline-none focus-visible:border-accent focus-visible:shadow-[0_0_0_1px_var(--accent)] ${isMono ? 'figures text-small' : ''}`}
      />
      {(problem ?? hint) && (
        <p id={`${id}-below`} className={`mt-1 text-label ${problem ? 'text-seal' : 'text-ink-muted'}`}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}
