import { type ReactNode, use, useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { AppContext } from '@/components/app/app-context'
import { WorkContext } from '@/components/app/work-context'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ChipActions } from './chip-actions'
import type { FindChips } from './chip-finder'
import { Explorer } from './explorer'
import type { Chip as Named } from './find-chips'
import { KnownAs, useKnown } from './known-as'
import { NameChip } from './name-chip'
import { Pictured } from './pictured'

/**
 * Shows a name in a text as written, with what the app knows of it. It vouches for nothing: an address that imitates
 * one the person knows is marked.
 */
export function Chip({ of, children }: { of: Named; children: ReactNode }) {
  switch (of.kind) {
    case 'address':
      return <AddressChip address={of.address}>{children}</AddressChip>
    case 'name':
      return <NameChip name={of.name}>{children}</NameChip>
    case 'hash':
      return (
        <span data-chip="hash" className="chip">
          {children}
          <CopyButton text={of.hash} label="Copy transaction hash" className="size-6!" />
          <HashExplorer hash={of.hash} />
        </span>
      )
    case 'chain':
      return (
        <span data-chip="chain" className="whitespace-nowrap">
          <ChainIcon chainId={of.chainId} size={15} className="mr-1 align-[-0.15em]!" />
          {children}
        </span>
      )
    case 'token':
      return (
        <span data-chip="token" className="font-medium whitespace-nowrap tabular-nums">
          {children}
        </span>
      )
  }
}

function AddressChip({ address, children }: { address: Address; children: ReactNode }) {
  const { like } = useKnown(address)
  return (
    <span data-chip="address" data-like={like?.address} className="chip">
      <Pictured address={address}>
        <span className="figures text-[0.875em]">{children}</span>
      </Pictured>
      <KnownAs address={address} />
      <ChipActions address={address} />
    </span>
  )
}

/**
 * Links to the explorer of the network on which this account sent the transaction; of another one only if there is no
 * other that it could be on.
 */
function HashExplorer({ hash }: { hash: Hex }) {
  const app = use(AppContext)
  const work = use(WorkContext)
  const chainId = useMemo(() => work && chainOfHash(hash, work.ledger.all()), [hash, work])
  return chainId !== null || app?.chains.size === 1 ? <Explorer path={`tx/${hash}`} chainId={chainId} /> : null
}

const chainOfHash = (hash: Hex, entries: readonly LedgerEntry[]): number | null =>
  entries.flatMap(({ steps }) => steps).find((step) => step.hash === hash || step.replacedBy === hash)?.chainId ?? null

/** Renders the person's text with its names as chips. */
export function WithChips({ text, find }: { text: string; find: FindChips }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const { start, end, ...of } of find(text)) {
    parts.push(
      text.slice(from, start),
      <Chip key={start} of={of}>
        {text.slice(start, end)}
      </Chip>,
    )
    from = end
  }
  parts.push(text.slice(from))
  return parts
}
