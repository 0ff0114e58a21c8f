import { memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Group } from '@/components/ui/group'
import { breakPieces } from '@/components/ui/text/long-text'
import { unbroken } from '@/components/ui/text/unbroken'
import { revealInvisible } from '@/lib/wire/text'
import { AgentLink } from './agent-link'
import { Chip } from './chips/chip'
import type { FindChips } from './chips/chip-finder'
import type { Chip as Named } from './chips/find-chips'
import { useChips } from './chips/use-chips'
import { PlainOnFailure, PlainText } from './plain-on-failure'
import { isTame } from './tame-markdown'

/**
 * What an agent's text may draw. Nothing here fetches, navigates or carries a class or id of the agent's choosing:
 * raw HTML stays text, images are named and not loaded, links ask first.
 */
const components: Components = {
  a: ({ href, children }) => <AgentLink href={href}>{children}</AgentLink>,
  img: ({ alt }) => <span className="text-ink-muted">[image{alt ? `: ${alt}` : ''}]</span>,
  // A heading inside a message must not join the page's outline above the message itself.
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Heading>{children}</Heading>,
  h4: ({ children }) => <Heading>{children}</Heading>,
  h5: ({ children }) => <Heading>{children}</Heading>,
  h6: ({ children }) => <Heading>{children}</Heading>,
  table: ({ children }) => (
    // A wide table scrolls by keyboard only with focus.
    <Group tabIndex={0} label="Table" className="overflow-x-auto">
      <table dir="auto">{children}</table>
    </Group>
  ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls by keyboard only with focus
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  code: ({ children }) => <code>{children}</code>,
  input: ({ checked }) => (
    <>
      <span role="img" aria-label={checked ? 'Done:' : 'Open:'}>
        {checked ? '☑' : '☐'}
      </span>{' '}
    </>
  ),
  li: ({ children, className }) => (
    // The box is the mark: a bullet before it would be a second one.
    <li className={className === 'task-list-item' ? 'list-none' : undefined}>{children}</li>
  ),
  // The marks stand where the first words begin. Items have no direction of their own: the list would not look into them.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  section: ({ children }) => <div>{children}</div>,
  // The app's own mark of a chip: the agent's markdown makes no such element.
  span: ({ children, node }) => {
    const named = node?.properties.named
    return typeof named === 'string' ? <Chip of={JSON.parse(named) as Named}>{children}</Chip> : <span>{children}</span>
  },
  sup: ({ children }) => <sup>{children}</sup>,
}

const Heading = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>

/** What of a node of parsed markdown is drawn as text: `value`, and of a picture `alt`. */
type Drawn = {
  type?: string
  value?: string
  alt?: string | null
  children?: Drawn[]
  data?: { hName: string; hProperties?: { named: string } }
}

/** Once it is parsed: the parser makes characters of entities such as `&#x202E;`. */
const revealing = () => reveal

function reveal(node: Drawn): void {
  if (node.value) node.value = drawn(node.type, revealInvisible(node.value))
  if (node.alt) node.alt = revealInvisible(node.alt)
  for (const child of node.children ?? []) reveal(child)
  if (node.children) node.children = node.children.flatMap(withBreaks)
}

/** A place where a line may end: remark-rehype makes the element of its name. */
const wordBreak = (): Drawn => ({ type: 'wordBreak', data: { hName: 'wbr' } })

function withBreaks(node: Drawn): Drawn[] {
  const { type, value } = node
  if (value === undefined || (type !== 'text' && type !== 'inlineCode')) return [node]
  const [first, ...rest] = breakPieces(value)
  return [{ ...node, value: first ?? '' }, ...rest.flatMap((piece) => [wordBreak(), { ...node, value: piece }])]
}

/** Code is copied, and stays as it is. */
const drawn = (type: string | undefined, text: string): string => (type === 'text' ? unbroken(text) : text)

const plain = [remarkGfm, revealing]

/** Puts what the text names into elements of its own. Not in code, which is copied, nor in a link, which has its own place to go. */
const marking = (find: FindChips) => () =>
  function mark(node: Drawn): void {
    if (node.type === 'link' || node.type === 'linkReference' || !node.children) return
    for (const child of node.children) mark(child)
    node.children = node.children.flatMap((child) =>
      child.type === 'text' ? marked(child.value ?? '', find) : [child],
    )
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

/**
 * A piece of an agent's markdown. Rendered again only when its text changes. One that would keep the page busy stays text.
 * `settled`: no more of it comes, and what it names is looked for.
 */
export const Markdown = memo(function Markdown({ text, settled = false }: { text: string; settled?: boolean }) {
  const find = useChips(settled)
  const remarkPlugins = useMemo(() => (find ? [...plain, marking(find)] : plain), [find])
  if (!isTame(text)) return <PlainText text={text} />
  return (
    <PlainOnFailure text={text}>
      <ReactMarkdown remarkPlugins={remarkPlugins} components={components}>
        {text}
      </ReactMarkdown>
    </PlainOnFailure>
  )
})
