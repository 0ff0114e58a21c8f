/**
 * The numbers that a run of digits and marks may stand for, as plain decimals: none, one, or two. `1,234` is one thousand
 * where people group with commas, and a little over one where the comma is their decimal mark (`hasDecimalComma`); there it
 * may be either, as may be `1.234`.
 */
export function decimalReadings(written: string, hasDecimalComma: boolean): readonly string[] {
  const digits = /^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(written) ? written.replaceAll(' ', '') : written
  if (/^\d+$/.test(digits)) return [digits]
  if (/^\.\d+$/.test(digits)) return [`0${digits}`]
  const marks = digits.replace(/\d/g, '')
  const last = marks.at(-1) ?? ''
  const [whole = '', fraction = ''] = [digits.slice(0, digits.lastIndexOf(last)), digits.split(last).at(-1)]
  const decimal = `${whole}.${fraction}`
  if (marks.length === 1) {
    if (!grouped(last).test(digits)) return /^\d+\.\d+$/.test(decimal) ? [decimal] : []
    const thousands = whole + fraction
    if (hasDecimalComma) return last === ',' ? [decimal, thousands] : [thousands, decimal]
    return [last === ',' ? thousands : decimal]
  }
  // "1,234,567" and "1.234.567"
  if (grouped(last).test(digits)) return [digits.replaceAll(last, '')]
  // "1.500,50" and "1,500.50"
  const other = last === ',' ? '.' : ','
  return fraction !== '' && grouped(other).test(whole) ? [`${whole.replaceAll(other, '')}.${fraction}`] : []
}

/** Thousands, set apart by a mark. None begin with a zero. */
const grouped = (mark: string): RegExp => (mark === ',' ? /^[1-9]\d{0,2}(?:,\d{3})+$/ : /^[1-9]\d{0,2}(?:\.\d{3})+$/)

/** A number with a mark in it. Not the numbers of NFTs (#1,2), which are lists, nor parts of words. */
const marked = /(?<![\w.,#])(?:\d{1,3}(?: \d{3})+,\d+|\d+(?:[.,]\d+)+)(?![.,]?\d)/g

/**
 * Words that are frequent in languages with a decimal comma and are none in English, nor tokens: German, French, Spanish,
 * Italian, Portuguese, Dutch, Polish, Turkish.
 */
const ofCommaLanguages = new Set(
  `und oder der das ein eine einen von nach auf mit bitte mein meine meinen meiner ich nicht gegen zu schicke sende tausche
  le les une des mon mes vers pour avec et dans je veux svp envoie envoyer echange
  por para el del una quiero favor envia enviar manda mandar cambia
  il lo gli di della mio miei voglio invia scambia
  minha meus quero envie troque
  het een naar van mijn graag alsjeblieft voor stuur
  prosze wyslij zamien moje gonder lutfen icin`.split(/\s+/),
)
const accented = /[\u00df-\u00f6\u00f8-\u017f\u0400-\u04ff]/i

/** Whether a text is likely to have commas for decimal marks: by its language, or by another number in it. */
function hasDecimalCommas(text: string): boolean {
  if (accented.test(text) || (text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => ofCommaLanguages.has(word)))
    return true
  return [...text.matchAll(marked)].some(([written]) => {
    const [only] = decimalReadings(written, false)
    return only !== undefined && written.replaceAll(/[ .]/g, '').replace(',', '.') === only && written.includes(',')
  })
}

/** A text with its numbers as plain decimals, and those of them that have more than one reading, which are left as they are. */
export function withPlainNumbers(text: string): { text: string; unclear: readonly string[] } {
  const hasDecimalComma = hasDecimalCommas(text)
  const unclear: string[] = []
  const plain = text.replace(marked, (written) => {
    const [first, second] = decimalReadings(written, hasDecimalComma)
    if (second !== undefined) unclear.push(written)
    return first === undefined || second !== undefined ? written : first
  })
  return { text: plain, unclear }
}
