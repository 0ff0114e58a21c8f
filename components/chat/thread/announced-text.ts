import { revealInvisible } from '@/lib/wire/text'

/** More characters than this are not read out by themselves: the answer is there to be read at the reader's own pace. */
const longest = 1500

/** An agent's markdown as it is read out: its words without the marks, a pause at the end of each line. */
export function announcedText(markdown: string): string {
  const lines = markdown.slice(0, longest).split('\n').flatMap(announcedLine)
  const text = revealInvisible(lines.join(' ')).trim()
  return markdown.length > longest ? `${text} … The full answer is longer, and is in the conversation.` : text
}

function announcedLine(line: string): string[] {
  // A fence around code, a rule, or the line below the head of a table: nothing to be read out.
  if (/^\s*(?:```|~~~)/.test(line) || /^[\s|:*_-]*$/.test(line)) return []
  const words = inline(line.replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/, ''))
  const cells = words.split('|').map((cell) => cell.trim())
  const said = (cells.length > 2 ? cells.filter((cell) => cell !== '').join(', ') : words).trim()
  if (said === '') return []
  return [/[.!?:;,…]$/.test(said) ? said : `${said}.`]
}

/** Pictures and links by their words, without the marks of bold, of code and the like. */
const inline = (text: string): string =>
  text
    .replace(/!\[([^\][]*)\]\([^()]*\)/g, (_, alt: string) => (alt ? `image: ${alt}` : 'image'))
    .replace(/\[([^\][]+)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|~~|`|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, '')
