import { parseAmount } from '@/lib/chain/tokens/amount'
import { withPlainNumbers } from '@/lib/language/numbers'
import { withoutAddresses } from './written-request'

/** A number that a person wrote, as a plain decimal, with the following word if it may be a symbol. */
export type WrittenFigure = { number: string; symbol: string | null }

/** Prepares a message for parsing: writes numbers as plain decimals and removes ambiguous ones. */
function legible(message: string): string {
  const { text, unclear } = withPlainNumbers(withoutAddresses(message))
  return unclear.reduce((left, each) => left.replace(each, ' '), text)
}

/** Returns the ambiguous numbers in a message, whose mark may separate thousands or decimals. */
export const unclearNumbers = (message: string): readonly string[] =>
  withPlainNumbers(withoutAddresses(message)).unclear

const plain = String.raw`\d+(?:\.\d+)?`
const number = String.raw`(?<![\w.,/$€£#])(${plain}|\.\d+)(k|m)?(?![\w.,/]*\d)`
const word = String.raw`([a-z][a-z0-9.]{1,10})\b`
const withWord = new RegExp(String.raw`${number}\s*${word}`, 'gi')
/** Rules out units that are not amounts of a token. */
const otherUnits = String.raw`(?!\s*(?:%|percent|usd\b|eur\b|dollar|euro|bucks|g?wei\b|times\b|(?:minute|hour|day|week|month|year)s?\b))`
const verbs =
  'send|transfer|pay|move|swap|exchange|convert|trade|sell|bridge|stake|unstake|deposit|supply|lend|borrow|repay|withdraw'
const afterVerb = new RegExp(String.raw`\b(?:${verbs})\s+(?:about\s+|exactly\s+)?${number}${otherUnits}`, 'gi')
/** "send 10 to A and 20 to B", "send 0.1, no, actually 0.2", "send ETH, or USDC, 100 of it": shares the verb. */
const afterMore = new RegExp(
  String.raw`\b(?:and\s+${number}(?=\s+(?:to|for|into)\b)|(?:actually|sorry|rather|i mean|make it)[\s,]+${number}${otherUnits}|${number}(?=\s+of\s+(?:it|them|those)\b))`,
  'gi',
)
/** "keep 1000 USDC and swap the rest", "all but 2 ETH": amounts that must stay. */
const afterKeep = new RegExp(
  String.raw`\b(?:keep|keeping|leave|leaving|except|excluding|without|minus|apart from|other than|besides|all but|everything but)(?:\s+(?:me|for|about|at least|only|just))*\s+${number}(?:\s*${word})?`,
  'gi',
)
/** "get my loan down to 200 DAI": final amounts. */
const downTo = new RegExp(String.raw`\b(?:down|back|up)\s+to\s+(?:about\s+)?${number}(?:\s*${word})?`, 'gi')

/**
 * Returns the amounts in a message that may move: numbers followed by a word ("0.1 ETH"), and bare numbers right after
 * a verb that moves money ("send 0.1 to ... and 0.2 to ..."). Excludes percentages, fractions, sums of money, times,
 * parts of addresses and amounts that must stay.
 */
export function writtenFigures(message: string): WrittenFigure[] {
  const text = legible(message).replace(afterKeep, ' ').replace(downTo, ' ')
  const named = [...text.matchAll(withWord)].map((match) => read(match[1], match[2], match[3] ?? null))
  const first = [...text.matchAll(afterVerb)]
  const further = first.length > 0 ? [...text.matchAll(afterMore)] : []
  const bare = [...first, ...further].map((match) =>
    read(match[1] ?? match[3] ?? match[5], match[2] ?? match[4] ?? match[6], null),
  )
  return [...named, ...bare].flatMap((figure) => figure ?? [])
}

/** Returns the amounts that a message says must stay. */
export const keptFigures = (message: string): WrittenFigure[] =>
  [...legible(message).matchAll(afterKeep)].flatMap((match) => read(match[1], match[2], match[3] ?? null) ?? [])

/** Decimal places by which units of the native coin are smaller (Ethereum yellow paper, 2.1). */
const smallUnits: ReadonlyMap<string, number> = new Map([
  ['gwei', 9],
  ['wei', 18],
])

function read(digits: string | undefined, scale: string | undefined, symbol: string | null): WrittenFigure | null {
  if (!digits) return null
  const zeros = scale?.toLowerCase() === 'k' ? 3 : scale ? 6 : 0
  const places = smallUnits.get(symbol?.toLowerCase() ?? '')
  const number = shifted(digits, zeros)
  return places ? { number: lowered(number, places), symbol: null } : { number, symbol }
}

/** Moves the decimal point to the right. */
function shifted(plain: string, zeros: number): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const digits = fraction.padEnd(zeros, '0')
  const moved = `${whole || '0'}${digits.slice(0, zeros)}`
  return digits.length > zeros ? `${moved}.${digits.slice(zeros)}` : moved
}

/** Moves the decimal point to the left. */
function lowered(plain: string, places: number): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const digits = whole.padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
}

const sumVerbs = `${verbs}|buy|get|purchase|spend|invest|put|for|with|use|worth`
/** Sums of money after a verb ("buy ETH for 50 dollars", "spend 1k usd") or before "of" or "worth" ("$50 of ETH"). */
const sumAfter = new RegExp(
  String.raw`\b(?:${sumVerbs})\s+(?:me\s+|about\s+|exactly\s+|another\s+|[a-z0-9.]{2,10}\s+(?:for|with)\s+)?(?:\$\s?(${plain})(k|m)?\b|(${plain})(k|m)?\s*(?:\$|usd\b(?!\s*coin)|dollars?\b|bucks\b))`,
  'gi',
)
const sumBefore = new RegExp(
  String.raw`(?:\$\s?(${plain})(k|m)?\b|\b(${plain})(k|m)?\s*(?:\$|usd\b(?!\s*coin)|dollars?\b|bucks\b))\s+(?:worth\s+)?of\b`,
  'gi',
)

/** Returns the sums of money that may move, in USD with 8 decimals. Excludes prices and sums only mentioned. */
export function writtenSums(message: string): bigint[] {
  const text = legible(message).replace(afterKeep, ' ').replace(downTo, ' ')
  return [sumAfter, sumBefore].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const figure = read(match[1] ?? match[3], match[2] ?? match[4], null)
      const usd = figure && parseAmount(figure.number, 8)
      return usd ? [usd] : []
    }),
  )
}

const parts: Readonly<Record<string, number>> = { half: 5000, third: 3333, quarter: 2500 }
const afterPart = new RegExp(
  String.raw`\b(?:send|transfer|move|swap|exchange|convert|trade|sell|bridge|stake|deposit|supply|lend)\s+(?:about\s+)?(?:(?:a\s+)?(half|third|quarter)|(\d{1,2}(?:\.\d{1,2})?)\s?(?:%|percent))\s+(?:of\s+)?(?:my|our)\s+${word}`,
  'gi',
)

/** Returns the shares of holdings that a message asks for: "half of my ETH" is 5,000 ten-thousandths. */
export const writtenParts = (message: string): { tenThousandths: bigint; symbol: string }[] =>
  [...legible(message).matchAll(afterPart)].map(([, name = '', share, symbol = '']) => ({
    tenThousandths: BigInt(parts[name.toLowerCase()] ?? Math.round(Number(share) * 100)),
    symbol,
  }))

/** Returns the NFT token ids in a message: "#3". */
export const writtenIds = (message: string): bigint[] =>
  [...withoutAddresses(message).matchAll(/#\s?(\d{1,78})(?![\d.,]*\d)/g)].map(([, id = '0']) => BigInt(id))
