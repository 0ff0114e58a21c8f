import { lazy, Suspense } from 'react'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { Display } from '@/lib/wire/display'
import { Choices } from './choices'

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
