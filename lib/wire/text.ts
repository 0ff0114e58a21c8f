/** Fragments of a regular expression with the `u` flag. */
const presentation = '[\\uFE0E\\uFE0F]'
const pictograph = `\\p{Extended_Pictographic}\\p{EMod}?${presentation}?`
/** England, Scotland and Wales: the only emoji spelled with tag characters (UTS #51, RGI tag sequences). */
const tagFlag =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}'
const emoji = `${tagFlag}|[0-9#*]\\uFE0F\\u20E3|${pictograph}(?:\\u200D${pictograph})*`

/**
 * Characters that are invisible or move visible ones: everything that Unicode ignores by default when rendering
 * (zero-width, bidi and tag characters, variation selectors, fillers), other line separators, controls, blanks that
 * look like nothing, and lone surrogates. Excludes line breaks and tabs.
 */
const unseen =
  '\\p{Default_Ignorable_Code_Point}|[\\uFFF9-\\uFFFB\\u2028\\u2029\\u2800]|\\p{Cs}|(?![\\t\\n]|\\r\\n)\\p{Cc}'

const emojiOrUnseen = new RegExp(`(${emoji})|${unseen}`, 'gu')
const anyUnseen = new RegExp(unseen, 'gu')

const named = (character: string): string =>
  `␣U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** No script stacks more marks on one letter. Hundreds of them would draw over everything above and below. */
const piledMarks = /(\p{M}{6})\p{M}+/gu

/**
 * Prepares an agent's text for display: writes out characters that hide or reorder text, as in `␣U+202E`, and cuts
 * stacked combining marks. Keeps the joiners and selectors inside emoji.
 */
export const revealInvisible = (text: string): string =>
  text.replace(emojiOrUnseen, (match, kept: string | undefined) => kept ?? named(match)).replace(piledMarks, '$1…')

/** Every character that can pass for a closing double quote. */
const doubleQuotes = /["“”„‟«»〝〞〟❝❞]/gu

/** More than any name needs; a contract may return megabytes. */
const longestRead = 512

/**
 * Cleans a name or symbol returned by a contract for display: NFKC, no invisible characters, single spaces, at most two
 * combining marks in a row, clipped to `max` characters. Double quotes become single ones, so that it cannot close the
 * quotation around it. Data, never a sentence: show it apart from amounts. May be empty.
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
