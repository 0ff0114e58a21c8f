import { formatAmount } from '@/lib/chain/amount'

/** A yearly rate in ray (27 decimals) as per cent, cut after two digits. */
export const rateText = (rate: bigint): string => `${formatAmount(rate, 25, { maxFraction: 2 })}%`
