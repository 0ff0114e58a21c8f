import type { Address } from 'viem'
import { SaveAddress } from '@/components/contacts/save-address'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Explorer } from './explorer'

/** The buttons of an address in a text, kept together. `name` is offered as the name to save it under. */
export const ChipActions = ({ address, name }: { address: Address; name?: string }) => (
  <span className="whitespace-nowrap">
    <CopyButton text={address} label="Copy address" className="size-6!" />
    <SaveAddress address={address} name={name} className="size-6!" />
    <Explorer path={`address/${address}`} />
  </span>
)
