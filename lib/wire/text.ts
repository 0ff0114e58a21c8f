/** Parts of a regular expression, under the flag `u`. */
const presentation = '[\\uFE0E\\uFE0F]'
const pictograph = `\\p{Extended_Pictographic}\\p{EMod}?${presentation}?`
/** England, Scotland, Wales: the only emoji that are spelt with tag characters (UTS #51, RGI tag sequences). */
const tagFlag =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}'
const emoji = `${tagFlag}|[0-9#*]\\uFE0F\\u20E3|${pictograph}(?:\\u200D${pictograph})*`

/**
 * What cannot be seen, or moves what can be seen: everything that Unicode says to ignore when drawn (zero-width, bidi
 * and tag characters, variation selectors, fillers), the other separators of lines, controls, blanks that look like
 * nothing, and halves of surrogate pairs. New lines and tabs are not among them.
 */
const unseen =
  '\\p{Default_Ignorable_Code_Point}|[\\uFFF9-\\uFFFB\\u2028\\u2029\\u2800]|\\p{Cs}|(?![\\t\\n]|\\r\\n)\\p{Cc}'

const emojiOrUnseen = new RegExp(`(${emoji})|${unseen}`, 'gu')
const anyUnseen = new RegExp(unseen, 'gu')

const named = (character: string): string =>
  `␣U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** No script stacks more marks on one letter. With hundreds of them text is drawn over all that stands above and below it. */
const piledMarks = /(\p{M}{6})\p{M}+/gu

/**
 * Text of an agent as it may be drawn: characters that hide or reorder text are written out, as `␣U+202E`, and marks
 * that pile up on a letter are cut. Joiners and selectors inside emoji stay, so that emoji remain readable.
 */
export const revealInvisible = (text: string): string =>
  text.replace(emojiOrUnseen, (match, kept: string | undefined) => kept ?? named(match)).replace(piledMarks, '$1…')

/** All that can be taken for the end of what stands in double quotes. */
const doubleQuotes = /["“”„‟«»〝〞〟❝❞]/gu

/** More than any name needs; a contract may return megabytes. */
const longestRead = 512

/**
 * A name or symbol that a contract returned, as it may be shown: NFKC, without what cannot be seen, with plain single
 * spaces and at most two combining marks in a row, clipped to `max` characters. Double quotes become single ones: it
 * stands in double quotes, and must not end them. Data, never a sentence: show it apart from amounts. May be empty.
 */
export function cleanChainString(raw: string, max = 32): string {
  const cleaned = raw
    .slice(0, longestRead)
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(anyUnseen, '')
    .replace(doubleQuotes, '’')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  const characters = [...cleaned]
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : cleaned
}
