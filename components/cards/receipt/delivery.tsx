import { ArrowDownToLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Hash } from 'viem'
import { Spinner } from '@/components/ui/page/spinner'
import { Amount } from '@/components/ui/text/amount'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { readArrivals, type TokenArrival } from '@/lib/chain/tokens/arrivals'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { allSucceeded } from '@/lib/execution/ledger/steps'
import { TransactionHash } from './transaction-hash'

/**
 * The other side of a bridge: the transfer under way, then the transaction that delivered it. The router names that
 * transaction, and the card says so; what it brought is read from the chain.
 */
export function Delivery({
  entry,
  stage,
  chains,
}: {
  entry: LedgerEntry
  /** Stage of the transfer in the router's words. Null if unknown. */
  stage: string | null
  chains: Chains
}) {
  const { transfer, destinationHash, steps, state } = entry
  if (!transfer) return null
  const chain = chains.get(transfer.toChainId)
  const name = chain?.name ?? `chain ${transfer.toChainId}`
  if (destinationHash) return <Arrived hash={destinationHash} entry={entry} chain={chain} name={name} />
  if (isSettled(state) || !allSucceeded(steps)) return null
  return (
    <div className="flex gap-2.5 text-small" data-under-way="">
      <Spinner className="mt-0.5 shrink-0 text-accent" />
      <p className="text-pretty">
        <span className="font-medium">On its way to {name}.</span> {stage}{' '}
        <span className="text-ink-muted">You can close this page: the transfer continues without it.</span>
      </p>
    </div>
  )
}

function Arrived({
  hash,
  entry,
  chain,
  name,
}: {
  hash: Hash
  entry: LedgerEntry
  chain: ChainHandle | undefined
  name: string
}) {
  const arrivals = useArrivals(hash, entry, chain)
  return (
    <div className="flex min-h-9 gap-2.5 text-small" data-delivery="">
      <ArrowDownToLine aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent sm:mt-2.5" />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 max-sm:content-start">
        <span className="min-w-0 flex-1 basis-48">
          {arrivals.length > 0 && 'Arrived on '}
          {name}
          {arrivals.map(({ token, amount }) => (
            <span key={token.address}>
              {' '}
              <Amount
                value={amount}
                decimals={token.decimals}
                symbol={token.symbol}
                listed
                sign="in"
                className="text-accent"
              />
            </span>
          ))}
          <span className="text-ink-faint"> · transaction as named by the router</span>
        </span>
        <TransactionHash hash={hash} chain={chain} />
      </p>
    </div>
  )
}

/** Reads from the chain what the transaction brought. Empty until then, and if that fails. */
function useArrivals(hash: Hash, { owner }: LedgerEntry, chain: ChainHandle | undefined): readonly TokenArrival[] {
  const [arrivals, setArrivals] = useState<readonly TokenArrival[]>([])
  useEffect(() => {
    let shown = true
    if (chain)
      readArrivals(chain, hash, owner).then(
        (found) => shown && setArrivals(found),
        // The hash can be looked up in an explorer: without an amount nothing is claimed.
        () => undefined,
      )
    return () => {
      shown = false
    }
  }, [chain, hash, owner])
  return arrivals
}
