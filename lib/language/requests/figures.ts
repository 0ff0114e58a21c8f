import { formatUnits, parseUnits } from 'viem'
import type { Meaning } from '../entity'

/** A factor as a fraction: "double" is 2/1, "half" 1/2. */
export type Factor = { part: bigint; whole: bigint }

/** Returns by how much the words change an amount that was said before: "double it", "make it half"; null for other words. */
export function factorIn(meanings: readonly Meaning[]): Factor | null {
  const factor = meanings.find(({ is }) => is === 'times' || is === 'share')
  if (factor?.is === 'times') return /^\d{1,6}$/.test(factor.value) ? { part: BigInt(factor.value), whole: 1n } : null
  if (factor?.is !== 'share' || factor.but || factor.rest) return null
  const [part, whole] = factor.part
  return part > 0 && part < whole ? { part: BigInt(part), whole: BigInt(whole) } : null
}

const decimals = 18

const isFine = (value: string): boolean => (value.split('.')[1] ?? '').length > decimals

/** Returns a plain decimal times a factor; null if it cannot be written exactly. */
export function multiplied(value: string, { part, whole }: Factor): string | null {
  if (isFine(value)) return null
  const parts = parseUnits(value, decimals) * part
  return parts % whole === 0n ? formatUnits(parts / whole, decimals) : null
}

/** Returns one plain decimal less another; null if nothing is left. */
export function difference(value: string, less: string): string | null {
  if (isFine(value) || isFine(less)) return null
  const left = parseUnits(value, decimals) - parseUnits(less, decimals)
  return left > 0n ? formatUnits(left, decimals) : null
}
