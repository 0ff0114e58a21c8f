import { clsx } from 'clsx'
import { Check, type LucideIcon, Minus, X } from 'lucide-react'
import { WithAddresses } from '@/components/ui/text/address'
import type { AskedOf, AskedPart } from '@/lib/review/review'
import { revealInvisible } from '@/lib/wire/text'

const marks: Record<AskedPart['is'], { icon: LucideIcon; words: string; look: string }> = {
  met: { icon: Check, words: 'as asked', look: 'text-accent' },
  different: { icon: X, words: 'not as asked', look: 'text-seal font-semibold' },
  unread: { icon: Minus, words: 'not checked', look: 'text-ink-faint' },
}

/**
 * The request that a card answers, in the person's own words. Where not every part of it is met, each is marked as met,
 * different or not checked.
 */
export function AskedParts({ asked: { quote, parts } }: { asked: AskedOf }) {
  const isMet = parts.length > 0 && parts.every(({ is }) => is === 'met')
  return (
    <div data-asked={isMet ? 'met' : 'open'} className="flex flex-col gap-1 text-small">
      <p className="line-clamp-2 text-pretty [overflow-wrap:anywhere]">
        <span className="form-label">You asked</span>{' '}
        <q>
          <bdi>{shown(quote)}</bdi>
        </q>
        {isMet && (
          <>
            {' '}
            <Check aria-hidden="true" className="inline size-3.5 align-[-0.15em] text-accent" />
            <span className="sr-only">each part as asked</span>
          </>
        )}
      </p>
      {!isMet && parts.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-label" aria-label="What you asked, part by part">
          {parts.map((part) => (
            <Part key={`${part.respect} ${part.asked} ${part.found}`} part={part} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Part({ part }: { part: AskedPart }) {
  const { icon: Icon, words, look } = marks[part.is]
  return (
    <li data-is={part.is} className={clsx('inline-flex min-w-0 items-center gap-1', look)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <WithAddresses text={revealInvisible(part.asked)} />
      </span>
      <span className={part.is === 'unread' ? '' : 'sr-only'}>{words}</span>
    </li>
  )
}

/** More than this of a request is not quoted. */
const longest = 300

function shown(quote: string): string {
  const text = revealInvisible(quote)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
