import { clsx } from 'clsx'
import { Check, type LucideIcon, Minus, X } from 'lucide-react'
import { WithAddresses } from '@/components/ui/text/address'
import type { AnsweredRequest, RequestPart } from '@/lib/review/review'
import { revealInvisible } from '@/lib/wire/text'
import { quoteOf, withoutMarkdown, withShortAddresses } from '../quote-of'

type Mark = { icon: LucideIcon; words: string; offeredWords?: string; look: string }

const marks: Record<RequestPart['is'], Mark> = {
  met: { icon: Check, words: 'as asked', offeredWords: 'as offered', look: 'text-accent' },
  different: { icon: X, words: 'not as asked', offeredWords: 'not as offered', look: 'text-seal font-semibold' },
  unread: { icon: Minus, words: 'not checked', look: 'text-ink-faint' },
  unsaid: { icon: Minus, words: 'not said', look: 'text-ink-faint' },
}

/**
 * Quotes the request that a card answers, and the agent’s offer if the person has agreed to one. Unless each part is met,
 * marks each as met, different, not checked or not said.
 */
export function RequestParts({ request: { quote, offer, parts, isReported } }: { request: AnsweredRequest }) {
  const isMet = parts.length > 0 && parts.every(({ is }) => is === 'met')
  return (
    <div data-request={isMet ? 'met' : 'open'} className="flex flex-col gap-1 text-small">
      {offer && (
        <Quote
          text={withoutMarkdown(offer)}
          isMet={isMet}
          label={quote ? 'The agent offered' : 'The agent offered, and you agreed'}
          as="as offered"
        />
      )}
      {quote && (
        <Quote
          text={quote}
          isMet={isMet}
          label={isReported ? 'Reported as your words' : offer ? 'You agreed' : 'You asked'}
          as="as asked"
        />
      )}
      {!isMet && parts.length > 0 && (
        <ul
          className="flex flex-wrap gap-x-3 gap-y-0.5 text-label"
          aria-label={quote ? 'What you asked, part by part' : 'What the agent offered, part by part'}
        >
          {parts.map((part) => (
            <Part key={`${part.respect} ${part.asked} ${part.found}`} part={part} />
          ))}
        </ul>
      )}
    </div>
  )
}

type QuoteProps = { text: string; isMet: boolean; label: string; as: string }

function Quote({ text, isMet, label, as }: QuoteProps) {
  return (
    <p
      className={clsx('[overflow-wrap:anywhere]', isMet ? 'line-clamp-1' : 'line-clamp-2 text-pretty')}
      data-tip={isMet ? quoteOf(text, 300) : undefined}
    >
      {isMet && <Check aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-accent" />}
      <span className="form-label">{label}</span>{' '}
      <q>
        <bdi>{isMet ? withShortAddresses(quoteOf(text, 300)) : quoteOf(text, 300)}</bdi>
      </q>
      {isMet && <span className="sr-only"> (each part {as})</span>}
    </p>
  )
}

function Part({ part }: { part: RequestPart }) {
  const { icon: Icon, words, offeredWords = words, look } = marks[part.is]
  return (
    <li data-is={part.is} className={clsx('inline-flex min-w-0 items-center gap-1', look)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <WithAddresses text={revealInvisible(part.asked)} />
      </span>
      <span className={part.is === 'unread' || part.is === 'unsaid' ? '' : 'sr-only'}>
        {part.offered ? offeredWords : words}
      </span>
    </li>
  )
}
