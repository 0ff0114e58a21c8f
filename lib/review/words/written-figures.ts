import { parseAmount } from '@/lib/chain/tokens/amount'
import { withPlainNumbers } from '@/lib/language/numbers'
import { withoutAddresses } from './written-request'

/** A number that a person wrote, as a plain decimal, with the word behind it if that may be a token's symbol. */
export type WrittenFigure = { number: string; symbol: string | null }

/** What numbers are read from: they stand as plain decimals, and those that may be two are left out. */
function legible(message: string): string {
  const { text, unclear } = withPlainNumbers(withoutAddresses(message))
  return unclear.reduce((left, each) => left.replace(each, ' '), text)
}

/** The numbers in a message that may be two, by whether their mark sets thousands apart. */
export const unclearNumbers = (message: string): readonly string[] =>
  withPlainNumbers(withoutAddresses(message)).unclear

const plain = String.raw`\d+(?:\.\d+)?`
const number = String.raw`(?<![\w.,/$€£#])(${plain}|\.\d+)(k|m)?(?![\w.,/]*\d)`
const word = String.raw`([a-z][a-z0-9.]{1,10})\b`
const withWord = new RegExp(String.raw`${number}\s*${word}`, 'gi')
/** What a number may be of that is not an amount of a token. */
const otherUnits = String.raw`(?!\s*(?:%|percent|usd\b|eur\b|dollar|euro|bucks|g?wei\b|times\b|(?:minute|hour|day|week|month|year)s?\b))`
const verbs =
  'send|transfer|pay|move|swap|exchange|convert|trade|sell|bridge|stake|unstake|deposit|supply|lend|borrow|repay|withdraw'
const afterVerb = new RegExp(String.raw`\b(?:${verbs})\s+(?:about\s+|exactly\s+)?${number}${otherUnits}`, 'gi')
/** "send 10 to A and 20 to B", "send 0.1, no, actually 0.2", "send ETH, or USDC, 100 of it": the verb holds for both. */
const afterMore = new RegExp(
  String.raw`\b(?:and\s+${number}(?=\s+(?:to|for|into)\b)|(?:actually|sorry|rather|i mean|make it)[\s,]+${number}${otherUnits}|${number}(?=\s+of\s+(?:it|them|those)\b))`,
  'gi',
)
/** "keep 1000 USDC and swap the rest", "all but 2 ETH": what is to stay. */
const afterKeep = new RegExp(
  String.raw`\b(?:keep|keeping|leave|leaving|except|excluding|without|minus|apart from|other than|besides|all but|everything but)(?:\s+(?:me|for|about|at least|only|just))*\s+${number}(?:\s*${word})?`,
  'gi',
)
/** "get my loan down to 200 DAI": what is to be there in the end. */
const downTo = new RegExp(String.raw`\b(?:down|back|up)\s+to\s+(?:about\s+)?${number}(?:\s*${word})?`, 'gi')

/**
 * The amounts in a message that may move: numbers with a word behind them ("0.1 ETH"), and bare numbers right after a
 * verb that moves money ("send 0.1 to ... and 0.2 to ..."). Percentages, fractions, sums of money, times, parts of
 * addresses and what is to stay are none.
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

/** The amounts in a message of which it says that they shall stay. */
export const keptFigures = (message: string): WrittenFigure[] =>
  [...legible(message).matchAll(afterKeep)].flatMap((match) => read(match[1], match[2], match[3] ?? null) ?? [])

/** Units of the native coin, by how many places they are smaller (the Ethereum yellow paper, 2.1). */
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
/** "$50 of ETH", "buy ETH for 50 dollars", "spend 1k usd": sums of money after a word that moves it, or with "of" or "worth" behind them. */
const sumAfter = new RegExp(
  String.raw`\b(?:${sumVerbs})\s+(?:me\s+|about\s+|exactly\s+|another\s+|[a-z0-9.]{2,10}\s+(?:for|with)\s+)?(?:\$\s?(${plain})(k|m)?\b|(${plain})(k|m)?\s*(?:\$|usd\b(?!\s*coin)|dollars?\b|bucks\b))`,
  'gi',
)
const sumBefore = new RegExp(
  String.raw`(?:\$\s?(${plain})(k|m)?\b|\b(${plain})(k|m)?\s*(?:\$|usd\b(?!\s*coin)|dollars?\b|bucks\b))\s+(?:worth\s+)?of\b`,
  'gi',
)

/** The sums of money in a message that may move, in USD of 8 decimals. Prices and what is only told of are none. */
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

/** What part of a holding a message asks for: "half of my ETH" is 5,000 of 10,000. */
export const writtenParts = (message: string): { tenThousandths: bigint; symbol: string }[] =>
  [...legible(message).matchAll(afterPart)].map(([, name = '', share, symbol = '']) => ({
    tenThousandths: BigInt(parts[name.toLowerCase()] ?? Math.round(Number(share) * 100)),
    symbol,
  }))

/** Numbers that a message gives to NFTs: "#3". Empty where it gives none. */
export const writtenIds = (message: string): bigint[] =>
  [...withoutAddresses(message).matchAll(/#\s?(\d{1,78})(?![\d.,]*\d)/g)].map(([, id = '0']) => BigInt(id))
