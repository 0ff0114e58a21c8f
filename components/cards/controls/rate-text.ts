import { cutAfter } from '@/lib/chain/tokens/amount'
import { written } from '@/lib/chat/page/reading'

/** Formats a yearly rate in ray (27 decimals) as a percentage, truncated to two decimals. */
export const rateText = (rate: bigint): string => written(`${cutAfter(2, rate, 25)}%`)
