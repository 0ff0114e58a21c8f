import { cutAfter } from '@/lib/chain/tokens/amount'

/** A yearly rate in ray (27 decimals) as per cent, cut after two digits. */
export const rateText = (rate: bigint): string => `${cutAfter(2, rate, 25)}%`
