import { ChainReadError } from '@/lib/chain/chains/read-error'
import { QuoteError } from '@/lib/chain/routing/routing'
import { YieldError } from '@/lib/chain/yields/yields'

/** Whether somebody who had to be asked did not answer: that says nothing of the call, and passes. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ChainReadError
    ? error.isSilence
    : (error instanceof QuoteError || error instanceof YieldError) && error.code === 'unreachable'

/** Milliseconds before each new look while nobody answers; the last one again and again. */
export const lookAgainAfter: readonly number[] = [5_000, 10_000, 20_000, 30_000]
