import { Skeleton } from '@/components/ui/page/skeleton'

/** Shown until the account and its data are known. */
export function SidePageSkeleton() {
  return (
    <div role="status" className="mt-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="sheet h-48 w-full" />
    </div>
  )
}
