'use client'

import { Button } from '@/components/ui/button'
import { Amount } from '@/components/ui/text/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { AmountReading } from '@/lib/tools/staking/amount'

const units = { token: 'whole tokens', base: 'the smallest unit' }

/** Asks which amount is meant by a figure without a unit. Choosing prepares and reviews again. */
export function AmountQuestion({
  asked,
  readings,
  token,
  most,
  adjust,
}: {
  asked: string
  readings: readonly AmountReading[]
  token: TokenFacts
  /** Amount available, in base units. Null if unknown. */
  most: bigint | null
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  return (
    <fieldset className="flex flex-col gap-2 rounded-control border border-rule-strong px-3 pt-1 pb-3">
      <legend className="form-label px-1">Which amount is meant?</legend>
      <p className="text-small text-ink-muted">
        The agent asks for <span className="figures break-all text-ink">{asked}</span> but does not say in which unit.
        {most !== null && (
          <>
            {' '}
            You have{' '}
            <Amount value={most} decimals={token.decimals} symbol={token.symbol} listed={token.listed} way="in" />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {readings.map(({ unit, amount }) => (
          <Button key={unit} size="small" onClick={() => adjust({ amountUnit: unit })}>
            <Amount value={amount} decimals={token.decimals} symbol={token.symbol} listed={token.listed} />
            <span className="font-normal text-ink-muted">in {units[unit]}</span>
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
