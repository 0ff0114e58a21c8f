import { shifted, zeros } from './counts'

/** A number with an optional size (`k`, `m`) and whatever letters are glued to it. */
export function readNumber(text: string): { value: string; rest: string } | { why: string } {
  if (text.startsWith('-')) return { why: 'it is negative' }
  const parts = /^([\d.,]+)([a-z0-9]*)$/.exec(text)
  if (!parts) return { why: 'I cannot read it' }
  const [, digits = '', letters = ''] = parts
  const sized = /^(k|m|mm|mn)$/.exec(letters)
  // "1,5k": nobody writes thousands so.
  const plain = plainDecimal(sized && /^\d{1,3},\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits)
  if (plain === null) return { why: 'I cannot tell which mark is the decimal point' }
  if (sized) return { value: shifted(plain, zeros[letters] ?? 0), rest: '' }
  return { value: plain, rest: letters }
}

/** `1,000.50` -> `1000.50`; null where points and commas leave more than one reading. */
function plainDecimal(digits: string): string | null {
  if (/^\d+(\.\d+)?$/.test(digits)) return digits
  // No thousands begin with a zero.
  if (/^0,\d+$/.test(digits)) return digits.replace(',', '.')
  if (/^\.\d+$/.test(digits)) return `0${digits}`
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '')
  return null
}

/** The number, this many decimal places smaller. */
export function loweredBy(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const digits = whole.padStart(places + 1, '0')
  const moved = `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
  return moved.replace(/0+$/, '').replace(/\.$/, '')
}
