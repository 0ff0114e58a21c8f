/**
 * Whatever may mean something in markdown with GFM's tables, footnotes, deletions and links: a mark, an entity, an
 * address, the beginning of a list or of code, a space before a line's end. One at the end of the text means nothing:
 * a text that is being written often ends so.
 */
const meaning = /[\\`*_[\]<>#|~&@=\t\r\0]|:\/\/|www\.|^[ +-]|^\d+[.)]| \n/im

/** True if a text is the same with and without the parser of markdown: paragraphs of words. */
export const isPlainWords = (text: string): boolean => !meaning.test(text)

/** Returns the text before the first thing that may mean something. */
export const wordsBeforeMarks = (text: string): string => text.split(meaning, 1)[0] ?? ''

/** Returns the paragraphs of a text of plain words. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .replace(/ +$/, '')
    .split(/\n{2,}/)
    .flatMap((paragraph) => paragraph.replace(/^\n|\n$/g, '') || [])
