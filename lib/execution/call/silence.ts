import { AdvisedError } from '@/lib/chain/chains/advised-error'
import { ChainReadError } from '@/lib/chain/chains/read-error'
import { QuoteError } from '@/lib/chain/routing/routing'
import { YieldError } from '@/lib/chain/yields/yields'
import type { Review } from '@/lib/review/review'
import { isNodeSilence } from '@/lib/review/simulation/rpc'
import { PartNotLoaded } from '@/lib/tools/part'

/** Thrown if the node answered nothing during a review, so almost nothing is known of what the plan does. */
class SilentNode extends AdvisedError {
  override readonly name = 'SilentNode'
}

/** Throws if a review could ask the node for nothing, unless the plan is blocked anyway. */
export function expectAnswered({ findings, verdict }: Review): void {
  const unasked = findings.find(({ rule, observed }) => rule === 'rpc' && isNodeSilence(observed ?? ''))
  if (unasked && verdict !== 'blocked') throw new SilentNode(`${unasked.title} Nothing was signed.`)
}

/** True if a required service did not answer, or code did not come: that says nothing about the call, and passes. */
export const isSilence = (error: unknown): error is AdvisedError =>
  error instanceof ChainReadError
    ? error.isSilence
    : error instanceof SilentNode ||
      error instanceof PartNotLoaded ||
      ((error instanceof QuoteError || error instanceof YieldError) && error.code === 'unreachable')

/** Milliseconds before each retry while nobody answers; the last one repeats. */
export const lookAgainAfter: readonly number[] = [5_000, 10_000, 20_000, 30_000]
