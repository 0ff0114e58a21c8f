import { Segmented } from '@/components/ui/segmented'

const choices = [
  { value: true, words: 'Yes' },
  { value: false, words: 'No' },
]

/** Lets the person choose if the supply counts as collateral. Choosing prepares and reviews again. */
export function CollateralSetting({
  use,
  adjust,
}: {
  use: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  return (
    <Segmented
      label="Use it as collateral"
      choices={choices}
      value={use}
      onChoose={(value) => adjust({ collateral: value })}
    />
  )
}
