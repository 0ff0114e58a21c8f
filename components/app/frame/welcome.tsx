import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { AgentMark } from '@/components/chat/agent-mark'
import { PressedSeal } from '@/components/ui/seal'
import type { AgentInfo } from '../agent-info'
import { abilityWords } from '../agent-words'
import { AgentIdentity, IdentityBadge } from './agent-identity'

/**
 * The page before the first message. Rendered on the server too, because its heading is the first thing to see.
 * `children` is the way in for somebody who is not signed in.
 */
export function Welcome({
  agents,
  agentId,
  onAgent,
  onTake,
  children,
}: {
  agents: readonly AgentInfo[]
  /** Id of the chosen agent. Defaults to the first. */
  agentId?: number | undefined
  onAgent?: ((id: number) => void) | undefined
  /** Puts an example into the composer. Absent while nothing can be sent: the examples are then plain text. */
  onTake?: ((text: string) => void) | undefined
  children?: ReactNode
}) {
  const agent = agents.find(({ id }) => id === agentId) ?? agents[0]
  const isIn = onAgent !== undefined
  const mayChoose = isIn && agents.length > 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls by keyboard only with focus
    <section className="thread-scroller welcome" aria-label="Welcome" tabIndex={0}>
      <div className="thread-content flex min-h-full flex-col justify-center">
        {/* Positioned beside the heading, so that what comes below moves neither. */}
        <div className="relative">
          <PressedSeal
            inscription="NOTHING MOVES UNSIGNED"
            className={clsx(
              'absolute right-0 animate-none! opacity-90 max-md:hidden',
              isIn ? '-top-3 size-24!' : 'top-12 size-40!',
            )}
          />
          <h1
            className={clsx(
              'font-medium text-balance',
              isIn
                ? 'text-[1.875rem] leading-tight tracking-[-0.02em]'
                : 'max-w-[15ch] text-display tracking-[-0.028em]',
            )}
          >
            The agent drafts. <span className="text-accent">You countersign.</span>
          </h1>
          {!isIn && (
            <p className="mt-5 max-w-[34rem] text-lead text-ink-muted text-pretty">
              Ask for a swap, a transfer or a yield in plain words. Every action comes back as a document, checked
              against the chain, and nothing moves until you put your name to it.
            </p>
          )}
        </div>
        {children && <div className="mt-8">{children}</div>}
        {mayChoose && <AgentChoice agents={agents} agentId={agent?.id} onAgent={onAgent} />}
        {agent && <Examples examples={onTake ? agent.examples : agent.examples.slice(0, glimpse)} onTake={onTake} />}
        {agent && !mayChoose && <AgentIdentity name={agent.name} />}
      </div>
    </section>
  )
}

/** Number of examples shown to somebody who cannot ask yet. */
const glimpse = 5

function Examples({ examples, onTake }: { examples: readonly string[]; onTake: ((text: string) => void) | undefined }) {
  return (
    <div className="mt-10">
      <h2 className="form-label border-b border-rule-strong pb-2">
        {onTake ? 'For example' : 'Once you are in, try asking'}
      </h2>
      <ol>
        {examples.map((text, index) => (
          <li key={text} className="border-b">
            {onTake ? (
              <button
                type="button"
                onClick={() => onTake(text)}
                className="group grid min-h-12 w-full grid-cols-[2rem_minmax(0,1fr)_auto] content-center items-baseline gap-x-1 py-2 text-left font-medium hover:text-accent"
              >
                <Ordinal of={index} />
                {text}
                <ArrowRight
                  aria-hidden="true"
                  className="size-4 self-center text-ink-faint transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent"
                />
              </button>
            ) : (
              <p className="grid min-h-12 grid-cols-[2rem_minmax(0,1fr)] content-center items-baseline gap-x-1 py-2 text-ink-muted">
                <Ordinal of={index} />
                {text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

const Ordinal = ({ of }: { of: number }) => (
  <span aria-hidden="true" className="text-label font-normal text-ink-faint tabular-nums">
    {of + 1}
  </span>
)

function AgentChoice({
  agents,
  agentId,
  onAgent,
}: {
  agents: readonly AgentInfo[]
  agentId: number | undefined
  onAgent: (id: number) => void
}) {
  const chosen = agents.find(({ id }) => id === agentId)
  const label = useId()
  return (
    <div role="radiogroup" aria-labelledby={label} className="mt-8">
      {/* As high as the badge, which comes later. */}
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <span id={label} className="form-label">
          Agent
        </span>
        <IdentityBadge />
      </div>
      <div className="mt-2 flex flex-wrap gap-2 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]">
        {agents.map(({ id, name, tags }) => (
          <label
            key={id}
            className="relative flex min-h-10 min-w-0 cursor-pointer items-center gap-2 rounded-control border px-2.5 sm:gap-2.5 py-1.5 text-small hover:border-rule-strong has-checked:border-accent has-checked:bg-accent-wash has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name="agent"
              aria-labelledby={`${label}-${id}`}
              aria-describedby={tags.length > 0 ? `${label}-${id}-can` : undefined}
              checked={id === agentId}
              onChange={() => onAgent(id)}
              // Over the whole choice, so that a click reaches it wherever it falls.
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <AgentMark agentId={id} name={name} className="size-5 shrink-0 sm:size-7" />
            <span className="min-w-0">
              <bdi id={`${label}-${id}`} className="block truncate font-medium">
                {name}
              </bdi>
              {tags.length > 0 && (
                <bdi id={`${label}-${id}-can`} className="block truncate text-label text-ink-muted max-sm:sr-only">
                  {abilityWords(tags)}
                </bdi>
              )}
            </span>
          </label>
        ))}
      </div>
      {chosen && <p className="mt-2 min-h-[3.75rem] text-small text-pretty sm:min-h-5">{chosen.description}</p>}
    </div>
  )
}
