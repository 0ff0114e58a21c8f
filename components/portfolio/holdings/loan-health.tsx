import { clsx } from 'clsx'
import { percentOf } from '@/components/ui/text/figures'
import type { Loan } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'
import { fallShare, healthText, levelOfHealth } from '@/lib/tools/shared/health-rules'

/** Shows how far each loan is from liquidation, by the market's own health factor. */
export const LoanHealth = ({ loans }: { loans: readonly Loan[] }) => (
  <ul className="flex flex-col gap-1 pb-2 text-small">
    {loans.map(({ chainId, market, name, healthFactor }) => (
      <li key={`${chainId} ${market}`} className="text-pretty">
        {name} on {chainName(chainId)}:{' '}
        {healthFactor === null ? (
          'the market gives no health factor.'
        ) : (
          <>
            health factor{' '}
            <strong className={clsx('font-semibold', tone(healthFactor))}>{healthText(healthFactor)}</strong>.{' '}
            <span className="text-ink-muted">{outlook(healthFactor)}</span>
          </>
        )}
      </li>
    ))}
  </ul>
)

const tone = (health: bigint): string | undefined => {
  const level = levelOfHealth(health)
  return level === null ? undefined : level === 'WARN' ? 'text-warn' : 'text-seal'
}

const outlook = (health: bigint): string =>
  levelOfHealth(health) === 'BLOCK'
    ? 'It can be liquidated now: repay, or add collateral.'
    : `Below 1.00 the collateral is sold. A price fall of ${percentOf(fallShare(health), 1)} is enough.`
