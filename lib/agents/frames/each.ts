import type { Lexicon } from '../tagger/lexicon'
import type { Clause } from './clauses'
import { partOf } from './splits'

const whom = String.raw`(?:0x[0-9a-fA-F]{40}|[\w.-]+\.eth)\b`
const several = new RegExp(
  String.raw`${whom}(?:(?:\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+)(?:(?:to|for)\s+)?${whom})+`,
)

/** The text once for each of several addresses in a row. */
export function eachOf(text: string): readonly string[] {
  const found = several.exec(text)
  return found ? (found[0].match(new RegExp(whom, 'g')) ?? []).map((to) => text.replace(found[0], to)) : [text]
}

const paid = String.raw`\$?\.?\d[\d.,]*k?\s+(?:of\s+)?[a-z]+`
/** "The cleaner 0x… gets 55 USDC". */
const gets = new RegExp(
  String.raw`(?:\b(?:the|my|our|his|her)\s+[a-z]+\s+(?:at\s+)?)?(${whom})\s*,?\s*(?:gets|receives|(?:should|must)\s+(?:get|have|receive))\s+(${paid})\b`,
  'gi',
)
const goesTo = new RegExp(String.raw`\b${paid}\s+(?:goes\s+)?to\s+${whom}`, 'gi')
const heading = /^[^:\d]*\b(?:payments?|transfers?|people|things|bills)\b[^:\d]*:\s*/i

/**
 * Several payments with the verb that each of them has in mind: "0x… gets 5 DAI and 0x… gets 10", and "20 USDC to 0x… and 15 USDC
 * to 0x…", which may be a paste. Null where they are none.
 */
export function paymentsIn(text: string, hasVerb: boolean): { text: string; isPaste: boolean } | null {
  const given = text.match(gets) ?? []
  if (given.length > 1) return { text: text.replace(heading, '').replace(gets, 'send $2 to $1'), isPaste: false }
  const [first, ...others] = hasVerb ? [] : [...text.matchAll(goesTo)]
  if (!first || others.length === 0 || /[\d?]/.test(text.slice(0, first.index))) return null
  return { text: `send ${text.slice(first.index)}`, isPaste: true }
}

/** "To 0x… and the same to 0x…". */
const sameTo =
  /\b(and|then|,)\s+(?:(?:exactly\s+)?the\s+same(?:\s+(?:amount|sum|again))?|(?:just\s+)?as\s+much|another)\s+to\s+(?=0x[0-9a-fA-F]{40}\b)/gi

/** "10 to 0x… and 20 to 0x… in USDC": what all of them are of. */
const ofAll = /[\s,]+(?:(?:both|all|each)\s+)?(?:in|of|as)\s+([a-z]+)((?:\s+(?:please|pls|each|both))*[\s.!]*)$/i
const bareSums = new RegExp(
  String.raw`\b(\d[\d.,]*k?)(?=\s+(?:to|for)\s+${whom})|(?<=\s${whom}\s+)(\d[\d.]*k?)(?=\s*(?:,|&|\band\b|$))`,
  'gi',
)

/** "0x… 20 USDC" at the end, and the sums beside other addresses before it. */
const lastSum = new RegExp(String.raw`\s${whom}\s+\d[\d.,]*k?\s+([a-z]+)(?:\s+(?:please|pls))?[\s.!]*$`, 'i')
const sumsBefore = new RegExp(
  String.raw`(?<=\s${whom}\s+)\d[\d.]*k?(?=\s*(?:,|&|\band\b)(?:\s*(?:,|and|&))*\s+${whom})`,
  'gi',
)

/** The text with the token that is named once at the end beside each sum. */
export function withTokenOfAll(text: string, { tokens }: Lexicon): string {
  const last = lastSum.exec(text)?.[1]
  const bare = last !== undefined && tokens.has(last.toLowerCase()) ? (text.match(sumsBefore) ?? []).length : 0
  // "10 to 0x… and 20 USDC to 0x…", "0x… 10 and 0x… 20 USDC"
  if (bare > 0) return text.replace(sumsBefore, `$& ${last}`)
  const found = ofAll.exec(text)
  const token = found?.[1]
  if (!found || token === undefined || !tokens.has(token.toLowerCase())) return text
  const rest = `${text.slice(0, found.index)}${found[2] ?? ''}`
  return (rest.match(bareSums) ?? []).length < 2 ? text : rest.replace(bareSums, `$& ${token}`)
}

const held = String.raw`((?:all|half|(?:an?\s+)?(?:third|quarter|fifth|tenth)|\d{1,3}\s?%)(?:\s+of)?)\s+(my|the)\s+([a-z]+)`
const shareOfSeveral = new RegExp(
  String.raw`\b${held}((?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:my\s+|the\s+)?[a-z]+\b)+)`,
  'gi',
)

/** "All my DAI and WBTC": all of each. */
export const withShareOfEach = (text: string, { tokens }: Lexicon): string =>
  text.replace(shareOfSeveral, (whole, share: string, my: string, first: string, more: string) => {
    const names = [first, ...more.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*/).filter(Boolean)].map((name) =>
      name.replace(/^(?:my|the)\s+/i, ''),
    )
    return names.every((name) => tokens.has(name.toLowerCase()))
      ? names.map((name) => `${share} ${my} ${name}`).join(' and ')
      : whole
  })

/**
 * "Send 0.1 ETH each to one address and another": the same for each; "split 20 USDC between them": a part for each. Of one
 * request: what else stands in the text would be there once for each of them.
 */
export function eachIn(said: string): readonly Clause[] | null {
  const text = said.replace(sameTo, '$1 ')
  const isSplit = /\b(?:split|divide|share|distribute)\b.*\b(?:between|among|across|to)\b/i.test(text)
  const isEach = /\b(?:each|both|apiece|a piece|per (?:person|address))\b/i.test(text) || text !== said
  const all = isSplit || isEach ? eachOf(text) : []
  if (all.length < 2) return null
  const clauses = all.map((one) => ({ text: isSplit ? withPart(one, all.length) : forOne(one), elided: false }))
  return clauses.every(({ text: one }) => one !== null)
    ? clauses.map(({ text: one }) => ({ text: one ?? '', elided: false, isOne: true as const }))
    : null
}

const people =
  /\b(each|both)(?:\s+of)?\s+(?:(?:these|this|those|the|my)\s+)?(?:(?:two|three|four|five|\d)\s+)?(?:people|persons?|addresses|guys|friends|wallets|folks|accounts)\b\s*:?/i

const forOne = (text: string): string =>
  text
    .replace(people, '$1 ')
    .replace(/\s*\b(?:to )?(?:each|both)(?: of)?\b/i, ' to ')
    .replace(/\b(?:apiece|a piece|per (?:person|address))\b/i, ' ')
    .replace(/\bto\s+(?:to|for)\b/i, 'to')

/** One of so many equal parts of the sum, where they have an end in decimals. */
function withPart(text: string, count: number): string | null {
  const found = /\b(?:split|divide|share|distribute)\s+(\d+(?:\.\d{1,6})?)\b(.*?)\b(?:between|among|across|to)\b/i.exec(
    text,
  )
  if (!found) return null
  const [said, sum = '', rest = ''] = found
  const part = partOf(sum, count)
  if (part === null) return null
  const plain = rest.replace(/\b(?:equally|evenly|fairly|fifty[- ]fifty|50[-/]50)\b/gi, ' ')
  return text.replace(said, `send ${part}${plain} to `).replace(/\b(?:equally|evenly)\b/i, ' ')
}
