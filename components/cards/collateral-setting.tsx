'use client'

import { clsx } from 'clsx'
import { useId } from 'react'

const choices = [
  [true, 'Yes'],
  [false, 'No'],
] as const

/** Whether what is supplied shall count as collateral. Choosing prepares and reviews anew. */
export function CollateralSetting({
  use,
  adjust,
}: {
  use: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  const name = useId()
  return (
    <span
      role="radiogroup"
      aria-label="Use it as collateral"
      className="inline-flex overflow-hidden rounded-control border border-rule-strong"
    >
      {choices.map(([choice, word]) => (
        <label
          key={word}
          className={clsx(
            'cursor-pointer border-l border-rule-strong px-3 py-1 text-small first:border-l-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            choice === use ? 'bg-ink text-paper-raised' : 'hover:bg-paper-sunk',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={choice === use}
            onChange={() => adjust({ collateral: choice })}
          />
          {word}
        </label>
      ))}
    </span>
  )
}
