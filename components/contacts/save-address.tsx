'use client'

import { UserRoundPlus } from 'lucide-react'
import { use, useState } from 'react'
import { type Address, isAddressEqual } from 'viem'
import { WorkContext } from '@/components/app/work-context'
import { IconButton } from '@/components/ui/icon-button'
import { ContactDialog } from './contact-dialog'
import { useContactName } from './use-contacts'

/**
 * Offers to name an address that has no name yet: as `name`, unless the person writes another. Shows nothing for the
 * person's own account, or if nobody is signed in.
 */
export function SaveAddress({
  address,
  name,
  className = 'size-8!',
}: {
  address: Address
  name?: string | undefined
  className?: string
}) {
  const owner = use(WorkContext)?.owner
  const saved = useContactName(address)
  const [asking, setAsking] = useState(false)
  if (!owner || isAddressEqual(owner, address)) return null
  return (
    <>
      {saved === null && (
        <IconButton label="Add to address book" className={className} onClick={() => setAsking(true)}>
          <UserRoundPlus />
        </IconButton>
      )}
      {asking && <ContactDialog contact={{ address }} offeredName={name} onClose={() => setAsking(false)} />}
    </>
  )
}
