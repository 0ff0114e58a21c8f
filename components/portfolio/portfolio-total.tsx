import { Button } from '@/components/ui/button'
import { LineChart } from '@/components/ui/pictures/line-chart'
import { formatUsd } from '@/components/ui/text/figures'
import { dayAndTime, isSameDay, timeOfDay } from '@/lib/chat/page/time-words'
import type { Snapshot } from './history'
import type { Reading } from './reader'
import type { PortfolioView } from './view'

/** Shows the total and how it has changed. Has the same height in every state. */
export function PortfolioTotal({
  view: { total, owed },
  reading: { at, isReading, chains, again },
  snapshots,
  onForget,
  isKept,
}: {
  view: PortfolioView
  reading: Reading & { again: () => void }
  snapshots: readonly Snapshot[] | null
  onForget: () => void
  /** True if the history could not be deleted. */
  isKept: boolean
}) {
  const isPart = chains.some(({ unread }) => unread.length > 0)
  return (
    <section aria-labelledby="portfolio-total" className="sheet flex min-h-60 flex-col px-5 py-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id="portfolio-total" className="form-label pt-2">
          Total{isPart && ' of what could be read'}
        </h2>
        <Button size="small" look="quiet" className="-mr-3" busy={isReading} onClick={again}>
          Read again
        </Button>
      </div>
      <p data-total="" className="text-[2rem] leading-tight font-semibold tracking-[-0.02em] [overflow-wrap:anywhere]">
        {formatUsd(total)}
      </p>
      <p className="text-small text-ink-muted">
        {[
          ...(owed > 0n ? [`after ${formatUsd(owed)} owed`] : []),
          ...(at === null ? [] : [`read at ${timeOfDay.format(at)}`]),
        ].join(' · ')}
      </p>
      <Change snapshots={snapshots} onForget={onForget} />
      {isKept && (
        <p role="alert" className="text-small text-seal">
          This browser did not delete the history, so it is still here. Try again, or delete this site’s data.
        </p>
      )}
    </section>
  )
}

function Change({ snapshots, onForget }: { snapshots: readonly Snapshot[] | null; onForget: () => void }) {
  if (snapshots === null) return null
  const [first, last] = [snapshots[0], snapshots.at(-1)]
  if (!first || !last || snapshots.length < 2)
    return (
      <>
        {/* The line begins here. */}
        <div aria-hidden="true" className="relative mt-auto h-10 border-b border-dashed border-rule-strong">
          <span className="absolute right-0 -bottom-1 size-2 rounded-full bg-accent" />
        </div>
        <p className="pt-2 text-small text-pretty text-ink-muted">
          From your next visit, a line shows how the value changes. Only this browser keeps it, one figure a day.
        </p>
      </>
    )
  return (
    <>
      <ValueChart snapshots={snapshots} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-small text-ink-muted">
        <p data-change="">
          {changeWords(last.total - first.total)} since {sinceWords(first.at, Date.now())}
        </p>
        <Button
          size="small"
          look="quiet"
          className="-mr-3 ml-auto"
          title="One figure a day, kept only in this browser"
          onClick={onForget}
        >
          Forget this history
        </Button>
      </div>
    </>
  )
}

const changeWords = (change: bigint): string =>
  change === 0n ? 'Unchanged' : change > 0n ? `Up ${formatUsd(change)}` : `Down ${formatUsd(-change)}`

const sinceWords = (at: number, now: number): string =>
  isSameDay(at, now) ? `${timeOfDay.format(at)} today` : dayAndTime.format(at)

/** Draws the value over time as a line. Its label gives the first, last, lowest and highest value. */
function ValueChart({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const words = ({ total, at }: Snapshot) => `${formatUsd(total)} on ${dayAndTime.format(at)}`
  const sorted = snapshots.toSorted((a, b) => (a.total < b.total ? -1 : 1))
  const [first, last, lowest, highest] = [snapshots[0], snapshots.at(-1), sorted[0], sorted.at(-1)]
  if (!first || !last || !lowest || !highest) return null
  return (
    <LineChart
      points={snapshots.map(({ total, at }) => ({ value: total, at }))}
      label={`Value over time: ${words(first)}, ${words(last)}; lowest ${words(lowest)}, highest ${words(highest)}`}
      className="mt-auto h-18 pt-2"
    />
  )
}
