import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { revealInvisible } from '@/lib/wire/text'
import { AgentLink } from './agent-link'
import { PlainOnFailure } from './plain-on-failure'

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard only with focus
    <section tabIndex={0} aria-label="Table" className="overflow-x-auto">
      <table>{children}</table>
    </section>
  ),
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls by keyboard only with focus
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  code: ({ children }) => <code>{children}</code>,
  input: ({ checked }) => <span aria-hidden="true">{checked ? '☑ ' : '☐ '}</span>,
  li: ({ children }) => <li>{children}</li>,
  ul: ({ children }) => <ul>{children}</ul>,
  ol: ({ children, start }) => <ol start={start}>{children}</ol>,
  section: ({ children }) => <div>{children}</div>,
  sup: ({ children }) => <sup>{children}</sup>,
}

const Heading = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>

const remarkPlugins = [remarkGfm]

/** A piece of an agent's markdown. Rendered again only when its text changes. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <PlainOnFailure text={text}>
      <ReactMarkdown remarkPlugins={remarkPlugins} components={components}>
        {revealInvisible(text)}
      </ReactMarkdown>
    </PlainOnFailure>
  )
})
