'use client'

import type { Address } from 'viem'
import { Skeleton } from '@/components/ui/page/skeleton'
import { formatUsd } from '@/components/ui/text/figures'
import { usePortfolio } from './use-portfolio'
import { byChain } from './view'

/** What the account is worth on a chain, or in all, for the account panel. */
export default function AccountSum({ address, chainId }: { address: Address; chainId?: number }) {
  const { at, chains } = usePortfolio(address)
  if (at === null) return <Skeleton className="h-4 w-20" />
  const sums = byChain(chains).filter((each) => chainId === undefined || each.chainId === chainId)
  if (sums.some(({ isRead }) => !isRead) && chainId !== undefined) return <>not read</>
  const isPart = chainId === undefined && chains.some(({ unread }) => unread.length > 0)
  return (
    <>
      {formatUsd(sums.reduce((sum, { usd }) => sum + usd, 0n))}
      {isPart && ', in part'}
    </>
  )
}
