import type { Address } from 'viem'

/** Direction of an amount: `in` for what arrives or is held, `out` for what leaves, is owed or may be taken. */
export type Way = 'in' | 'out'

/**
 * Significant digits to show. Below one, zeros after the point do not count; from one on, two places stay in any case.
 */
const significantDigits = 6
const fewestPlaces = 2

/**
 * Formats an amount in base units for reading, wherever one is shown: about six significant digits, with thousands
 * separators. Never promises too much: `in` is cut, `out` is rounded up. `exactAmount` has the omitted digits. Without
 * `decimals`, because the token does not tell them, the result is in base units.
 */
export function formatAmount(amount: bigint, decimals: number | null, way: Way = 'out'): string {
  if (decimals === null) return `${grouped(amount)} base units`
  const size = amount < 0n ? -amount : amount
  const digits = size.toString().length - decimals
  const places = digits > 0 ? Math.max(significantDigits - digits, fewestPlaces) : significantDigits - digits
  const step = 10n ** BigInt(Math.max(decimals - places, 0))
  const rest = size % step
  const shown = rest > 0n && way === 'out' ? size - rest + step : size - rest
  return exactAmount(amount < 0n ? -shown : shown, decimals)
}

/** Writes every digit of an amount in base units, with thousands separators. */
export function exactAmount(amount: bigint, decimals: number | null): string {
  if (decimals === null) return formatAmount(amount, null)
  const unit = 10n ** BigInt(decimals)
  const size = amount < 0n ? -amount : amount
  const fraction = (size % unit).toString().padStart(decimals, '0').slice(0, decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${grouped(size / unit)}${fraction ? `.${fraction}` : ''}`
}

/**
 * Formats a rate or factor with that many decimals, cut after `places` digits; "<0.01" if the cut would show it as
 * nothing. Not for amounts of a token.
 */
export function cutAfter(places: number, figure: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(decimals - places, 0))
  if (figure > 0n && figure < step) return `<${exactAmount(step, decimals)}`
  return exactAmount(figure - (figure % step), decimals)
}

/** Formats a value in USD with 8 decimals, with cents, cut and never rounded up; "<$0.01" for less than a cent. */
export function formatUsd(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  const cents = size / 1_000_000n
  if (size > 0n && cents === 0n) return `${sign}<$0.01`
  return `${sign}$${grouped(cents / 100n)}.${(cents % 100n).toString().padStart(2, '0')}`
}

/**
 * Formats the price of one token in USD with 8 decimals, rounded: to cents from $100 on, below that to four significant
 * digits, so that a coin at $0.9997 does not read as one at $0.99 or $1.00.
 */
export function formatPrice(value: bigint): string {
  const digits = value.toString().length
  const places = value >= 100n * 10n ** 8n ? 2 : Math.min(8, Math.max(2, 12 - digits))
  const step = 10n ** BigInt(8 - places)
  const rounded = (value + step / 2n) / step
  const unit = 10n ** BigInt(places)
  const fraction = (rounded % unit).toString().padStart(places, '0').replace(/0+$/, '').padEnd(2, '0')
  return `$${grouped(rounded / unit)}.${fraction}`
}

/**
 * Formats a value in USD with 8 decimals, cut, beside its amount: "about $12.30", "less than $0.01" if the cut leaves
 * less than a cent, "$0.00" beside an amount of zero.
 */
export function aboutUsd(value: bigint, amount: bigint): string {
  if (amount === 0n) return formatUsd(0n)
  return value >= 0n && value < 1_000_000n ? 'less than $0.01' : `about ${formatUsd(value)}`
}

/** Shortens an address or hash to `0x1234…abcd`, for places where nothing is approved. */
export const shortHex = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** Splits a whole address into ten groups of four characters after `0x`, for places where it is approved. */
export const groupAddress = (address: Address): readonly string[] => address.slice(2).match(/.{4}/g) ?? []

/** Removes thousands separators from a number: "1,000.5" is 1000.5. A comma elsewhere stays: "1,5". */
export const ungrouped = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text

/**
 * Parses a plain decimal number such as `12.5` into base units. Null for anything else: signs, exponents, separators,
 * more digits than the token has.
 */
export function parseAmount(text: string, decimals: number): bigint | null {
  const parts = /^(\d{1,78})(?:\.(\d{1,255}))?$/.exec(text)
  if (!parts) return null
  const fraction = parts[2] ?? ''
  if (fraction.length > decimals) return null
  return BigInt(`${parts[1]}${fraction.padEnd(decimals, '0')}`)
}

const grouped = (whole: bigint): string => whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')
