import { useId, useState } from 'react'
import { TitledAddress } from '@/components/ui/text/address'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import type { Change } from './changes'

/** Describes a change of a choice: what it will be, and what it replaces. */
export const changeWords = ({ before, after }: Pick<Change, 'before' | 'after'>): string =>
  before === null ? after : `${after}, in place of ${before}`

/** One change that a file would make, to be ticked. */
export function ChangeRow({
  change: { what, before, after, caution, contacts = [] },
  isTaken,
  onTake,
}: {
  change: Change
  isTaken: boolean
  onTake: (isTaken: boolean) => void
}) {
  const id = useId()
  return (
    <li className="flex gap-3 py-3 text-small">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        checked={isTaken}
        onChange={({ target }) => onTake(target.checked)}
        aria-describedby={caution ? `${id}-caution` : undefined}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block [overflow-wrap:anywhere]">
          <span className="font-medium">{what}:</span> {changeWords({ before, after })}
        </label>
        {caution && (
          <p id={`${id}-caution`} className="text-pretty text-warn">
            {caution}
          </p>
        )}
        {contacts.length > 0 && <Contacts contacts={contacts} />}
      </div>
    </li>
  )
}

/** The contacts with their whole addresses, once they are asked for: there may be a thousand. */
function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 w-fit text-ink-muted hover:text-ink">
        {contacts.length === 1 ? 'Show the contact' : 'Show the contacts'}
      </summary>
      {isOpen && (
        <ul className="mt-1 flex flex-col gap-2">
          {contacts.map(({ address, name }) => (
            <li key={address} className="flex">
              <TitledAddress
                address={address}
                title={<bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
