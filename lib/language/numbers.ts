/**
 * Returns the readings of a run of digits and marks as plain decimals: none, one, or two. `1,234` is one thousand to
 * those who group with commas, and a little over one to those whose decimal mark is the comma (`hasDecimalComma`); with
 * such a comma it may be either, as may `1.234`.
 */
export function decimalReadings(written: string, hasDecimalComma: boolean): readonly string[] {
  const digits = apart.test(written) ? written.replaceAll(gaps, '') : written
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
  // "1,234,567" and "1.234.567".
  if (grouped(last).test(digits)) return [digits.replaceAll(last, '')]
  // "1.500,50" and "1,500.50".
  const other = last === ',' ? '.' : ','
  return fraction !== '' && grouped(other).test(whole) ? [`${whole.replaceAll(other, '')}.${fraction}`] : []
}

/** Separators of thousands that are no decimal marks: spaces, including non-breaking ones, and apostrophes (Swiss). */
const gaps = /[ \u00a0\u202f'’]/g
const apart = /^\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/

/** Thousands separated by a mark. None begin with a zero. */
const grouped = (mark: string): RegExp => (mark === ',' ? /^[1-9]\d{0,2}(?:,\d{3})+$/ : /^[1-9]\d{0,2}(?:\.\d{3})+$/)

/**
 * A number with a mark in it; a mere space is none. Excludes the numbers of NFTs (#1,2), which are lists, and parts of
 * words.
 */
const marked =
  /(?<![\w.,#])(?:\d{1,3}(?: \d{3})+,\d+|\d{1,3}(?:[\u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)+)(?![.,]?\d)/g

/**
 * Frequent words of languages with a decimal comma that are neither English nor tokens: German, French, Spanish,
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

/** True if a text is likely to use decimal commas, by its language or by another number in it. */
function hasDecimalCommas(text: string): boolean {
  if (accented.test(text) || (text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => ofCommaLanguages.has(word)))
    return true
  return [...text.matchAll(marked)].some(([written]) => {
    const [only] = decimalReadings(written, false)
    return (
      only !== undefined &&
      written.replaceAll(gaps, '').replaceAll('.', '').replace(',', '.') === only &&
      written.includes(',')
    )
  })
}

/**
 * Rewrites the numbers of a text as plain decimals. Those with several readings are left unchanged and returned in
 * `unclear`.
 */
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
