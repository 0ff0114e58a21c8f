/** A number that a person wrote, as a plain decimal, with the word behind it if that may be a token's symbol. */
export type SpokenFigure = { number: string; symbol: string | null }

const number = String.raw`(?<![\w.,$€£#])(\d[\d,]*(?:\.\d+)?|\.\d+)(k|m)?(?![\w.,]*\d)`
const withWord = new RegExp(String.raw`${number}\s*([a-z][a-z0-9.]{1,10})\b`, 'gi')
const verbs =
  'send|transfer|pay|move|swap|exchange|convert|trade|sell|bridge|stake|unstake|deposit|supply|lend|borrow|repay|withdraw'
const afterVerb = new RegExp(
  String.raw`\b(?:${verbs})\s+(?:about\s+|exactly\s+)?${number}(?!\s*(?:%|percent|usd\b|eur\b|dollar|euro|bucks))`,
  'gi',
)

const thousands = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/**
 * The amounts in a message: numbers with a word behind them ("0.1 ETH"), and bare numbers right after a verb that moves
 * money ("send 0.1 to ..."). Percentages, sums of money and parts of addresses are none.
 */
export function spokenFigures(message: string): SpokenFigure[] {
  // Addresses and hashes are full of digits.
  const text = message.replace(/0x[0-9a-f]+/gi, ' ')
  const named = [...text.matchAll(withWord)].map((match) => read(match[1], match[2], match[3] ?? null))
  const bare = [...text.matchAll(afterVerb)].map((match) => read(match[1], match[2], null))
  return [...named, ...bare].flatMap((figure) => figure ?? [])
}

function read(digits: string | undefined, scale: string | undefined, symbol: string | null): SpokenFigure | null {
  if (!digits) return null
  // "1,000" is a thousand, "0,1" a tenth.
  const plain = thousands.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.')
  if (!/^\d*\.?\d+$/.test(plain)) return null
  const zeros = scale?.toLowerCase() === 'k' ? 3 : scale ? 6 : 0
  return { number: shifted(plain, zeros), symbol }
}

/** Moves the decimal point to the right. */
function shifted(plain: string, zeros: number): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const digits = fraction.padEnd(zeros, '0')
  const moved = `${whole || '0'}${digits.slice(0, zeros)}`
  return digits.length > zeros ? `${moved}.${digits.slice(zeros)}` : moved
}
