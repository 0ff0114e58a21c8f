import type { Part } from '@/lib/wire/parts'

/** How much of one message, and of one word, a search can find. Characters. */
const longestText = 100_000
const longestWord = 64
/** A search uses its first words only. */
const mostSearched = 10

/** The words of a text as they are looked for, each once: runs of letters and digits, in lower case. */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .slice(0, longestText)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => [...word].slice(0, longestWord).join('')),
  ),
]

/** The words of a message's texts, in one text, as `vectorOf` takes them. */
export const searchable = (parts: readonly Part[]): string =>
  wordsIn(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')).join(' ')

/** The SQL that makes a `tsvector` of the text that `wordsIn` or `searchable` gave. `sql` is its parameter or column. */
export const vectorOf = (sql: string): string => `array_to_tsvector(string_to_array(${sql}, ' '))`

/** A search as the database takes it: a `tsquery` for each word, which is to begin a word of what is found. */
export const queriesOf = (search: string): string[] =>
  wordsIn(search)
    .slice(0, mostSearched)
    .map((word) => `'${word}':*`)
