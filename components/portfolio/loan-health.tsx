import { clsx } from 'clsx'
import type { Loan } from '@/lib/chain/portfolio/holding'
import { percentOf } from '@/lib/chain/tokens/percent'
import { chainName } from '@/lib/chain/tokens/tokens'
import { fallShare, healthText } from '@/lib/tools/shared/health-rules'

const one = 10n ** 18n

/** How far each loan is from being liquidated, by the market's own figure. */
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

/** As on a card: red below 1.1, a warning below 1.5. */
const tone = (health: bigint): string | undefined =>
  health < (one * 11n) / 10n ? 'text-seal' : health < (one * 15n) / 10n ? 'text-warn' : undefined

const outlook = (health: bigint): string =>
  health < one
    ? 'It can be liquidated now: repay, or add collateral.'
    : `Below 1.00 the collateral is sold. A price fall of ${percentOf(fallShare(health), 1)} is enough.`
