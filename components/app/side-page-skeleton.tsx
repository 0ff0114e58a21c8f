import { Skeleton } from '@/components/ui/page/skeleton'

/** Until it is known who is here, and what there is of theirs. */
export function SidePageSkeleton() {
  return (
    <div role="status" className="mt-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="sheet h-48 w-full" />
    </div>
  )
}
