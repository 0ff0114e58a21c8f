import type { Address } from 'viem'

/**
 * An amount in base units as text, with thousands separators: exact, or cut (never rounded up) after `maxFraction`
 * digits. An amount that the cut would show as nothing reads "<0.000001".
 */
export function formatAmount(amount: bigint, decimals: number, options: { maxFraction?: number } = {}): string {
  const sign = amount < 0n ? '-' : ''
  const unit = 10n ** BigInt(decimals)
  const size = amount < 0n ? -amount : amount
  const places = Math.min(options.maxFraction ?? decimals, decimals)
  const fraction = (size % unit).toString().padStart(decimals, '0').slice(0, places).replace(/0+$/, '')
  const whole = size / unit
  if (size > 0n && whole === 0n && fraction === '')
    return `${sign}<${places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`}`
  return `${sign}${grouped(whole)}${fraction ? `.${fraction}` : ''}`
}

/** A value in USD of 8 decimals as text with cents, cut and never rounded up; "<$0.01" for less than a cent. */
export function formatUsd(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  const cents = size / 1_000_000n
  if (size > 0n && cents === 0n) return `${sign}<$0.01`
  return `${sign}$${grouped(cents / 100n)}.${(cents % 100n).toString().padStart(2, '0')}`
}

/**
 * The price of one token in USD of 8 decimals, rounded: to cents from $100 on, below that to four significant digits, so
 * that a coin at $0.9997 is not read as one at $0.99 or $1.00.
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
 * A value in USD of 8 decimals, cut, as it stands beside the amount that has it: "about $12.30", "less than $0.01" where
 * it was cut to less than a cent, "$0.00" beside an amount of nothing.
 */
export function aboutUsd(value: bigint, amount: bigint): string {
  if (amount === 0n) return formatUsd(0n)
  return value >= 0n && value < 1_000_000n ? 'less than $0.01' : `about ${formatUsd(value)}`
}

/** Of an address or a hash `0x1234…abcd`, for places where nothing is approved. */
export const shortHex = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** The whole address in groups of four characters after `0x`: ten of them, for places where it is approved. */
export const groupAddress = (address: Address): readonly string[] => address.slice(2).match(/.{4}/g) ?? []

/** A number as people write it, without its thousands separators: "1,000.5" is 1000.5. A comma elsewhere stays: "1,5". */
export const ungrouped = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text

/**
 * The base units of a plain decimal number such as `12.5`. Null for anything else: signs, exponents, separators,
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
