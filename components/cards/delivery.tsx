import { ArrowDownToLine } from 'lucide-react'
import type { Chains } from '@/lib/chain/chain'
import type { LedgerEntry } from '@/lib/execution/entry'
import { TransactionHash } from './transaction-hash'

/** The transaction with which a bridge delivered, on the other chain. It is the router's word, and said to be. */
export function Delivery({ entry: { transfer, destinationHash }, chains }: { entry: LedgerEntry; chains: Chains }) {
  if (!transfer || !destinationHash) return null
  const chain = chains.get(transfer.toChainId)
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2.5 text-small" data-delivery="">
      <ArrowDownToLine aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1 basis-48">
        On {chain?.name ?? `chain ${transfer.toChainId}`}
        <span className="text-ink-faint"> · By the router’s word</span>
      </span>
      <TransactionHash hash={destinationHash} chain={chain} />
    </p>
  )
}
