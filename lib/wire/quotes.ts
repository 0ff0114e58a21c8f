/** Quotes a text: prefixes each line with ">", as in Markdown and email. */
export const quoteOf = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')

/** Removes quoted lines from a message, leaving the author's own words. */
export const withoutQuotes = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .trim()
