import { execFileSync } from 'node:child_process'
import { projectRoot } from '../prepare.mjs'

/** Returns the files of the project known to git, and those about to be added. */
export const projectFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((file) => file !== '')

/** Maximum length of a line of prose. */
const widest = 120

type Line = { text: string; isProse: boolean }

/** Splits a page into lines. Code, tables, headings, comments and HTML are not prose. */
function linesOf(page: string): Line[] {
  let inCode = false
  return page.split('\n').map((text) => {
    const isFence = /^\s*```/.test(text)
    if (isFence) inCode = !inCode
    return { text, isProse: !inCode && !isFence && text.trim() !== '' && !/^\s*(?:\||#|<|!\[|---)/.test(text) }
  })
}

export const tooWide = (page: string): string[] =>
  linesOf(page).flatMap(({ text, isProse }) => (isProse && text.length > widest && text.includes(' ') ? [text] : []))

/** Rewraps each paragraph of a page that has a line too long. */
export function wrapped(page: string): string {
  const paragraphs: Line[][] = []
  for (const line of linesOf(page)) {
    const last = paragraphs.at(-1)
    if (line.isProse && last?.[0]?.isProse && !listItem.test(line.text)) last.push(line)
    else paragraphs.push([line])
  }
  return paragraphs
    .flatMap((lines) => {
      const texts = lines.map(({ text }) => text)
      return lines[0]?.isProse && texts.some((text) => text.length > widest) ? wrap(texts) : texts
    })
    .join('\n')
}

const listItem = /^(\s*(?:[-*]|\d+\.)\s+)/

function wrap(texts: readonly string[]): string[] {
  const [first = ''] = texts
  const start = listItem.exec(first)?.[1] ?? /^\s*/.exec(first)?.[0] ?? ''
  const indent = ' '.repeat(start.length)
  const lines: string[] = []
  let line = start
  for (const words of unbroken(texts.join(' ').slice(start.length))) {
    const isEmpty = line === start || line === indent
    if (!isEmpty && line.length + 1 + words.length > widest) {
      lines.push(line)
      line = `${indent}${words}`
    } else line += isEmpty ? words : ` ${words}`
  }
  return [...lines, line]
}

/**
 * Splits a text where it may be broken: a word that would start a list or a heading there stays with the previous one.
 */
const unbroken = (text: string): string[] => text.trim().split(/\s+(?!(?:[-*+#>|]|\d+[.)])(?:\s|$))/)
