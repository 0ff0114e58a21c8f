import type { Chains } from '@/lib/chain/chains/chain'
import type { CallView } from '@/lib/execution/call/controller'

/** What a tool's own part of the card is given. `Details` is what its `prepare` returns. */
export type BodyProps<Details> = {
  details: Details
  view: CallView
  chains: Chains
  /** True while the person may still change something. */
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
  /** Prepares and reviews anew. */
  refresh: () => void
  /** Says that the figures are on screen. */
  displayed: () => void
}
