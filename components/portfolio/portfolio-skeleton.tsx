import { Skeleton } from '@/components/ui/page/skeleton'

/** Has the size of the page to come: the total, the chains, the bar and some rows. */
export function PortfolioSkeleton() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-6">
      <span className="sr-only">Reading the chains</span>
      <Skeleton className="sheet h-60 w-full" />
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
