'use client'

import { clsx } from 'clsx'
import { useId } from 'react'
import { expiryChoices } from '@/lib/tools/request-auto-rebalance-permission/parameters'

/** How long the permission lasts. There is no choice without an end. */
export function ExpirySetting({
  days,
  open,
  adjust,
}: {
  days: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  const name = useId()
  if (!open) return <span className="figures">{days} days</span>
  return (
    <span
      role="radiogroup"
      aria-label="Lasts"
      className="inline-flex overflow-hidden rounded-control border border-rule-strong"
    >
      {expiryChoices.map((choice) => (
        <label
          key={choice}
          className={clsx(
            'figures cursor-pointer border-l border-rule-strong px-2.5 py-1 text-small first:border-l-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            choice === days ? 'bg-ink text-paper-raised' : 'hover:bg-paper-sunk',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={choice === days}
            onChange={() => adjust({ days: choice })}
          />
          {choice} days
        </label>
      ))}
    </span>
  )
}
