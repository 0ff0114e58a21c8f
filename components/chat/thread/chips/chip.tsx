import { ExternalLink, OctagonAlert } from 'lucide-react'
import { type ReactNode, use, useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { AppContext } from '@/components/app/app-context'
import { WorkContext } from '@/components/app/work-context'
import { SaveAddress } from '@/components/contacts/save-address'
import { useContacts } from '@/components/contacts/use-contacts'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { CopyButton } from '@/components/ui/text/copy-button'
import { shortHex } from '@/lib/chain/tokens/amount'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { FindChips } from './chip-finder'
import type { Chip as Named } from './find-chips'
import { familiarTo, knownOf } from './known'

/**
 * Shows a name in a text as written, with what the app knows of it. It vouches for nothing: an address that imitates
 * one the person knows is marked.
 */
export function Chip({ of, children }: { of: Named; children: ReactNode }) {
  switch (of.kind) {
    case 'address':
      return <AddressChip address={of.address}>{children}</AddressChip>
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
  const app = use(AppContext)
  const work = use(WorkContext)
  const contacts = useContacts()
  const { label, like } = useMemo(
    () => knownOf(address, app && work ? familiarTo(work.owner, contacts, work.ledger, app.chains) : []),
    [address, app, work, contacts],
  )
  return (
    <span data-chip="address" data-like={like?.address} className="chip">
      <AddressAvatar address={address} size={16} />
      <span className="figures text-[0.875em] [overflow-wrap:anywhere]">{children}</span>
      {label && <span className="chip-label">{label}</span>}
      {like && (
        <span className="chip-label text-seal!">
          <OctagonAlert aria-hidden="true" className="mr-0.5 inline size-3.5 align-[-0.2em]" />
          looks like {shortHex(like.address)} ({like.label}), and is another
        </span>
      )}
      <CopyButton text={address} label="Copy address" className="size-6!" />
      <SaveAddress address={address} className="size-6!" />
      <Explorer path={`address/${address}`} />
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

/** Links to an explorer: of this network, or of the app's first network that has one. */
function Explorer({ path, chainId = null }: { path: `address/${Address}` | `tx/${Hex}`; chainId?: number | null }) {
  const chains = use(AppContext)?.chains
  const [explorer] = [...(chains?.values() ?? [])].flatMap(({ id, viemChain }) =>
    chainId === null || id === chainId ? (viemChain.blockExplorers?.default ?? []) : [],
  )
  if (!explorer) return null
  return (
    <a
      href={`${explorer.url}/${path}`}
      target="_blank"
      rel="noopener noreferrer"
      data-tip={`Look it up on ${explorer.name}`}
      className="inline-grid size-6 place-items-center rounded-control text-ink-muted hover:bg-paper-sunk hover:text-ink [&_svg]:size-3.5"
    >
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">Look it up on {explorer.name}</span>
    </a>
  )
}

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
