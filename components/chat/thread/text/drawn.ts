import { breakPieces } from '@/components/ui/text/long-text'
import { unbroken } from '@/components/ui/text/unbroken'
import { revealInvisible } from '@/lib/wire/text'
import type { FindChips } from '../chips/chip-finder'

/** A node of parsed markdown. Its text is in `value`, and an image's in `alt`. */
export type Drawn = {
  type?: string
  value?: string
  alt?: string | null
  children?: Drawn[]
  position?: object | undefined
  data?: { hName: string; hProperties?: { named: string } }
}

/** Spells out invisible characters in a tree, and lets long words break. */
export function reveal(node: Drawn): void {
  // Nothing asks where a node stood, and each element on screen would keep it.
  node.position = undefined
  if (node.value) node.value = drawn(node.type, revealInvisible(node.value))
  if (node.alt) node.alt = revealInvisible(node.alt)
  for (const child of node.children ?? []) reveal(child)
  if (node.children) node.children = node.children.flatMap(withBreaks)
}

/** A line break opportunity. remark-rehype creates the element named in `hName`. */
const wordBreak = (): Drawn => ({ type: 'wordBreak', data: { hName: 'wbr' } })

function withBreaks(node: Drawn): Drawn[] {
  const { type, value } = node
  if (value === undefined || (type !== 'text' && type !== 'inlineCode')) return [node]
  const [first, ...rest] = breakPieces(value)
  return [{ ...node, value: first ?? '' }, ...rest.flatMap((piece) => [wordBreak(), { ...node, value: piece }])]
}

/** Code stays as it is, because it gets copied. */
const drawn = (type: string | undefined, text: string): string => (type === 'text' ? unbroken(text) : text)

/**
 * Wraps names in the text in elements of their own, an address that stands alone in code too. Skips other code, which
 * gets copied, and links, which lead elsewhere.
 */
export const mark = (find: FindChips) =>
  function markIn(node: Drawn): void {
    if (node.type === 'link' || node.type === 'linkReference' || !node.children) return
    for (const child of node.children) markIn(child)
    node.children = node.children.flatMap((child) =>
      child.type === 'text' || isLoneAddress(child, find) ? marked(child.value ?? '', find) : [child],
    )
  }

/** True for an address or a name in code, and nothing else in it: agents write them so. */
function isLoneAddress({ type, value = '' }: Drawn, find: FindChips): boolean {
  const [only] = type === 'inlineCode' ? find(value) : []
  return (only?.kind === 'address' || only?.kind === 'name') && only.start === 0 && only.end === value.length
}

function marked(text: string, find: FindChips): Drawn[] {
  const found = find(text)
  const starts = [0, ...found.map(({ end }) => end)]
  return starts.flatMap((from, index): Drawn[] => {
    const chip = found[index]
    const before: Drawn = { type: 'text', value: text.slice(from, chip?.start) }
    if (!chip) return [before]
    const { start, end, ...named } = chip
    const value = text.slice(start, end)
    const data = { hName: 'span', hProperties: { named: JSON.stringify(named) } }
    return [before, { type: 'chip', data, children: [{ type: 'text', value }] }]
  })
}
