/** Somebody's words as a message quotes them: each line behind a ">", as in Markdown and in letters. */
export const quoteOf = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')

/** A message without the lines that it quotes: what is left is said by whoever wrote it. */
export const withoutQuotes = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .trim()
