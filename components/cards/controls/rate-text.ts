import { cutAfter } from '@/lib/chain/tokens/amount'

/** Formats a yearly rate in ray (27 decimals) as a percentage, truncated to two decimals. */
export const rateText = (rate: bigint): string => `${cutAfter(2, rate, 25)}%`
