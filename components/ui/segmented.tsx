'use client'

import { clsx } from 'clsx'
import { useId } from 'react'

/** A few choices side by side, of which one holds. `label` is what is chosen, for those who do not see the row. */
export function Segmented<Value extends string | number | boolean>({
  label,
  choices,
  value,
  onChoose,
}: {
  label: string
  choices: readonly { value: Value; words: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    <span
      role="radiogroup"
      aria-label={label}
      className="inline-flex overflow-hidden rounded-control border border-rule-strong"
    >
      {choices.map((choice) => (
        <label
          key={choice.words}
          className={clsx(
            'relative border-l tabular-nums border-rule-strong px-2.5 py-1 text-small first:border-l-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            choice.value === value
              ? 'bg-ink text-paper-raised print:[print-color-adjust:exact] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
              : 'hover:bg-paper-sunk',
          )}
        >
          <input
            type="radio"
            className="over-label"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.words}
        </label>
      ))}
    </span>
  )
}
