import { foldText } from '@/lib/wire/folded-text'
import type { Part } from '@/lib/wire/parts'

/** Characters of one message and of one word that a search can find. */
const longestText = 100_000
const longestWord = 64
/** A search uses only its first words. */
const mostSearched = 10

/** Splits a text into distinct search words: runs of letters and digits, folded. */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    foldText(text.slice(0, longestText))
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => [...word].slice(0, longestWord).join('')),
  ),
]

/** Joins the words of a message's texts into one text, as `vectorOf` takes it. */
export const searchable = (parts: readonly Part[]): string =>
  wordsIn(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')).join(' ')

/** Returns SQL that makes a `tsvector` of the output of `wordsIn` or `searchable`. `sql` is its parameter or column. */
export const vectorOf = (sql: string): string => `array_to_tsvector(string_to_array(${sql}, ' '))`

/** Converts a search for the database: a `tsquery` per word, which matches the beginning of a word. */
export const queriesOf = (search: string): string[] =>
  wordsIn(search)
    .slice(0, mostSearched)
    .map((word) => `'${word}':*`)
