import { wrapped } from '../documents/documents'
import { readCatalogue } from './catalogue'

const start = '<!-- rules: written by npm run docs:rules -->'
const end = '<!-- end of rules -->'

/** Returns docs/review-rules.md with new tables; the prose before and after them stays. */
export function withRules(page: string): string {
  const before = page.indexOf(start)
  const after = page.indexOf(end)
  if (before < 0 || after < before) throw new Error(`docs/review-rules.md must have ${start} and ${end}.`)
  return wrapped(`${page.slice(0, before)}${start}\n\n${tables()}\n\n${page.slice(after)}`)
}

function tables(): string {
  const { found, sections } = readCatalogue()
  return sections
    .map(({ title, about, rules }) => {
      const rows = rules.map(({ id, asks, finds, source }) =>
        row([`\`${id}\``, asks ?? sentence(found.get(id)?.about ?? ''), finds, source]),
      )
      return [
        `## ${title}`,
        '',
        about,
        '',
        row(['rule', 'asks', 'finds', 'source']),
        '|---|---|---|---|',
        ...rows,
      ].join('\n')
    })
    .join('\n\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
