import { shortHex } from '@/lib/chain/tokens/amount'
import { revealInvisible } from '@/lib/wire/text'

/** Quotes somebody's words on a card: makes invisible characters visible, and cuts after `most` characters. */
export function quoteOf(text: string, most: number): string {
  const shown = revealInvisible(text)
  return shown.length > most ? `${shown.slice(0, most)}…` : shown
}

/** Shortens whole addresses in words that have been compared with the call already. */
export const withShortAddresses = (text: string): string =>
  text.replace(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) => shortHex(address))

/** Marks of Markdown, each with what is left of it: at the start of a line, and in pairs around words. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]{0,8}(?:#{1,6}[ \t]|>[ \t]?|[-*+][ \t])/gm, ''],
  [/(`{1,3})([^`\n]{1,400})\1/g, '$2'],
  [/!?\[([^\]\n]{0,400})\]\([^()\s]{0,400}\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^*_~\n]{1,400})(?<=\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=\S)([^*\n]{1,400})(?<=\S)\*(?![\w*])/g, '$1'],
  [/(?<!\w)_(?=\S)([^_\n]{1,400})(?<=\S)_(?!\w)/g, '$1'],
]

/** Leaves out the marks of an agent's Markdown, which a quotation does not draw. A mark without its pair stays. */
export const withoutMarkdown = (text: string): string =>
  marks.reduce((words, [mark, rest]) => words.replace(mark, rest), text)
