import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, use } from 'react'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChoicesDisplay, Display } from '@/lib/wire/display'
import { revealInvisible } from '@/lib/wire/text'
import { TurnDeedsContext } from '../turn-actions'
import { RowNumber } from './row-number'

const ActivityExcerpt = lazy(() => import('./activity-excerpt'))
const AllowanceTable = lazy(() => import('./allowance-table'))
const MarketTable = lazy(() => import('./market-table'))
const PriceTable = lazy(() => import('./price-table'))
const YieldTable = lazy(() => import('./yield-table'))

/** Draws what an agent sent beside its text. `abouts`: what the text says about each of several choices. */
export function DisplaySlot({
  display,
  messageId,
  abouts,
}: {
  display: Display
  messageId: string
  abouts?: readonly string[]
}) {
  switch (display.type) {
    case 'yields':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-64" />}>
          <YieldTable yields={display} />
        </Suspense>
      )
    case 'markets':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-64" />}>
          <MarketTable markets={display} />
        </Suspense>
      )
    case 'activity':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-40" />}>
          <ActivityExcerpt />
        </Suspense>
      )
    case 'choices':
      return <Choices choices={display} messageId={messageId} abouts={abouts} />
    case 'allowances':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-40" />}>
          <AllowanceTable allowances={display} />
        </Suspense>
      )
    case 'price':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-48" />}>
          <PriceTable prices={display} />
        </Suspense>
      )
  }
}

/** A button for each possible answer, while the question is the last thing said. Each sends exactly what it shows. */
function Choices({
  choices,
  messageId,
  abouts,
}: {
  choices: ChoicesDisplay
  messageId: string
  abouts: readonly string[] | undefined
}) {
  const deeds = use(TurnDeedsContext)
  if (deeds?.answerId !== messageId) return null
  return (
    <fieldset className="@container my-3" data-display="choices">
      <legend className="sr-only">Answer with one of the agent’s options</legend>
      {abouts ? (
        <ol className="flex flex-col gap-y-2">
          {choices.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
            <Explained key={index} index={index} option={option} about={abouts[index] ?? ''} onChoose={deeds.choose} />
          ))}
        </ol>
      ) : (
        <div className="flex flex-wrap gap-2">
          {choices.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
            <Bare key={index} option={option} onChoose={deeds.choose} />
          ))}
        </div>
      )}
    </fieldset>
  )
}

type Option = { option: string; onChoose: (option: string) => void }

/** An option with what the agent says about it. The whole row is the button, and only the option is what it sends. */
const Explained = ({ index, option, about, onChoose }: Option & { index: number; about: string }) => (
  <li className="group relative flex max-w-[36rem] items-baseline gap-x-2.5 rounded-control border border-rule-strong bg-paper-raised px-3 py-2 text-small hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <RowNumber of={index} />
    <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <button
        type="button"
        className="text-left font-medium outline-none after:absolute after:inset-0 group-hover:text-accent"
        onClick={() => onChoose(option)}
      >
        {revealInvisible(option)}
      </button>
      <bdi className="block text-pretty text-ink-muted">{revealInvisible(about)}</bdi>
    </div>
    <ArrowRight
      aria-hidden="true"
      className="size-4 self-center text-ink-faint transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent"
    />
  </li>
)

const Bare = ({ option, onChoose }: Option) => (
  <Button
    size="small"
    className="min-h-10! max-w-full text-left [overflow-wrap:anywhere]"
    onClick={() => onChoose(option)}
  >
    {revealInvisible(option)}
  </Button>
)
