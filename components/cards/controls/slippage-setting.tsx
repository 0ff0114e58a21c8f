import { Segmented } from '@/components/ui/segmented'
import { percentOf } from '@/components/ui/text/figures'

const choices = [0.001, 0.005, 0.01]

/** Shows the current slippage and alternatives. Choosing one fetches a new quote and reviews it. */
export function SlippageSetting({
  slippage,
  open,
  adjust,
}: {
  /** Fraction: 0.005 is 0.5%. */
  slippage: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  if (!open) return <span className="figures">{percentOf(slippage, 3)}</span>
  const offered = choices.includes(slippage) ? choices : [...choices, slippage].sort((a, b) => a - b)
  return (
    <Segmented
      label="Maximum slippage"
      choices={offered.map((value) => ({ value, words: percentOf(value, 3) }))}
      value={slippage}
      onChoose={(value) => adjust({ slippage: value })}
    />
  )
}
