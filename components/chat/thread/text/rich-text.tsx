import { type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { Group } from '@/components/ui/group'
import type { FindChips } from '../chips/chip-finder'
import { AgentLink } from './agent-link'
import { mark, reveal } from './drawn'
import { NamedChip } from './named-chip'

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
    return typeof named === 'string' ? <NamedChip named={named}>{children}</NamedChip> : <span>{children}</span>
  },
  sup: ({ children }) => <sup>{children}</sup>,
}

const Heading = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>

/** Runs after parsing, because the parser decodes entities such as `&#x202E;`. */
const revealing = () => reveal

const plain = [remarkGfm, revealing]

const marking = (find: FindChips) => () => mark(find)

/** Renders markdown. `isOpen` while it may still grow: marks that were not closed yet are. */
export function RichText({ text, isOpen, find }: { text: string; isOpen: boolean; find: FindChips | null }) {
  const remarkPlugins = useMemo(() => (find ? [...plain, marking(find)] : plain), [find])
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} components={components}>
      {isOpen ? remend(text) : text}
    </ReactMarkdown>
  )
}
