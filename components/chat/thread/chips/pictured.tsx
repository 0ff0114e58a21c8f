import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'

/** An address or a name with its picture. A line never ends between the two; a long text breaks anywhere. */
export const Pictured = ({ address, children }: { address: Address | null; children: ReactNode }) => (
  <span className="whitespace-nowrap">
    {address && <AddressAvatar address={address} size={16} />}
    <span className="whitespace-normal [overflow-wrap:anywhere]">{children}</span>
  </span>
)
