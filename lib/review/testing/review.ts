import { pad } from 'viem'
import type { Review } from '../review'

/** Returns a review without findings, with overrides. */
export const reviewOf = (more: Partial<Review> = {}): Review => ({
  planHash: pad('0x4'),
  at: 0,
  block: null,
  method: 'none',
  effects: null,
  fee: null,
  prices: new Map(),
  figures: [],
  findings: [],
  verdict: 'ready',
  ...more,
})
