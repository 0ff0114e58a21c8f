import { Skeleton } from '@/components/ui/page/skeleton'

/** Placeholder for a conversation that is loading. */
export function ThreadSkeleton() {
  return (
    <div className="thread-scroller overflow-hidden!">
      <h1 className="sr-only">Conversation</h1>
      <div className="thread-content">
        <span className="sr-only">Loading the conversation</span>
        {['h-6 w-2/5', 'h-24', 'h-6 w-3/5', 'h-44'].map((size) => (
          <div key={size} className="turn">
            <Skeleton className="mb-2 h-3 w-12" />
            <Skeleton className={size} />
          </div>
        ))}
      </div>
    </div>
  )
}
