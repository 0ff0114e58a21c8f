'use client'

import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { FullAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import type { LendingReserve } from '@/lib/chain/lending/market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { type LendingAction, wayOf } from '@/lib/tools/lending/parameters'
import { rateText } from './rate-text'

type Props = {
  action: LendingAction
  token: TokenFacts
  choices: readonly LendingReserve[]
  /** Null until the person chooses. */
  chosen: bigint | null
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}

/**
 * Lets the person choose among the reserves of a token that a market lists more than once. Choosing prepares and
 * reviews again.
 */
export function ReserveChoice({ action, token, choices, chosen, open, adjust }: Props) {
  const name = useId()
  // Shows the choice at once, before its figures arrive.
  const [picked, setPicked] = useState<bigint | null>(null)
  const shown = picked ?? chosen
  const choose = (reserveId: bigint) => {
    setPicked(reserveId)
    adjust({ reserveId: reserveId.toString() })
  }
  return (
    <fieldset className="flex flex-col gap-2" disabled={!open}>
      <legend className="form-label mb-1">Reserve</legend>
      {choices.map((reserve) => {
        const isChosen = reserve.reserveId === shown
        return (
          <div
            key={reserve.reserveId.toString()}
            className={clsx(
              'rounded-control border px-3 py-2 text-small has-focus-visible:outline-2 has-focus-visible:outline-accent',
              isChosen ? 'border-ink bg-paper-sunk' : 'border-rule-strong',
            )}
          >
            <label className={clsx('flex items-baseline gap-2', open && 'cursor-pointer')}>
              <input
                type="radio"
                name={name}
                className="size-4 shrink-0 self-center accent-accent"
                checked={isChosen}
                onChange={() => choose(reserve.reserveId)}
              />
              <span className="min-w-0">
                <span className="font-semibold">Reserve {reserve.reserveId.toString()}</span>
                <span className="text-ink-muted"> · {termsOf(action, reserve)}</span>
              </span>
            </label>
            <p className="mt-1 pl-6 text-ink-muted">
              {whatIsThere(action)}{' '}
              {amountOf(action, reserve) === null ? (
                'not known'
              ) : (
                <Amount
                  value={amountOf(action, reserve) ?? 0n}
                  decimals={token.decimals}
                  symbol={token.symbol}
                  listed={token.listed}
                  way={wayOf(action)}
                />
              )}
            </p>
            <div className="pl-6">
              <span className="text-ink-muted">Held by the hub</span> <FullAddress address={reserve.hub} />
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}

function termsOf(action: LendingAction, { borrowRate, supplyRate }: LendingReserve): string {
  const isLoan = action === 'borrow' || action === 'repay'
  const rate = isLoan ? borrowRate : supplyRate
  if (rate === null) return 'rate not known'
  return `${isLoan ? 'costs' : 'earns'} ${rateText(rate)} a year`
}

const whatIsThere = (action: LendingAction): string =>
  action === 'repay' ? 'You owe' : action === 'withdraw' ? 'You have supplied' : 'Available'

const amountOf = (action: LendingAction, { debt, supplied, liquidity }: LendingReserve): bigint | null =>
  action === 'repay' ? debt : action === 'withdraw' ? supplied : liquidity
