import type { Chains } from '@/lib/chain/chains/chain'
import type { CallView } from '@/lib/execution/call/controller'

/** Props of the tool's own part of the card. `Details` is what its `prepare` returns. */
export type BodyProps<Details> = {
  details: Details
  view: CallView
  chains: Chains
  /** True while the person may still make changes. */
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
  /** Prepares and reviews again. */
  refresh: () => void
  /** Reports that the figures are on screen. */
  displayed: () => void
}
