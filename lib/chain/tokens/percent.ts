import { exactAmount } from './amount'

/** Formats a share of one as a percentage, rounded to at most `digits` decimals: 0.048 is "4.8%". */
export const percentOf = (share: number, digits = 2): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: digits, signDisplay: 'negative' }).format(
    share,
  )

/**
 * Formats a part of a whole as a percentage, cut and never rounded up after `digits` decimals. `whole` must not be 0.
 */
export const percentOfWhole = (part: bigint, whole: bigint, digits = 0): string =>
  `${exactAmount((part * 100n * 10n ** BigInt(digits)) / whole, digits)}%`
