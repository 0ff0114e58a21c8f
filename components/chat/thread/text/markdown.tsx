import { Component, memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Group } from '@/components/ui/group'
import { breakPieces, LongText } from '@/components/ui/text/long-text'
import { unbroken } from '@/components/ui/text/unbroken'
import { revealInvisible } from '@/lib/wire/text'
import { Chip } from '../chips/chip'
import type { FindChips } from '../chips/chip-finder'
import type { Chip as Named } from '../chips/find-chips'
import { useChips } from '../chips/use-chips'
import { AgentLink } from './agent-link'
import { isTame } from './tame-markdown'

/**
 * Elements that an agent's text may render. None of them loads or navigates, or carries a class or id of the agent's
 * choosing: raw HTML stays text, images are named instead of loaded, and links ask first.
 */
const components: Components = {
  a: ({ href, children }) => <AgentLink href={href}>{children}</AgentLink>,
  img: ({ alt }) => <span className="text-ink-muted">[image{alt ? `: ${alt}` : ''}]</span>,
  // A heading inside a message must not appear in the page's outline, above the message itself.
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
    // The box marks the item: a bullet would be a second mark.
    <li className={className === 'task-list-item' ? 'list-none' : undefined}>{children}</li>
  ),
  // Bullets go on the side where the text starts. Items have no direction of their own, because the list's automatic
  // direction would skip them.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  section: ({ children }) => <div>{children}</div>,
  // Only the app marks chips: the agent's markdown cannot create this element.
  span: ({ children, node }) => {
    const named = node?.properties.named
    return typeof named === 'string' ? <Chip of={JSON.parse(named) as Named}>{children}</Chip> : <span>{children}</span>
  },
  sup: ({ children }) => <sup>{children}</sup>,
}

const Heading = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>

/** A node of parsed markdown. Its text is in `value`, and an image's in `alt`. */
type Drawn = {
  type?: string
  value?: string
  alt?: string | null
  children?: Drawn[]
  position?: object | undefined
  data?: { hName: string; hProperties?: { named: string } }
}

/** Runs after parsing, because the parser decodes entities such as `&#x202E;`. */
const revealing = () => reveal

function reveal(node: Drawn): void {
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

const plain = [remarkGfm, revealing]

/** Wraps names in the text in elements of their own. Skips code, which gets copied, and links, which lead elsewhere. */
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
 * A piece of an agent's markdown. Renders again only if its text changes, and stays plain text if it would block the
 * page. `settled` pieces are complete, and searched for names.
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

type Props = { text: string; children: ReactNode }
type State = { of: string; failed: boolean }

/**
 * Shows a text as written if rendering it throws: the error would otherwise take down the whole conversation, including
 * its cards.
 */
export class PlainOnFailure extends Component<Props, State> {
  override state: State = { of: this.props.text, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ text }: Props, { of }: State): State | null {
    return text === of ? null : { of: text, failed: false }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <PlainText text={this.props.text} />
  }
}

/** Shows a text as written. */
const PlainText = ({ text }: { text: string }) => (
  <LongText text={revealInvisible(text)} className="whitespace-pre-wrap break-words" />
)
