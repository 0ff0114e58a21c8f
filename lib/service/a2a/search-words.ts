import type { Part } from '@/lib/wire/parts'

/** Of one message so much is found, and of one word. Characters. */
const longestText = 100_000
const longestWord = 64
/** A search for more words than this finds no more than one for so many. */
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

/** What of a message is found: the words of its texts, in one text (`array_to_tsvector(string_to_array(…, ' '))`). */
export const searchable = (parts: readonly Part[]): string =>
  wordsIn(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')).join(' ')

/** A search as the database takes it: a `tsquery` for each word, which is to begin a word of what is found. */
export const queriesOf = (search: string): string[] =>
  wordsIn(search)
    .slice(0, mostSearched)
    .map((word) => `'${word}':*`)
