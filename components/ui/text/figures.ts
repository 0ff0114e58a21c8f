import { formatUnits } from 'viem'
import * as canonical from '@/lib/chain/tokens/amount'
import * as share from '@/lib/chain/tokens/percent'
import { written } from '@/lib/chat/page/reading'

// Figures of the page, in the format that the person has chosen. The functions of the same names in `lib` write the one
// format of stored and sent texts.

const asRead =
  <Args extends unknown[]>(format: (...args: Args) => string) =>
  (...args: Args): string =>
    written(format(...args))

export const formatAmount = asRead(canonical.formatAmount)
export const exactAmount = asRead(canonical.exactAmount)
export const formatUsd = asRead(canonical.formatUsd)
export const formatPrice = asRead(canonical.formatPrice)
export const aboutUsd = asRead(canonical.aboutUsd)
export const percentOf = asRead(share.percentOf)
export const percentOfWhole = asRead(share.percentOfWhole)

/** Formats a count. */
export const count = (number: number): string => written(number.toLocaleString('en'))

/** Formats a large amount for comparing, with a letter for its thousands or millions, cut to three digits: "1.23M". */
export const shortAmount = (amount: bigint, decimals: number): string =>
  written(short.format(Number(formatUnits(amount, decimals))))

const short = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
  roundingMode: 'trunc',
})
