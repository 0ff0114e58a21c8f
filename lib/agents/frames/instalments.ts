import { readRhythm } from './plan-words'

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const count = String.raw`(\d{1,3}|${words.join('|')})`
const divides = /\b(?:spread|split|divided?|spaced?)\b(?:\s+(?:out|up|evenly|equally))*/i
/** "Over the next 10 weeks" */
const over = new RegExp(
  String.raw`\b(?:over|across|during)\s+(?:the\s+)?(?:(?:next|course\s+of(?:\s+the)?(?:\s+next)?)\s+)?${count}\s+(day|week|month)s?\b`,
  'i',
)
/** "Into 10 weekly buys of" */
const parts = new RegExp(
  String.raw`\b(?:in|into)\s+${count}\s+(?:equal\s+)?(daily|weekly|monthly)\s+(?:parts|portions|pieces|chunks|steps|instal?lments|buys|purchases|orders|swaps)\b(\s+of\b)?`,
  'i',
)
const sum = /(?<![\w.,])(\$?)(\d+(?:,\d{3})*(?:\.\d{1,6})?)(k?)\b(?!\s*(?:%|percent))/gi
const units: Readonly<Record<string, string>> = { daily: 'day', weekly: 'week', monthly: 'month' }
/** What else is done over a time. */
const others = /\b(?:lock\w*|vaults?|stak\w+|lend\w*|yields?|earn\w*|borrow\w*|market)\b/i

/** Millionths: as many decimals as the token with the fewest that people pay with. */
const scale = 1_000_000n
const cent = 10_000n

/**
 * "Spread 1000 USDC over 10 weeks" as what is bought each time and how often: "invest 100 USDC every week for 10 weeks".
 * A part that does not come out even is rounded down, to six decimals or to cents. Null where no sum is to be divided.
 */
export function inInstalments(raw: string): string | null {
  const found = parts.exec(raw) ?? over.exec(raw)
  if (!found || others.test(raw)) return null
  const [phrase, many = '', said = '', of] = found
  const times = BigInt(words.indexOf(many.toLowerCase()) + 1 || Number(many))
  const unit = units[said.toLowerCase()] ?? said.toLowerCase()
  const rest = `${raw.slice(0, found.index)} ${raw.slice(found.index + phrase.length)}`
  // "Buy 50 USDC of ETH every week over 10 weeks" says what each costs.
  if (readRhythm(rest).rhythm.every !== undefined && !divides.test(raw)) return null
  const [only, ...more] = [...rest.matchAll(sum)]
  if (!only || more.length > 0 || times < 2n) return null
  const [whole, sign = '', digits = '', thousands = ''] = only
  const exact = (millionths(digits) * (thousands ? 1000n : 1n)) / times
  const part = sign === '' ? exact : exact - (exact % cent)
  if (part === 0n) return null
  const text = `${rest.slice(0, only.index)}${sign}${decimal(part)}${rest.slice(only.index + whole.length)}`
  const rhythm = ` every ${unit} for ${times} ${unit}s${of ? ' into' : ''} `
  const at = found.index + (only.index < found.index ? text.length - rest.length : 0)
  return `${text.slice(0, at)}${rhythm}${text.slice(at)}`
    .replace(/\b(?:spread|split|divide)\b(?:\s+(?:out|up|evenly|equally|my|the))*(?=\s+\$?\d)/i, 'invest')
    .replace(divides, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** "1200 USDC over 12 months, monthly": all that is to be spent, or what is spent each time. */
export const isInAllOrEach = (raw: string): boolean =>
  over.test(raw) &&
  /\b(?:daily|weekly|monthly)\b/i.test(raw) &&
  !/\b(?:every|each|per|a (?:day|week|month))\b/i.test(raw)

function millionths(digits: string): bigint {
  const [whole = '0', fraction = ''] = digits.replaceAll(',', '').split('.')
  return BigInt(whole) * scale + BigInt(fraction.padEnd(6, '0'))
}

const decimal = (amount: bigint): string =>
  `${amount / scale}.${(amount % scale).toString().padStart(6, '0')}`.replace(/\.?0+$/, '')
