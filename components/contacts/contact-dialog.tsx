'use client'

import { useId, useState } from 'react'
import { isAddressEqual } from 'viem'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { FullAddress } from '@/components/ui/text/address'
import { type Contact, readContact } from '@/lib/execution/call/kept/address-book'

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
  const { addressBook, owner } = useWork()
  const given = contact.address
  const [address, setAddress] = useState<string>(given ?? '')
  const [name, setName] = useState(contact.name ?? offeredName)
  const [problems, setProblems] = useState<{ address?: string; name?: string }>({})
  const [failed, setFailed] = useState(false)
  const save = () => {
    const read = readContact({ address, name })
    if ('problems' in read) return setProblems(read.problems)
    if (isAddressEqual(read.address, owner)) return setProblems({ address: 'This is your own account.' })
    if (!addressBook.save([read])) return setFailed(true)
    onClose()
  }
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
          save()
        }}
      >
        {given ? (
          <div>
            <p className="form-label">Address</p>
            <FullAddress address={given} />
          </div>
        ) : (
          <TextField label="Address" value={address} problem={problems.address} onChange={setAddress} isMono />
        )}
        <TextField label="Name" value={name} problem={problems.name} onChange={setName} />
        {failed && (
          <Notice tone="danger" role="alert" title="This contact could not be saved.">
            This browser has no room for it, or does not allow this site to store data. Nothing has changed.
          </Notice>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function TextField({
  label,
  value,
  problem,
  onChange,
  isMono = false,
}: {
  label: string
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
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`field mt-1 min-h-11 w-full rounded-control border border-rule-strong bg-paper-raised px-3 py-2 outline-none focus-visible:border-accent focus-visible:shadow-[0_0_0_1px_var(--accent)] ${isMono ? 'figures text-small' : ''}`}
      />
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-label text-seal">
          {problem}
        </p>
      )}
    </div>
  )
}
