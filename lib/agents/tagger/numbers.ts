import { decimalReadings } from '@/lib/language/numbers'
import { shifted, zeros } from './counts'

/** A number with an optional size (`k`, `m`) and whatever letters are glued to it. */
export function readNumber(text: string): { value: string; rest: string } | { why: string } {
  if (text.startsWith('-')) return { why: 'it is negative' }
  const parts = /^([\d.,]+)([a-z0-9]*)$/.exec(text)
  if (!parts) return { why: 'I cannot read it' }
  const [, digits = '', letters = ''] = parts
  const sized = /^(k|m|mm|mn)$/.exec(letters)
  const [plain] = decimalReadings(digits, false)
  if (plain === undefined) return { why: 'I cannot tell which mark is the decimal point' }
  if (sized) return { value: shifted(plain, zeros[letters] ?? 0), rest: '' }
  return { value: plain, rest: letters }
}

/** The number, this many decimal places smaller. */
export function loweredBy(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const digits = whole.padStart(places + 1, '0')
  const moved = `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
  return moved.replace(/0+$/, '').replace(/\.$/, '')
}
