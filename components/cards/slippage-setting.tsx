'use client'

import { clsx } from 'clsx'

const choices = [0.001, 0.005, 0.01]

/** The slippage in force and others to choose from. Choosing one fetches a new quote and reviews it. */
export function SlippageSetting({
  slippage,
  open,
  adjust,
}: {
  /** Fraction: 0.005 is 0.5 %. */
  slippage: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  if (!open) return <span className="figures">{percent(slippage)}</span>
  const offered = choices.includes(slippage) ? choices : [...choices, slippage].sort((a, b) => a - b)
  return (
    <span
      role="radiogroup"
      aria-label="Slippage, at most"
      className="inline-flex overflow-hidden rounded-control border border-rule-strong"
    >
      {offered.map((choice) => (
        <label
          key={choice}
          className={clsx(
            'figures cursor-pointer border-l border-rule-strong px-2 py-1 text-small first:border-l-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            choice === slippage ? 'bg-ink text-paper-raised' : 'hover:bg-paper-sunk',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name="slippage"
            checked={choice === slippage}
            onChange={() => adjust({ slippage: choice })}
          />
          {percent(choice)}
        </label>
      ))}
    </span>
  )
}

const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(3))} %`
