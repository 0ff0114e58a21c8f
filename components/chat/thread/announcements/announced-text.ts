import { revealInvisible } from '@/lib/wire/text'

/** Maximum characters announced. The whole answer is there to be read at the reader's own pace. */
const longest = 1500

/**
 * Returns an agent's markdown as a screen reader should say it: the words without the marks, with a pause after each
 * line.
 */
export function announcedText(markdown: string): string {
  const lines = markdown.slice(0, longest).split('\n').flatMap(announcedLine)
  const text = revealInvisible(lines.join(' ')).trim()
  return markdown.length > longest ? `${text} … The full answer is longer, and is in the conversation.` : text
}

function announcedLine(line: string): string[] {
  // The fence of a code block, a rule, or the line below a table's head has no words.
  if (/^\s*(?:```|~~~)/.test(line) || /^[\s|:*_-]*$/.test(line)) return []
  const words = inline(line.replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/, ''))
  const cells = words.split('|').map((cell) => cell.trim())
  const said = (cells.length > 2 ? cells.filter((cell) => cell !== '').join(', ') : words).trim()
  if (said === '') return []
  return [/[.!?:;,…]$/.test(said) ? said : `${said}.`]
}

/** Replaces images and links with their text, and drops the marks of bold, code and the like. */
const inline = (text: string): string =>
  text
    .replace(/!\[([^\][]*)\]\([^()]*\)/g, (_, alt: string) => (alt ? `image: ${alt}` : 'image'))
    .replace(/\[([^\][]+)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|~~|`|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, '')
