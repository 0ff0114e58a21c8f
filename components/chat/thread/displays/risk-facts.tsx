import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { percentOfWhole, shortAmount } from '@/components/ui/text/figures'
import type { LendingReserve } from '@/lib/chain/lending/market'

/** What this page read itself that bears on the risk of a place: facts, and no score. */
export const RiskFacts = ({ facts, badges }: { facts: readonly string[]; badges: readonly ReactNode[] }) => (
  <span className="block text-label text-pretty text-ink-muted @min-[30rem]:w-36" data-risk="">
    {badges.length > 0 && <span className="mb-1 flex flex-wrap gap-1">{badges}</span>}
    {facts.map((fact) => (
      <span key={fact} className="block">
        {fact}
      </span>
    ))}
  </span>
)

/** Tells what a lending market has left for those who want their money back, and what the token counts for in it. */
export function marketFacts(
  { liquidity, totalSupplied, decimals, collateralFactor }: LendingReserve,
  symbol: string,
): readonly string[] {
  const isEmpty = liquidity !== null && totalSupplied !== null && totalSupplied > 0n && liquidity < totalSupplied / 20n
  return [
    ...(liquidity === null
      ? ['Does not say how much can be withdrawn']
      : [`${isEmpty ? 'Only ' : ''}${shortAmount(liquidity, decimals)} ${symbol} free to withdraw`]),
    ...(collateralFactor === null
      ? []
      : [
          collateralFactor === 0n
            ? 'No collateral'
            : `${percentOfWhole(collateralFactor, 10_000n)} counts as collateral`,
        ]),
  ]
}

/** Marks a market that is halted, or that takes and lends nothing new. */
export const marketBadges = ({ paused, frozen }: LendingReserve): readonly ReactNode[] => [
  ...(paused
    ? [
        <Badge key="paused" tone="warn">
          Paused
        </Badge>,
      ]
    : []),
  ...(frozen
    ? [
        <Badge key="frozen" tone="warn">
          Frozen
        </Badge>,
      ]
    : []),
]
