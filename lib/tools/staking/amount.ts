import type { Price } from '@/lib/chain/chains/chain'
import { usdValue } from '@/lib/chain/prices/prices'
import { formatAmount, parseAmount, type Way } from '@/lib/chain/tokens/amount'

/** The interface does not say whether the amount is in whole tokens or in base units. */
type AmountUnit = 'token' | 'base'
export type AmountReading = { unit: AmountUnit; amount: bigint }

/** Bounds within which an amount makes sense. */
export type AmountBounds = {
  /** Maximum: the balance, or the position. Null if unknown. */
  most: bigint | null
  /** Minimum deposit, according to the yield's description. */
  minimum: bigint | null
  decimals: number
  price: Price | null
}

/** Returns both possible readings of the text. A fraction cannot be in base units. */
export function readingsOf(text: string, decimals: number): readonly AmountReading[] {
  const whole = parseAmount(text, decimals)
  const base = /^\d+$/.test(text) ? BigInt(text) : null
  return [
    ...(whole === null ? [] : [{ unit: 'token' as const, amount: whole }]),
    ...(base === null || decimals === 0 ? [] : [{ unit: 'base' as const, amount: base }]),
  ]
}

/** One dollar, with 8 decimals: nobody stakes less on purpose. */
const oneDollar = 100_000_000n

function makesSense(amount: bigint, { most, minimum, decimals, price }: AmountBounds): boolean {
  if (amount === 0n || (most !== null && amount > most)) return false
  if (minimum !== null && minimum > 0n) return amount >= minimum
  if (price) return usdValue(amount, decimals, price) >= oneDollar
  return amount * 1_000n >= 10n ** BigInt(decimals)
}

/**
 * Returns the one reading that makes sense. Null if both do, or neither: then only the person can tell. If the text has
 * only one reading, or the person has said which is meant, returns that.
 */
export function readAmount(
  readings: readonly AmountReading[],
  bounds: AmountBounds,
  said: AmountUnit | undefined,
): AmountReading | null {
  const meant = readings.find(({ unit }) => unit === said)
  if (meant) return meant
  const [only, ...others] = readings
  if (only && others.length === 0) return only
  const [sensible, ...alike] = readings.filter(({ amount }) => makesSense(amount, bounds))
  return sensible && alike.length === 0 ? sensible : null
}

/** Formats an amount in whole tokens for a sentence. Null if it has so many digits that it must be in another unit. */
export const wholeText = (amount: string, way: Way = 'out'): string | null =>
  /^\d{1,12}(\.\d{1,18})?$/.test(amount) ? formatAmount(parseAmount(amount, 18) ?? 0n, 18, way) : null
