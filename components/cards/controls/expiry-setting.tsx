import { Segmented } from '@/components/ui/segmented'
import { expiryChoices } from '@/lib/tools/request-auto-rebalance-permission/parameters'

/** Lets the person choose how long the permission lasts. Every choice has an end. */
export function ExpirySetting({
  days,
  open,
  adjust,
}: {
  days: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  if (!open) return <span className="figures">{daysWords(days)}</span>
  return (
    <Segmented
      label="Lasts"
      choices={expiryChoices.map((value) => ({ value, words: daysWords(value) }))}
      value={days}
      onChoose={(value) => adjust({ days: value })}
    />
  )
}

const daysWords = (days: number): string => `${days} days`
