'use client'

import type { Address } from 'viem'
import { Skeleton } from '@/components/ui/page/skeleton'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { formatUsd } from '@/components/ui/text/figures'
import { chainName } from '@/lib/chain/tokens/tokens'
import { usePortfolio } from './use-portfolio'
import { byChain } from './view'

const row = 'flex min-h-6 items-center gap-2'

/** Lists the account's value on the `most` most valuable chains, for the account panel. */
export default function AccountBalances({ address, most }: { address: Address; most: number }) {
  const { at, chains } = usePortfolio(address)
  const sums = byChain(chains)
  const total = sums.reduce((sum, { usd }) => sum + usd, 0n)
  const isPart = chains.some(({ unread }) => unread.length > 0)
  const shown = sums.slice(0, most)
  const rest = sums.slice(most)
  if (at === null)
    return (
      <div role="status">
        <span className="sr-only">Reading your balances</span>
        <Skeleton className="my-1 h-4" />
        {Array.from({ length: most }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <Skeleton key={index} className="my-2 h-4" />
        ))}
      </div>
    )
  return (
    <dl aria-label="Balances per chain" className="text-small">
      <div className={row}>
        <dt className="font-semibold">Total{isPart && ', in part'}</dt>
        <dd className="figures ml-auto font-semibold">{formatUsd(total)}</dd>
      </div>
      {shown.map(({ chainId, usd, isRead }) => (
        <div key={chainId} className={row}>
          <dt className="flex min-w-0 items-center gap-2 text-ink-muted">
            <ChainIcon chainId={chainId} />
            <span className="truncate">{chainName(chainId)}</span>
          </dt>
          <dd className="figures ml-auto">{isRead ? formatUsd(usd) : 'not read'}</dd>
        </div>
      ))}
      {rest.length > 0 && (
        <div className={row}>
          <dt className="text-ink-muted">
            {rest.length} more {rest.length === 1 ? 'chain' : 'chains'}
          </dt>
          <dd className="figures ml-auto">{formatUsd(rest.reduce((sum, { usd }) => sum + usd, 0n))}</dd>
        </div>
      )}
    </dl>
  )
}
