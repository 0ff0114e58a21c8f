import { Fragment, lazy, Suspense, use } from 'react'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChoicesDisplay, Display } from '@/lib/wire/display'
import { revealInvisible } from '@/lib/wire/text'
import { TurnDeedsContext } from '../turn-actions'
import { RowNumber } from './row-number'

const AllowanceTable = lazy(() => import('./allowance-table'))
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
  const button = (option: string) => (
    <Button
      size="small"
      className="min-h-10! max-w-full text-left [overflow-wrap:anywhere]"
      onClick={() => deeds.choose(option)}
    >
      {revealInvisible(option)}
    </Button>
  )
  return (
    <fieldset className="@container my-3" data-display="choices">
      <legend className="sr-only">Answer with one of the agent’s options</legend>
      {abouts ? (
        <ol className="flex flex-col gap-y-2">
          {choices.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
            <li key={index} className="flex items-baseline gap-x-2.5">
              <RowNumber of={index} />
              <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 text-small">
                {button(option)}
                <bdi className="min-w-0 text-pretty text-ink-muted [overflow-wrap:anywhere]">
                  {revealInvisible(abouts[index] ?? '')}
                </bdi>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <div className="flex flex-wrap gap-2">
          {choices.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
            <Fragment key={index}>{button(option)}</Fragment>
          ))}
        </div>
      )}
    </fieldset>
  )
}
