import { Group } from '@/components/ui/group'
import { timeFormat } from '@/lib/chat/page/time-words'
import type { CallView } from '@/lib/execution/call/controller'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { isInFlight } from '@/lib/execution/ledger/machine'
import { hasSigned } from '@/lib/execution/ledger/steps'
import type { Review } from '@/lib/review/review'
import { quoteOf, withoutMarkdown } from '../quote-of'
import { FigureList } from '../review/figure-list'
import { FindingList, LesserFindings } from '../review/finding-list'

/** Dates a card that is no longer open, and quotes the words that it answered. */
export function RecordMark({ view: { entry, record } }: { view: CallView }) {
  if (!record) return null
  if (!isSettled(entry.state) && !isInFlight(entry.state)) return null
  const asked = askedFor(entry, record.review)
  const offer = agreedTo(record.review)
  return (
    <div data-record={record.at} className="flex flex-col gap-1 text-small">
      {asked && <Quoted label="You wrote" text={asked} />}
      {offer && <Quoted label="The agent offered, and you agreed" text={offer} />}
      <p className="text-label text-ink-muted">{recordWords(entry, record.at)}</p>
    </div>
  )
}

const Quoted = ({ label, text }: { label: string; text: string }) => (
  <p className="text-pretty">
    <span className="form-label">{label}</span> “<bdi className="break-words whitespace-pre-line">{text}</bdi>”
  </p>
)

/** Example: "As it stood on 25 November 2026 at 22:30, when you countersigned it." */
export const recordWords = (entry: LedgerEntry, at: number): string =>
  `As it stood on ${moment.format(at)}, when ${hasSigned(entry) || isInFlight(entry.state) ? 'you countersigned it' : 'it was last checked'}.`

const moment = timeFormat({ dateStyle: 'long', timeStyle: 'short' })

/**
 * Returns the person's words that make the request, as the card compared them: their last ones may be just a yes. If it
 * compared none, the last words that this browser saw them write before the call's message. Null if it saw none.
 */
export function askedFor({ words }: LedgerEntry, review: Review | null): string | null {
  const request = review?.request
  if (request?.quote && !request.isReported) return quoteOf(request.quote, longestQuote)
  const text = words?.findLast(({ told }) => !told)?.text.trim()
  return text ? quoteOf(text, longestQuote) : null
}

/** Returns the agent's offer that the person agreed to; null if they asked in their own words alone. */
export function agreedTo(review: Review | null): string | null {
  const offer = review?.request?.offer
  return offer ? quoteOf(withoutMarkdown(offer), longestQuote) : null
}

/** Maximum characters quoted of a request. */
const longestQuote = 500

/** Lists what was found before it was signed, below the outcome. Nothing of it can be fixed any more. */
export function RecordFindings({ view: { review, prepared, record } }: { view: CallView }) {
  const findings = review?.findings ?? prepared?.findings ?? []
  if (!record || findings.length === 0) return null
  return (
    <Group label="What was found before you countersigned" className="flex flex-col gap-4 empty:hidden">
      {review && <FigureList figures={review.figures} />}
      <FindingList findings={findings} />
    </Group>
  )
}

/** The notes and passed checks among them, folded. */
export const RecordChecks = ({ view: { review, prepared, record } }: { view: CallView }) =>
  record && <LesserFindings findings={review?.findings ?? prepared?.findings ?? []} />
