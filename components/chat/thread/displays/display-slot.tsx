import { lazy, Suspense, use } from 'react'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChoicesDisplay, Display } from '@/lib/wire/display'
import { revealInvisible } from '@/lib/wire/text'
import { TurnDeedsContext } from '../turn-actions'

const AllowanceTable = lazy(() => import('./allowance-table'))
const PriceTable = lazy(() => import('./price-table'))
const YieldTable = lazy(() => import('./yield-table'))

/** Draws what an agent sent beside its text. */
export function DisplaySlot({ display, messageId }: { display: Display; messageId: string }) {
  switch (display.type) {
    case 'yields':
      return (
        <Suspense fallback={<Skeleton className="my-4 h-64" />}>
          <YieldTable yields={display} />
        </Suspense>
      )
    case 'choices':
      return <Choices choices={display} messageId={messageId} />
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
function Choices({ choices, messageId }: { choices: ChoicesDisplay; messageId: string }) {
  const deeds = use(TurnDeedsContext)
  if (deeds?.answerId !== messageId) return null
  return (
    <fieldset className="my-3 flex flex-wrap gap-2" data-display="choices">
      <legend className="sr-only">Answer with one of the agent’s options</legend>
      {choices.options.map((option, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
          key={index}
          size="small"
          className="min-h-10! max-w-full text-left [overflow-wrap:anywhere]"
          onClick={() => deeds.choose(option)}
        >
          {revealInvisible(option)}
        </Button>
      ))}
    </fieldset>
  )
}
