import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { type Address as AddressValue, isAddress, isHex } from 'viem'
import { groupAddress, shortHex } from '@/lib/chain/tokens/amount'
import { AddressAvatar } from '../pictures/address-avatar'
import { CopyButton } from './copy-button'

/**
 * The whole address in groups of four, with its avatar, for places where it is approved: nothing is left out, and the
 * groups let two addresses be compared by eye. Copies as one word.
 */
export function FullAddress({ address, className }: { address: AddressValue; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1', className)} data-address={address}>
      <AddressAvatar address={address} size={18} className="mr-0.5" />
      <Groups address={address} className="text-[0.9375rem] leading-relaxed" />
      <CopyButton text={address} label="Copy address" className="size-8!" />
    </span>
  )
}

/**
 * A whole address below what it is, beside its avatar, with the buttons at the end of the first line, so that a narrow
 * card loses no line.
 */
export function TitledAddress({
  title,
  address,
  note,
  children,
}: {
  title: ReactNode
  address: AddressValue
  /** Words below the address. */
  note?: ReactNode
  /** Buttons beside "Copy address". */
  children?: ReactNode
}) {
  return (
    <div data-address={address} className="flex min-w-0 flex-1 gap-3 @max-[18rem]:gap-2">
      <AddressAvatar address={address} size={36} className="mt-1 @max-[18rem]:size-6 @max-[15rem]:hidden" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">{title}</div>
          <span className="-my-1.5 -mr-2 flex shrink-0">
            <CopyButton text={address} label="Copy address" className="size-8!" />
            {children}
          </span>
        </div>
        <Groups address={address} className="block text-[0.9375rem] leading-snug" />
        {note}
      </div>
    </div>
  )
}

const Groups = ({ address, className }: { address: AddressValue; className?: string }) => (
  <span className={clsx('figures hex', className)}>
    <span className="sr-only">{address}</span>
    <span aria-hidden="true">
      <span className="text-ink-faint">0x</span>
      {groupAddress(address).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address never move
        <span key={index} className="mr-[0.4em] inline-block last:mr-0 odd:text-ink even:text-ink-muted">
          {group}
        </span>
      ))}
    </span>
  </span>
)

/** Words in which whole addresses stand in groups of four, and other bytes in the type for figures. */
export const WithAddresses = ({ text }: { text: string }) =>
  text.split(/(0x[0-9a-fA-F]{4,})/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {isAddress(part, { strict: false }) ? (
        <Groups address={part} />
      ) : isHex(part) ? (
        <span className="figures hex [overflow-wrap:anywhere]">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ))

/** `0x1234…abcd` with a button that copies all of it. Never where the address is approved. */
export function ShortAddress({ address, className }: { address: AddressValue; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center', className)}>
      <span className="figures hex" data-tip={address}>
        {shortHex(address)}
      </span>
      <CopyButton text={address} label="Copy address" className="size-8!" />
    </span>
  )
}
